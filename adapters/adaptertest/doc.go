// Package adaptertest is the house behind a chat platform, for the tests of the adapters: reader, tutor,
// guard, texts and engine on a real embedded store; and a session that must go the same on every platform.
//
//	adapter, err := slack.New(...)
//	h := adaptertest.Build(t, "slack", adapter, adaptertest.Options{})
//	// let adapter.Run(ctx, ...) have h.Engine, h.Desk and h.Store
//	h.AwaitAnswered(t, thread, 3)          // three events answered, and the answers delivered
//	adaptertest.Converse(t, h, world)      // the script: same decisions, same visible story
//
// Goals: the real house, wired as bot serve wires it; waiting for what happened instead of sleeping; one
// script for all platforms. Non-goals: a platform (slacktest, discordtest), and what the house decides
// (internal/engine).
package adaptertest
