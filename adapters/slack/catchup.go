package slack

import (
	"context"
	"sync"
	"time"

	"tack/adapters/inhand"
	"tack/coach"

	"github.com/slack-go/slack"
)

// catchUp fetches what was said while nobody listened: in the threads that were written in last, and at the
// top of their channels. since is when something was last heard; zero: this process has just begun, and
// every channel we are in is looked at. What was recorded already is a repeat to the store.
//
// What is not caught up, and why, the package's documentation says.
func (in *inbox) catchUp(ctx context.Context, since time.Time) {
	if !in.gaps.add(since) {
		return
	}
	for since, ok := in.gaps.next(); ok; since, ok = in.gaps.next() {
		in.watch.Do(func() { in.catch(ctx, since) })
	}
}

// gaps are those that wait to be caught up. Sockets may come and go faster than that is done.
type gaps struct {
	mu      sync.Mutex
	running bool
	waits   bool
	since   time.Time // of the earliest that waits
}

// add notes a gap; false: somebody is at it, and will take this one, too.
func (g *gaps) add(since time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.waits || since.Before(g.since) {
		g.since = since
	}
	g.waits = true
	first := !g.running
	g.running = true
	return first
}

// next is the gap to be caught up now; false: there is none any more.
func (g *gaps) next() (since time.Time, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	ok, g.running, g.waits = g.waits, g.waits, false
	return g.since, ok
}

// catch goes over threads and channels.
func (in *inbox) catch(ctx context.Context, since time.Time) {
	now := time.Now()
	heard, err := in.Store.Heard(ctx, workspace(in.self.team), now.AddDate(0, -1, 0), catchUpThreads)
	if err != nil {
		in.log.Error("catch up", "err", err)
		return
	}
	channels := map[string]time.Time{} // from when on
	for _, h := range heard {
		p, ok := parsePlace(string(h.Thread))
		if !ok {
			continue
		}
		from := inhand.Gap(time.UnixMicro(h.Order), since, now)
		if earlier, known := channels[p.channel]; !known || from.After(earlier) {
			channels[p.channel] = from
		}
		if p.ts != "" {
			in.eyes.Adopt(ctx, in.Store, h.Thread)
			in.catchThread(ctx, p, in.summaryBefore(ctx, h.Thread, from, now))
		}
	}
	if since.IsZero() {
		in.addChannels(ctx, channels, now)
	}
	for channel, from := range channels {
		in.catchChannel(ctx, channel, from)
	}
}

// summaryBefore goes back to the summary that waits for its confirmation, so that an emoji under it is seen.
func (in *inbox) summaryBefore(ctx context.Context, id coach.ThreadID, from, now time.Time) time.Time {
	first, message, ok := in.Waiting(ctx, id)
	if !ok {
		return from
	}
	ref, err := in.places.Of(ctx, in.Store, id, message, first)
	p, ok := parsePlace(ref)
	if err != nil || !ok {
		return from
	}
	at, err := timeOf(p.ts)
	if err != nil || now.Sub(at) > inhand.CatchUpMost || at.After(from) {
		return from
	}
	return at.Add(-time.Microsecond)
}

// addChannels adds the channels that we are in, from the last time that anything was heard anywhere.
func (in *inbox) addChannels(ctx context.Context, channels map[string]time.Time, now time.Time) {
	if len(channels) == 0 {
		return // a first start has missed nothing
	}
	from := now.Add(-inhand.CatchUpMost)
	for _, t := range channels {
		if t.After(from) {
			from = t
		}
	}
	err := in.eachChannel(ctx, func(id string) {
		if _, known := channels[id]; !known {
			channels[id] = from
		}
	})
	if err != nil {
		in.log.Warn("catch up: list our channels", "code", codeOf(err), "err", err)
	}
}

// eachChannel goes over all channels that we are in, page by page.
func (in *inbox) eachChannel(ctx context.Context, do func(id string)) error {
	ask := slack.GetConversationsForUserParameters{
		Types: []string{"public_channel", "private_channel", "im"}, ExcludeArchived: true, Limit: pageSize,
	}
	for {
		var page []slack.Channel
		err := in.patiently(ctx, func() (err error) {
			page, ask.Cursor, err = in.client.GetConversationsForUserContext(ctx, &ask)
			return err
		})
		if err != nil {
			return err
		}
		for _, c := range page {
			do(c.ID)
		}
		if ask.Cursor == "" {
			return nil
		}
	}
}
