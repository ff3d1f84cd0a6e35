package main

// about is the text at the top of bot --help.
const about = `Tack coaches a learner through a topic step by step, and says when to persist, when to change
tack and when to stop.

Example:

    bot chat
    SLACK_BOT_TOKEN=xoxb-… SLACK_APP_TOKEN=xapp-… bot serve
    bot doctor`
