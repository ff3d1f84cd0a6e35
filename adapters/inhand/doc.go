// Package inhand is what an adapter of a chat platform has in hand between the platform and the house: events
// in lanes, work beside them, receipts, reactions that wait for their message, the places of messages.
//
//	watch := inhand.Watch{Log: log, Platform: "slack", Meter: hall.Meter}
//	lanes := inhand.NewLanes(32, 64, watch)
//	lanes.Put(thread, func() {
//		if err := watch.Take(func() error { return hall.Engine.Receive(ctx, event) }); err == nil {
//			acknowledge()
//		}
//	})
//	lanes.Close() // what is in them is done
//
// Goals: an event that breaks or can never be decided ends neither the process nor its lane, and does not come
// again for ever; what goes on beside the events can be waited for; what is the same on Slack and on Discord
// stands once. Non-goals: speaking to a platform (the adapters do), the shape of its ids beyond "its first two
// fields are the workspace", deciding anything (internal/engine).
package inhand
