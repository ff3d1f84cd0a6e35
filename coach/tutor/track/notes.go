package track

import (
	"tack/coach/handoff"
	"tack/coach/tutor"
)

// Notes are the notes of the modules that the course has touched, in the order of the route: those
// with a knowledge point explained. Work is left empty: the trace's commands stand there.
func (t *Tutor) Notes(in tutor.Input) []handoff.Module {
	track, ok := t.lib.Topic(in.Course.Topic)
	if !ok {
		return nil
	}
	u := t.newTurn(in, track)
	touched := map[string]bool{}
	for _, p := range u.c.Points {
		touched[p.Module] = true
	}
	var notes []handoff.Module
	for _, id := range u.c.Route.Modules {
		if m, ok := track.module(id); ok && touched[id] {
			notes = append(notes, handoff.Module{
				ID: id, Title: m.Title.In(u.loc), What: m.Notes.What.In(u.loc),
				Links: m.Notes.Links.In(u.loc), Interview: m.Notes.Interview.In(u.loc),
			})
		}
	}
	return notes
}
