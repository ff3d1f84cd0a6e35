// Package slack is Slack as a platform of the engine: Socket Mode or HTTP requests in, the Web API out.
//
//	adapter, err := slack.New(slack.Config{BotToken: bot, AppToken: app, Voice: texts})
//	e := engine.New(engine.Config{Platforms: map[string]engine.Platform{"slack": adapter}, ...})
//	err = adapter.Run(ctx, slack.Hall{Engine: e, Desk: desk, Store: store}) // blocks until ctx is done
//
// Goals: what Slack delivers is recorded before it is acknowledged, and answered once, in whatever shape and
// however often it comes; a gap between two connections is caught up; nothing that is said can ping a group;
// each of Slack's refusals is told to whoever can do something about it. Non-goals: deciding anything about
// a session (internal/engine), what /study does (internal/command), several workspaces in one process,
// Slack Connect's foreign users as learners, Enterprise Grid.
//
// After each connect what was said in the gap is caught up: in the threads that were written in last
// (catchUpThreads), with edits and the emoji under a summary, and mentions at the top of their channels; after
// a start, of all channels that the bot is in. Not caught up, since Slack has no list of it and its history
// calls may be limited to 15 rows a minute: a mention in somebody else's thread, which only a walk over every
// thread of every channel would show; deletions, of which the history shows nothing; an edit of a message that
// is older than the gap by more than inhand.CatchUpOverlap; an emoji on anything but the summary or a message
// of ours from within the gap; what is older than inhand.CatchUpMost, which the store may have forgotten.
package slack

import (
	"time"
)

// What Slack takes, by its documentation of 2026.
const (
	maxText    = 3500 // characters of a message; 4,000 are the most that chat.update takes
	maxSection = 3000 // characters of a section block
)

// What this adapter takes of what a learner gives.
const (
	maxFile      = 256 << 10 // bytes of a text file that are read; the rest is left out
	maxFiles     = 5         // files of a message that are read; the rest counts by its presence
	maxBody      = 1 << 20   // bytes of a request in the mode HTTP
	fileWait     = 5 * time.Second
	commandWait  = 2500 * time.Millisecond // Slack gives a command 3 s; what takes longer answers behind
	ackWait      = 3 * time.Second         // an ack that comes later is of no use
	parkFor      = 5 * time.Second         // for a reaction on a message that is not known yet
	parkMost     = 1000                    // reactions that wait so at a time
	lanes        = 32                      // events worked on at a time; those of a thread keep their order
	laneLength   = 256                     // events that wait in a lane; Slack delivers others again
	healthyAfter = 30 * time.Second        // without a ping a socket counts as dead
)

// Rates, per Slack's documentation: about one message per second and channel, reactions 50 a minute.
const (
	postBurst = 2 // Slack takes a few more; what it takes is what arrives at once, not what is sent so
	postEvery = time.Second
	eyesEvery = 1500 * time.Millisecond
)

// Slack has no key by which it would know a repeated post. Each of ours carries its key as metadata, and
// where it is not known whether it was posted, the thread is searched for it first, this far back: a process
// that was down for longer may repeat one message.
const lookBack = 26 * time.Hour

// Catching up after each connect (inhand.Gap) goes over at most this many threads.
const (
	catchUpThreads = 200
	pageSize       = 200 // rows asked for; apps outside Slack's directory get 15
)

// Bounds of what is remembered in memory. Nothing depends on it for correctness but a repeat that is found
// faster.
const (
	maxRemembered = 10_000
	maxPeople     = 5_000
	peopleFor     = 10 * time.Minute
)
