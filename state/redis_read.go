package state

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tack/coach"
)

// readClaim reads what load.lua returned.
func readClaim(l lease, parts []any) (Claim, error) {
	head, places, bodies, out := texts(parts[0]), texts(parts[1]), texts(parts[2]), texts(parts[3])
	c := Claim{Thread: Thread{ID: l.thread}, Token: l.entry}
	var err error
	if c.Thread.Rev, err = strconv.ParseUint(orZero(head[0]), 10, 64); err != nil {
		return c, fmt.Errorf("revision: %w", err)
	}
	if c.Thread.Rev > 0 {
		c.Thread.Body = []byte(head[1])
	}
	due, err := strconv.ParseInt(orZero(head[2]), 10, 64)
	if err != nil {
		return c, fmt.Errorf("timer: %w", err)
	}
	if due != 0 {
		c.Due = time.UnixMicro(due)
	}
	if c.Fails, err = strconv.Atoi(orZero(head[3])); err != nil {
		return c, fmt.Errorf("failures: %w", err)
	}
	if c.Events, err = readEvents(l.thread, places, bodies); err != nil {
		return c, err
	}
	c.Outbox, err = readOutbox(out)
	return c, err
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}

const (
	orderLen    = 16
	sequenceLen = 12
	placeLen    = orderLen + sequenceLen
)

func readEvents(thread coach.ThreadID, places, bodies []string) ([]Event, error) {
	var events []Event
	for i, p := range places {
		if len(p) < placeLen || len(bodies[i]) < placeLen {
			return nil, fmt.Errorf("event %d of %d is cut short", i+1, len(places))
		}
		order, err := unsortable(p[:orderLen])
		if err != nil {
			return nil, fmt.Errorf("order of an event: %w", err)
		}
		events = append(events, Event{Thread: thread, ID: p[placeLen:], Order: order, Body: []byte(bodies[i][placeLen:])})
	}
	return events, nil
}

// readOutbox reads pairs of message id and sequence with body.
func readOutbox(pairs []string) ([]Message, error) {
	type placed struct {
		sequence string
		Message
	}
	var found []placed
	for i := 0; i+1 < len(pairs); i += 2 {
		if len(pairs[i+1]) < sequenceLen {
			return nil, fmt.Errorf("message %q is cut short", pairs[i])
		}
		found = append(found, placed{pairs[i+1][:sequenceLen], Message{ID: pairs[i], Body: []byte(pairs[i+1][sequenceLen:])}})
	}
	slices.SortFunc(found, func(a, b placed) int { return strings.Compare(a.sequence, b.sequence) })
	var out []Message
	for _, m := range found {
		out = append(out, m.Message)
	}
	return out, nil
}

// texts reads a list of texts as a script returns it; what is not there is empty.
func texts(reply any) []string {
	list, _ := reply.([]any)
	out := make([]string, len(list))
	for i, v := range list {
		out[i], _ = v.(string)
	}
	return out
}
