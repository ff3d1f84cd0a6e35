package engine

import (
	"bytes"
	"slices"
)

// maxEarly is how many edits and deletions wait for their messages; the oldest falls out.
const maxEarly = 8

// keepEarly keeps an edit or a deletion whose message has not come yet: a platform that delivers a message
// again may deliver what became of it first. One of a message that was decided on is not kept.
func (w *work) keepEarly() error {
	lines, err := w.e.Store.Log(w.ctx, w.in.Thread)
	if err != nil {
		return err
	}
	id := append([]byte(`"id":`), mustJSON(w.in.Target)...)
	if slices.ContainsFunc(lines, func(line []byte) bool { return bytes.Contains(line, id) }) {
		return nil
	}
	w.t.Early = append(slices.Clone(w.t.Early), w.in)
	w.t.Early = w.t.Early[max(0, len(w.t.Early)-maxEarly):]
	return nil
}

// takeEarly applies to the messages of a turn what came before them.
func (w *work) takeEarly() {
	if len(w.t.Early) == 0 || w.turn == nil {
		return
	}
	w.turn = slices.Clone(w.turn)
	var left []Inbound
	for _, in := range w.t.Early {
		if !in.amends(w.turn) {
			left = append(left, in)
			continue
		}
		w.amend(in)
	}
	w.t.Early = left
	w.unite()
}
