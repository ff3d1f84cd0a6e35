package inhand

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"tack/coach"
	"tack/state"
)

// notes say in the store which messages of a thread bear eyes, for the process that comes after one that died.
// Two processes that write one at the same moment may lose one: what is lost matters only if its process dies
// within EyesFor.
type notes struct {
	platform string
	writing  sync.Mutex // of this process
}

// note is one message that bears eyes, or is about to.
type note struct {
	At    string `json:"at"`
	Since int64  `json:"since"` // µs since 1970
}

// notesFor is how long they are kept: for longer than a process is down, most often.
const notesFor = 7 * 24 * time.Hour

func (n *notes) key(id coach.ThreadID) state.Key {
	return state.Key{Learner: state.Learner{Workspace: id.Workspace()}, Name: n.platform + "-eyes:" + string(id)}
}

func (n *notes) list(ctx context.Context, s Store, id coach.ThreadID) ([]note, error) {
	body, err := s.Get(ctx, n.key(id))
	if errors.Is(err, state.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the notes of %s: %w", id, err)
	}
	var list []note
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("notes of %s: %w: %w", id, state.ErrCorrupt, err)
	}
	return list, nil
}

func (n *notes) add(ctx context.Context, s Store, one receipt) error {
	return n.change(ctx, s, one, func(list []note) []note { return append(list, note{one.at, one.since.UnixMicro()}) })
}

func (n *notes) remove(ctx context.Context, s Store, one receipt) error {
	return n.change(ctx, s, one, func(list []note) []note {
		return slices.DeleteFunc(list, func(known note) bool { return known.At == one.at })
	})
}

// change writes the notes of a thread anew; without any, there is no value.
func (n *notes) change(ctx context.Context, s Store, one receipt, do func([]note) []note) error {
	n.writing.Lock()
	defer n.writing.Unlock()
	list, err := n.list(ctx, s, one.thread)
	if err != nil && !errors.Is(err, state.ErrCorrupt) {
		return err
	}
	var body []byte
	if list = do(list); len(list) > 0 {
		if body, err = json.Marshal(list); err != nil {
			return fmt.Errorf("write the notes of %s: %w", one.thread, err)
		}
	}
	if err := s.Put(ctx, n.key(one.thread), body, notesFor); err != nil {
		return fmt.Errorf("write the notes of %s: %w", one.thread, err)
	}
	return nil
}
