package discord

import (
	"sync"
	"time"
)

// gaps are those that wait to be caught up. Connections may come and go faster than that is done.
type gaps struct {
	mu      sync.Mutex
	running bool
	since   map[string]time.Time // by guild, from the earliest; zero: since its last event
}

// add notes a gap of some guilds; false: somebody is at it, and will take this one, too.
func (g *gaps) add(guilds []string, since time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.since == nil {
		g.since = map[string]time.Time{}
	}
	for _, guild := range guilds {
		known, ok := g.since[guild]
		if !ok || known.IsZero() || !since.IsZero() && since.Before(known) {
			g.since[guild] = since
		}
	}
	first := !g.running
	g.running = true
	return first
}

// next is a gap to be caught up now; false: there is none any more.
func (g *gaps) next() (guild string, since time.Time, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for guild, since = range g.since {
		delete(g.since, guild)
		return guild, since, true
	}
	g.running = false
	return "", time.Time{}, false
}
