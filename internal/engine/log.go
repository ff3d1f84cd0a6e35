package engine

import (
	"errors"
	"time"

	"tack/coach"
	"tack/internal/transcript"
)

// step feeds the core one event and logs it. note carries what is annotated on a learner's line.
func (w *work) step(e coach.Event, note *transcript.Learner) coach.Decision {
	s, d, _ := coach.Step(*w.t.Session, e)
	w.t.Session = &s
	w.count(d)
	switch e := e.(type) {
	case coach.Turn:
		w.heard(e, note)
	case coach.Reaction:
		line := transcript.Reaction{ID: e.ID, Emoji: e.Emoji, Target: e.Target}
		if !w.learners() {
			line.User = bystander
		}
		if e.Remove {
			line.Op = "remove"
		}
		w.line(e.At, line)
	case coach.Edit:
		if e.Delete {
			w.line(e.At, transcript.Delete{ID: e.ID, Target: e.Target})
		} else {
			w.line(e.At, transcript.Edit{ID: e.ID, Target: e.Target, Text: w.in.Text})
		}
	case coach.Store:
		w.line(e.At, transcript.Store{ID: w.in.ID + "-store", OK: e.OK})
		w.t.Down = !e.OK
	case coach.Tick:
		w.line(e.At, transcript.Tick{})
	}
	return d
}

// heard logs a turn: its messages one by one, unless it is annotated as a whole. Of somebody else's
// message only that it came is kept.
func (w *work) heard(e coach.Turn, note *transcript.Learner) {
	line := transcript.Learner{ID: e.ID, Text: w.in.Text, Files: files(w.in.Files), Advanced: e.Advanced}
	switch {
	case e.User != "":
		line.User, line.Text, line.Files = bystander, "…", nil
	case note != nil && note.Kind != "":
		line.Kind = note.Kind
	default:
		for _, m := range w.turn[:max(0, len(w.turn)-1)] {
			w.line(m.At, transcript.Learner{ID: m.ID, Text: m.Text, Files: files(m.Files), More: true})
		}
		if n := len(w.turn); n > 0 {
			line.Text, line.Files = w.turn[n-1].Text, files(w.turn[n-1].Files)
		}
	}
	w.line(e.At, line)
}

// bystander stands for whoever else writes in the thread.
const bystander = "bystander"

func files(list []File) []transcript.File {
	var out []transcript.File
	for _, f := range list {
		out = append(out, transcript.File(f))
	}
	return out
}

func (w *work) line(at time.Time, e transcript.Event) {
	b, err := transcript.Encode(at, e)
	if err != nil {
		w.err = errors.Join(w.err, err)
		return
	}
	w.log = append(w.log, b)
}
