package main

// about is the text at the top of bot --help.
const about = `Tack coaches a learner through a topic step by step, and says when to persist, when to change
tack and when to stop.

Example: bot replay session.jsonl`
