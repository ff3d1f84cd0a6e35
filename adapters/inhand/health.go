package inhand

import (
	"maps"
	"slices"
	"sync"
)

// Health is what is wrong at the moment, by what it is about. The zero value is well.
type Health struct {
	mu    sync.Mutex
	wrong map[string]string
}

// Set says what is wrong with something, in words for an operator; "" that nothing is any more.
func (h *Health) Set(about, text string) {
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

// List is what is wrong, but with these things; nil: nothing is.
func (h *Health) List(without ...string) []string {
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
