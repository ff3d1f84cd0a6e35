package state

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// Claim leases up to max threads that have work, and waits up to wait for the first. It fails with
// os.ErrClosed when the store closes meanwhile, and with the context's error when that ends.
func (f *File) Claim(ctx context.Context, max int, wait time.Duration) ([]Claim, error) {
	if f.queue.sweeps() {
		if err := f.sweep(ctx); err != nil && ctx.Err() == nil {
			f.log.Error("sweep store", "err", err)
		}
	}
	for end := time.Now().Add(wait); ; {
		taken, news, after, err := f.queue.take(max)
		if err != nil {
			return nil, fmt.Errorf("claim: %w", err)
		}
		claims, err := f.claims(ctx, taken)
		left := time.Until(end)
		if err != nil || len(claims) > 0 || max <= 0 || left <= 0 {
			return claims, err
		}
		if err := sleep(ctx, min(after, left), news); err != nil {
			return nil, fmt.Errorf("claim: %w", err)
		}
	}
}

// sleep returns after d, at news, or with the context's error.
func sleep(ctx context.Context, d time.Duration, news <-chan struct{}) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-news:
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// restCorrupt is for how long a thread rests that cannot be read: it must not keep others waiting.
const restCorrupt = 5 * time.Minute

// claims reads what there is to do in leased threads. When it cannot, it gives them back.
func (f *File) claims(ctx context.Context, taken []fileWork) ([]Claim, error) {
	if len(taken) == 0 {
		return nil, nil
	}
	var claims []Claim
	err := f.view(ctx, "claim", func(tx *bbolt.Tx) error {
		for _, w := range taken {
			c, err := readFileClaim(tx, w)
			if errors.Is(err, ErrCorrupt) {
				f.log.Error("thread cannot be read", "thread", w.id, "err", err)
				f.queue.release(w.id, w.token, 0, Release{After: restCorrupt, Failed: true}.as(f.now()))
				continue
			}
			if err != nil {
				return err
			}
			claims = append(claims, c)
		}
		return nil
	})
	if err == nil {
		return claims, nil
	}
	for _, w := range taken {
		f.queue.release(w.id, w.token, 0, func(*mark) {})
	}
	return nil, err
}

func readFileClaim(tx *bbolt.Tx, w fileWork) (Claim, error) {
	c := Claim{Thread: Thread{ID: w.id}, Due: timeOf(w.due), Fails: w.fails, Token: w.token}
	t, err := readThread(tx, w.id)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return c, err
	}
	c.Thread = t
	if c.Events, err = readFileEvents(tx, w.id, MaxEvents); err != nil {
		return c, err
	}
	c.Outbox, err = readFileOutbox(tx, w.id)
	return c, err
}

// timeOf is the time of µs since 1970; zero for 0.
func timeOf(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// readThread returns a thread; ErrNotFound beside one of revision 0 if there is none.
func readThread(tx *bbolt.Tx, id coach.ThreadID) (Thread, error) {
	v := tx.Bucket(bucketThreads).Get([]byte(id))
	switch {
	case v == nil:
		return Thread{ID: id}, ErrNotFound
	case len(v) < 8:
		return Thread{ID: id}, fmt.Errorf("revision: %w", ErrCorrupt)
	}
	return Thread{ID: id, Rev: binary.BigEndian.Uint64(v), Body: append([]byte{}, v[8:]...)}, nil
}

var errEnough = errors.New("enough")

// readFileEvents returns the first events of a thread, at most most.
func readFileEvents(tx *bbolt.Tx, id coach.ThreadID, most int) ([]Event, error) {
	var events []Event
	err := each(tx.Bucket(bucketEvents), within(string(id)), func(place, v []byte) error {
		if len(events) == most {
			return errEnough
		}
		if len(place) != placeSize {
			return fmt.Errorf("place of an event: %w", ErrCorrupt)
		}
		p := parcel{rest: v}
		order := int64(binary.BigEndian.Uint64(place) ^ 1<<63)
		events = append(events, Event{Thread: id, ID: p.text(), Order: order, Body: p.body()})
		return p.err("event")
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return events, err
}

func readFileOutbox(tx *bbolt.Tx, id coach.ThreadID) ([]Message, error) {
	var messages []Message
	err := each(tx.Bucket(bucketOutbox), within(string(id)), func(_, v []byte) error {
		p := parcel{rest: v}
		messages = append(messages, Message{ID: p.text(), Body: p.body()})
		return p.err("message")
	})
	return messages, err
}
