//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"tack/internal/engine"
)

// scene is a thread as people see it.
type scene struct {
	mu      sync.Mutex
	posts   []engine.Outgoing // in order, each once
	sorry   map[string]bool   // the messages that the coach is unavailable, by id
	changed chan struct{}     // closed at the next change, and made anew
}

func newScene() *scene { return &scene{changed: make(chan struct{}), sorry: map[string]bool{}} }

var errTwoMessages = errors.New("two messages under one id")

// show says whether the message was there before; an error: another one of its id was.
func (s *scene) show(m engine.Outgoing) (before bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.Ref, m.Again = "", false
	for _, p := range s.posts {
		if p.ID == m.ID && p != m {
			return true, fmt.Errorf("%s %s: %w", m.Thread, m.ID, errTwoMessages)
		}
		if p.ID == m.ID {
			return true, nil
		}
	}
	if strings.HasPrefix(m.ID, "unavailable-") {
		before = s.sorry[m.ID]
		s.sorry[m.ID] = true
		return before, nil
	}
	s.posts = append(s.posts, m)
	close(s.changed)
	s.changed = make(chan struct{})
	return false, nil
}

// wait waits until n messages are shown.
func (s *scene) wait(ctx context.Context, n int) error {
	for {
		s.mu.Lock()
		got, changed := len(s.posts), s.changed
		s.mu.Unlock()
		if got >= n {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%d messages shown, want %d: %w", got, n, context.Cause(ctx))
		}
	}
}

// summary is the id of the summary that was shown last.
func (s *scene) summary() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := ""
	for _, p := range s.posts {
		if p.Op == engine.OpPost && p.Pin {
			id = p.ID
		}
	}
	return id
}

// story is what was shown, in order.
func (s *scene) story() []engine.Outgoing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]engine.Outgoing(nil), s.posts...)
}
