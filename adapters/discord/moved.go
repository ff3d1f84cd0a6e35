package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// A summary that was deleted, or stands in a thread that is archived, is posted anew when it changes. The
// house goes on calling it by the id of the first, whose place it keeps; so the new place is kept here.

// movedFor is how long; a summary that waits is parked after three days.
const movedFor = 30 * 24 * time.Hour

func movedKey(id coach.ThreadID, message string) state.Key {
	return state.Key{Learner: state.Learner{Workspace: id.Workspace()}, Name: "discord-moved:" + string(id) + "/" + message}
}

func atKey(p place) state.Key {
	return state.Key{Learner: state.Learner{Workspace: workspace(p.guild)}, Name: "discord-at:" + p.String()}
}

// errEarly asks for another try: what is to be looked up is not known before Run.
var errEarly = fmt.Errorf("discord: not connected yet: %w", &engine.RetryError{After: time.Second})

// placeOf is where the message that m is about stands now; false: nowhere.
func (a *Adapter) placeOf(ctx context.Context, m engine.Outgoing) (place, bool, error) {
	in := a.inbox.Load()
	if in == nil {
		return place{}, false, errEarly
	}
	return in.standsAt(ctx, m.Thread, m.Target, m.Ref)
}

// standsAt is where a message stands that was first posted at ref.
func (in *inbox) standsAt(ctx context.Context, id coach.ThreadID, message, ref string) (place, bool, error) {
	moved, err := in.Store.Get(ctx, movedKey(id, message))
	switch {
	case err == nil:
		ref = string(moved)
	case !errors.Is(err, state.ErrNotFound):
		return place{}, false, fmt.Errorf("discord: look up a message's place: %w", err)
	}
	p, ok := parsePlace(ref)
	return p, ok, nil
}

// move keeps that a message was posted anew, and under which id the house knows it.
func (a *Adapter) move(ctx context.Context, m engine.Outgoing, to place) error {
	in := a.inbox.Load()
	if in == nil {
		return errEarly
	}
	post := state.Post{Thread: m.Thread, ID: m.Target}
	body, err := json.Marshal(post)
	if err != nil {
		return fmt.Errorf("discord: keep a new place: %w", err)
	}
	if err := in.Store.Put(ctx, atKey(to), body, movedFor); err != nil {
		return fmt.Errorf("discord: keep a new place: %w", err)
	}
	if err := in.Store.Put(ctx, movedKey(m.Thread, m.Target), []byte(to.String()), movedFor); err != nil {
		return fmt.Errorf("discord: keep a new place: %w", err)
	}
	a.posts.put(to.String(), post)
	return nil
}

// postAt is which message of ours stands somewhere; state.ErrNotFound: none.
func (in *inbox) postAt(ctx context.Context, p place) (state.Post, error) {
	if post, ok := in.posts.get(p.String()); ok {
		return post, nil
	}
	post, err := in.Store.Posted(ctx, p.String())
	if !errors.Is(err, state.ErrNotFound) {
		return post, err
	}
	body, err := in.Store.Get(ctx, atKey(p))
	if err != nil {
		return post, err
	}
	if err := json.Unmarshal(body, &post); err != nil {
		return post, fmt.Errorf("discord: a kept place: %w: %w", state.ErrCorrupt, err)
	}
	return post, nil
}
