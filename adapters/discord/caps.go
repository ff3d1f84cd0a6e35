// Package discord is Discord as a platform of the engine: the gateway in, the REST API out.
//
//	adapter, err := discord.New(discord.Config{Token: token, Voice: texts})
//	e := engine.New(engine.Config{Platforms: map[string]engine.Platform{"discord": adapter}, ...})
//	err = adapter.Run(ctx, discord.Hall{Engine: e, Desk: desk, Store: store}) // blocks until ctx is done
//
// Goals: what happens in a thread is recorded once, however often the gateway tells it, and what it does not
// tell is caught up; each message is posted once, and pings nobody but the learner it opens a thread for; no
// refusal is met a second time in a loop, and each is told to whoever can do something about it; one process
// holds a shard. Non-goals: deciding anything about a session (internal/engine), what /study does
// (internal/command), voice, stages, polls, spreading the shards evenly over processes.
//
// After each session that is begun anew, what was said in the gap is caught up: in the threads of a server that
// were written in last (catchUpThreads), with edits, the emoji under a summary that waits, and what is said to us
// at the top of their channels. Not caught up, since Discord has no list of it and a walk over every channel of
// every server would use up the rates: a mention in a thread or channel in which nothing of ours is; deletions,
// of which the history shows nothing; an edit of a message that is older than the gap by more than
// inhand.CatchUpOverlap; an emoji on anything but the summary; what is older than inhand.CatchUpMost, which the
// store may have forgotten.
//
// REST requests are discordgo's, on a transport of our own (transport.go). The gateway (gateway.go) is our
// own, with discordgo's types: its client closes with 1000, which ends the session, cannot follow
// resume_gateway_url, identifies on the same socket after opcode 9, is blind to close codes and notices a dead
// socket after five intervals.
package discord

import (
	"time"

	"github.com/bwmarrin/discordgo"
)

// What Discord takes, by its documentation of 2026.
const (
	maxText       = 2000  // UTF-16 units of a message
	maxThreadName = 100   // characters
	autoArchive   = 10080 // minutes; the longest: a summary waits for 3 days
)

// What this adapter takes of what a learner gives.
const (
	maxFile     = 256 << 10 // bytes of a text file that are read; the rest is left out
	maxFiles    = 5         // files of a message that are read; the rest counts by its presence
	maxFrame    = 64 << 20  // bytes of a gateway's frame; GUILD_CREATE of a large guild has some MB
	fileWait    = 5 * time.Second
	commandWait = 2 * time.Second // Discord gives an interaction 3 s; what takes longer is deferred
	parkFor     = 5 * time.Second // for a reaction on a message that is not known yet
	parkMost    = 1000            // reactions that wait so at a time
	askMost     = 256             // interactions in hand at a time
	lanes       = 32              // events worked on at a time; those of a channel keep their order
	laneLength  = 128             // events that wait in a lane; what is beyond is caught up with
	retryFor    = 2 * time.Minute // an event that cannot be recorded; then catching up has to find it
	grace       = 3 * time.Second // for what is in the lanes when Run is to end
	missedPause = 5 * time.Second // before catching up with what was dropped
)

// Requests. Rates come from the answers' headers alone; what these are is no part of Discord's interface.
const (
	patience      = 3 * time.Second  // a longer wait for one's turn is spent in the outbox, not in a request
	cloudflareFor = time.Minute      // after a 429 that is no JSON and does not say how long
	invalidWindow = 10 * time.Minute // 10,000 answers of 401, 403 and 429 in it ban the address
	maxInvalid    = 5000             // from which on we ask nothing, until the window has moved on
	deniedFor     = 10 * time.Minute // no receipts in a channel that refused one
)

// The gateway.
const (
	leaseFor      = 30 * time.Second // of a shard; a process that dies leaves it for so long
	leaseEvery    = 10 * time.Second
	leaseLook     = time.Second     // how often a process looks whether a shard is free
	identifyEvery = 5 * time.Second // Discord: max_concurrency IDENTIFY in 5 s
	stableAfter   = time.Minute     // a connection that lasted longer starts the pauses afresh
	resumeMost    = 5 * time.Second // the longest pause before a session is resumed
)

// With a nonce and enforce_nonce, a post is not repeated for "a few minutes". Where it is not known whether a
// message was posted before that, its thread is searched, this far back at most.
const lookBack = 26 * time.Hour

// Catching up (inhand.Gap) goes over at most so many threads of a guild.
const (
	catchUpThreads = 200
	pageSize       = 100
	refusedFor     = time.Hour // before a channel that we may not read is looked at again
)

// Bounds of what is remembered in memory. Nothing depends on it for correctness but a repeat that is found
// faster.
const (
	maxRemembered = 10_000
	maxChannels   = 50_000
	peopleFor     = 10 * time.Minute
)

// permissionPin is PIN_MESSAGES, which discordgo 0.29 does not know. MANAGE_MESSAGES grants it no more since
// 2026-02-23.
const permissionPin = 1 << 51

// Needed is every permission that the bot needs in a channel, and no other.
const Needed int64 = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionCreatePublicThreads |
	discordgo.PermissionReadMessageHistory | discordgo.PermissionAddReactions | discordgo.PermissionAttachFiles | permissionPin

// intents are what the gateway is to tell; Message Content comes on top where the portal allows it.
const intents = discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentGuildMessageReactions |
	discordgo.IntentDirectMessages | discordgo.IntentDirectMessageReactions
