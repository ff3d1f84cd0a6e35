// Package slacktest is a Slack for tests and for trying things by hand: one workspace, its people and one
// installed app, over loopback HTTP and WebSocket, in Slack's own wire protocol.
//
// Goals: Web API, Socket Mode and HTTP Events as a client library meets them, so that one runs against it
// with no change but the address; the refusals that matter (scopes, membership, lengths, pins, limits) with
// Slack's own error codes; a people's side that makes what people make, with the very events; faults, losses,
// duplicates and redeliveries by script; and a look-in that lets a test wait for what happened instead of
// sleeping.
//
// Non-goals: several workspaces, Slack Connect, OAuth, Enterprise Grid, search, app home, canvases, and what
// a message looks like.
//
//	srv := slacktest.Start(t, slacktest.Options{})
//	kim := srv.AddUser("kim")
//	channel := srv.AddChannel(slacktest.ChannelSpec{Name: "redis", Members: []string{kim, srv.BotUser()}})
//	client := slack.New(srv.BotToken(), slack.OptionAPIURL(srv.APIURL()), slack.OptionAppLevelToken(srv.AppToken()))
//	... // run the bot on client
//	root := srv.Mention(kim, channel, "hello")
//	srv.Await(t, "an answer", func(v *slacktest.Snapshot) bool { return len(v.Thread(channel, root)) == 2 })
//	srv.NoViolations(t)
//
// Time is the machine's plus what [Server.Advance] added: redelivery, rate limits and the life of triggers and
// response URLs pass without waiting. Signatures alone carry the machine's time, since a receiver compares.
//
// The people's side panics when it is told of a user, channel or message that does not exist: that is a
// mistake in the test. Facts are from Slack's documentation; where it is silent, from what users reported and
// from what slack-go expects.
package slacktest
