package model

import (
	"strings"

	"tack/coach/handoff"
	"tack/coach/tutor"
)

// Notes are the notes of the modules that the course has touched, in the order of the route, from what
// the course records: the terms explained, the points with their standing. Work is left empty: the
// trace's commands stand there.
func (t *Tutor) Notes(in tutor.Input) []handoff.Module {
	if t.tracked(in.Course) {
		return t.trackNotes(in)
	}
	p := planOf(in.Course)
	var notes []handoff.Module
	for _, m := range p.Modules {
		var what, links []string
		for _, term := range in.Course.Terms {
			if term.Module == m.ID {
				what = append(what, "- "+term.Term+": "+term.Line)
			}
		}
		for _, pt := range in.Course.Points {
			if pt.Module == m.ID {
				links = append(links, "- "+pt.Title)
			}
		}
		if len(what)+len(links) > 0 {
			notes = append(notes, handoff.Module{
				ID: m.ID, Title: m.Title, What: strings.Join(what, "\n"), Links: strings.Join(links, "\n"), Interview: m.Pass,
			})
		}
	}
	return notes
}

// trackNotes are the track tutor's notes, if it takes any.
func (t *Tutor) trackNotes(in tutor.Input) []handoff.Module {
	if taker, ok := t.Track.(interface {
		Notes(in tutor.Input) []handoff.Module
	}); ok {
		return taker.Notes(in)
	}
	return nil
}
