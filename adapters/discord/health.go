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

// Health says what is wrong, in words for an operator; nil: nothing is.
func (a *Adapter) Health() []string {
	a.health.mu.Lock()
	defer a.health.mu.Unlock()
	var list []string
	for _, about := range slices.Sorted(maps.Keys(a.health.wrong)) {
		list = append(list, a.health.wrong[about])
	}
	return list
}
