package discord

import "sync"

// memory remembers the newest of what it is told. It is safe for concurrent use.
type memory[V any] struct {
	most  int
	mu    sync.Mutex
	kept  map[string]V
	order []string // of the keys, oldest first
}

func newMemory[V any](most int) *memory[V] { return &memory[V]{most: most, kept: map[string]V{}} }

func (m *memory[V]) get(key string) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.kept[key]
	return v, ok
}

func (m *memory[V]) put(key string, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.kept[key]; !known {
		m.order = append(m.order, key)
	}
	m.kept[key] = v
	for len(m.order) > m.most {
		delete(m.kept, m.order[0])
		m.order = m.order[1:]
	}
}

// drop forgets a key. Its place in the order stays until it is the oldest.
func (m *memory[V]) drop(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, key)
}
