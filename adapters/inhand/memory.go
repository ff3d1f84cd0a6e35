package inhand

import (
	"slices"
	"sync"
)

// Memory remembers the newest of what it is told. It is safe for concurrent use.
type Memory[V any] struct {
	most  int
	mu    sync.Mutex
	kept  map[string]V
	order []string // of the keys, oldest first
}

// NewMemory returns a Memory of so many keys at most.
func NewMemory[V any](most int) *Memory[V] { return &Memory[V]{most: most, kept: map[string]V{}} }

// Get returns what is kept under a key.
func (m *Memory[V]) Get(key string) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.kept[key]
	return v, ok
}

// Put keeps v, and forgets the oldest key where there are too many.
func (m *Memory[V]) Put(key string, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(key, v)
}

func (m *Memory[V]) put(key string, v V) {
	if _, known := m.kept[key]; !known {
		m.order = append(m.order, key)
	}
	m.kept[key] = v
	for len(m.order) > m.most {
		delete(m.kept, m.order[0])
		m.order = m.order[1:]
	}
}

// GetOr returns what is kept, made by fresh if nothing is.
func (m *Memory[V]) GetOr(key string, fresh func() V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.kept[key]
	if !ok {
		v = fresh()
		m.put(key, v)
	}
	return v
}

// Drop forgets a key; put again, it is as new as any.
func (m *Memory[V]) Drop(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.kept[key]; known {
		delete(m.kept, key)
		m.order = slices.DeleteFunc(m.order, func(k string) bool { return k == key })
	}
}
