// Package discordtest is a Discord for tests and for trying things by hand: one application, its guilds and
// its people, over loopback, in Discord's own wire protocol.
//
// Goals: REST (v9, v10) and gateway (JSON over WebSocket) as a client library meets them, so that one runs
// against it with no change but the address; the refusals that matter (permissions, archived and locked
// threads, limits, close codes) with Discord's own codes; a people's side that makes what people make, with
// the very events; faults by script; and a look-in that lets a test wait for what happened instead of sleeping.
//
// Non-goals: voice, stages, polls, OAuth, media; compression of the gateway (a client may ask for it, Discord
// need not give it); the numbers of Discord's rate limits, which its documentation says not to rely on.
//
//	srv := discordtest.Start(t, discordtest.Options{})
//	guild := srv.AddGuild("Study hall")
//	channel := srv.AddChannel(guild, discordtest.ChannelSpec{Name: "redis"})
//	kim := srv.AddUser(guild, discordtest.UserSpec{Name: "kim"})
//	session.Client = srv.Client()           // a *discordgo.Session with "Bot " + srv.Token()
//	...
//	srv.Post(kim, channel, "hello")
//	srv.Await(t, "an answer", func() bool { return len(srv.Messages(channel)) == 2 })
//	srv.NoViolations(t)
//
// Time is the machine's plus what [Server.Advance] added: the three seconds of an interaction, slowmode,
// timeouts, auto-archive and rate limits pass without waiting.
//
// Facts are from Discord's developer documentation; where it is silent, from what client libraries expect.
package discordtest
