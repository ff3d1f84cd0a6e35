package discord

import (
	"maps"
	"slices"
	"sync"
)

// health is what is wrong at the moment, by what it is about.
type health struct {
	mu    sync.Mutex
	wrong map[string]string
}

// set says what is wrong with something; "" that nothing is any more.
func (h *health) set(about, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if text == "" {
		delete(h.wrong, about)
		return
	}
	if h.wrong == nil {
		h.wrong = map[string]string{}
	}
	h.wrong[about] = text
}

// partial are the things that may be wrong while the adapter does its work: one channel's pins, one file.
var partial = []string{"commands", "content", "files", "holders", "pins"}

// Health says what is wrong, in words for an operator; nil: nothing is.
func (a *Adapter) Health() []string { return a.health.list(nil) }

// Ready says what keeps the adapter from its work, in words for an operator; nil: nothing does.
func (a *Adapter) Ready() []string { return a.health.list(partial) }

// list is what is wrong, but with these things.
func (h *health) list(without []string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []string
	for _, about := range slices.Sorted(maps.Keys(h.wrong)) {
		if !slices.Contains(without, about) {
			list = append(list, h.wrong[about])
		}
	}
	return list
}
