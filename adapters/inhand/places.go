package inhand

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// Places are where the coach's messages stand, by references whose first two fields are the workspace.
//
// A message that was deleted, or cannot be changed any more, is posted anew when it changes. The house goes on
// calling it by the id of the first, whose place it keeps; so the new place is kept here.
type Places struct {
	platform string
	posted   *Memory[state.Post] // by this process
}

// NewPlaces returns Places of a platform ("slack") that remember so many messages of this process.
func NewPlaces(platform string, most int) *Places {
	return &Places{platform: platform, posted: NewMemory[state.Post](most)}
}

// movedFor is how long a new place is kept; a summary that waits is parked after three days.
const movedFor = 30 * 24 * time.Hour

// key names a value that is kept about something in a workspace.
func (p *Places) key(ref, kind string) state.Key {
	return state.Key{Learner: state.Learner{Workspace: coach.ThreadID(ref).Workspace()}, Name: p.platform + "-" + kind}
}

func (p *Places) movedKey(id coach.ThreadID, message string) state.Key {
	return p.key(string(id), "moved:"+string(id)+"/"+message)
}

func (p *Places) atKey(ref string) state.Key { return p.key(ref, "at:"+ref) }

// Put notes that a message was posted somewhere.
func (p *Places) Put(ref string, post state.Post) { p.posted.Put(ref, post) }

// Of is where a message stands that was first posted at first.
func (p *Places) Of(ctx context.Context, s Store, id coach.ThreadID, message, first string) (string, error) {
	moved, err := s.Get(ctx, p.movedKey(id, message))
	switch {
	case errors.Is(err, state.ErrNotFound):
		return first, nil
	case err != nil:
		return "", fmt.Errorf("%s: look up a message's place: %w", p.platform, err)
	}
	return string(moved), nil
}

// Move keeps that a message was posted anew, and under which id the house knows it.
func (p *Places) Move(ctx context.Context, s Store, post state.Post, to string) error {
	body, err := json.Marshal(post)
	if err == nil {
		err = s.Put(ctx, p.atKey(to), body, movedFor)
	}
	if err == nil {
		err = s.Put(ctx, p.movedKey(post.Thread, post.ID), []byte(to), movedFor)
	}
	if err != nil {
		return fmt.Errorf("%s: keep a new place: %w", p.platform, err)
	}
	p.Put(to, post)
	return nil
}

// At is which message of ours stands somewhere; state.ErrNotFound: none.
func (p *Places) At(ctx context.Context, s Store, ref string) (state.Post, error) {
	if post, ok := p.posted.Get(ref); ok {
		return post, nil
	}
	post, err := s.Posted(ctx, ref)
	if !errors.Is(err, state.ErrNotFound) {
		return post, err
	}
	body, err := s.Get(ctx, p.atKey(ref))
	if err != nil {
		return post, err
	}
	if err := json.Unmarshal(body, &post); err != nil {
		return post, fmt.Errorf("%s: a kept place: %w: %w", p.platform, state.ErrCorrupt, err)
	}
	return post, nil
}

// Nameless is the receipt of an edit: the message keeps the name that it was first posted under, and an emoji
// on it must not be taken for one on the edit.
func Nameless(r engine.Receipt) engine.Receipt {
	r.Ref = ""
	return r
}

// within is a reference without its workspace.
func within(ref string) string {
	return strings.TrimPrefix(ref, coach.ThreadID(ref).Workspace()+":")
}
