package model

import (
	"context"
	"sync"
)

// MemoryCache keeps the last answers as long as the process runs. It is safe for concurrent use.
type MemoryCache struct {
	mu     sync.Mutex
	most   int
	values map[string][]byte
	order  []string // of the keys, oldest first
}

var _ Cache = (*MemoryCache)(nil)

// NewMemoryCache makes a cache of at most so many answers, ≥ 1; then the oldest falls out.
func NewMemoryCache(most int) *MemoryCache {
	return &MemoryCache{most: max(1, most), values: map[string][]byte{}}
}

// Get gives what was put under key.
func (c *MemoryCache) Get(_ context.Context, key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.values[key]
	return value, ok
}

// Put keeps value under key. The caller does not change it any more.
func (c *MemoryCache) Put(_ context.Context, key string, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.values[key]; !ok {
		c.order = append(c.order, key)
	}
	c.values[key] = value
	if len(c.order) > c.most {
		delete(c.values, c.order[0])
		c.order = c.order[1:]
	}
}
