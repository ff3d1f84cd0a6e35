package handoff

import "tack/coach/course"

// Into returns base with everything that the documents say: a section that is there replaces what
// base says of its matter, one that is missing leaves it. Terms, trace and the learner's own texts
// are only ever added to. With a zero base the documents alone are the course.
func (c Context) Into(base course.State) course.State {
	s, d := base, c.course
	s.Version = course.Version
	take := map[string]func(){
		"stack":       func() { s.Stack = d.Stack },
		"learner":     func() { s.Diagnosis = d.Diagnosis },
		"preferences": func() { s.Preferences = d.Preferences },
		"route":       func() { s.Route = d.Route },
		"environment": func() { s.Environment = d.Environment },
		"modules":     func() { s.Modules, s.Points = d.Modules, d.Points },
		"current":     func() { s.Position, s.Issue = d.Position, d.Issue },
		"files":       func() { s.Files = d.Files },
		"known":       func() { s.Known = d.Known },
		"todo":        func() { s.Todo = d.Todo },
		"open":        func() { s.Open, s.Past = d.Open, d.Past },
		"constraints": func() { s.Constraints, s.Closed = d.Constraints, d.Closed },
		"session":     func() { takeSession(&s, d) },
	}
	for name := range c.has {
		if f := take[name]; f != nil {
			f()
		}
	}
	if len(d.Extra) > 0 {
		s.Extra = d.Extra
	}
	c.takeTrace(&s)
	s.Own = addOwn(base.Own, c.notes)
	return s
}

// takeSession takes what the session state names; what it does not name stays.
func takeSession(s *course.State, d course.State) {
	for _, kv := range [...]struct {
		to   *string
		from string
	}{{&s.Topic, d.Topic}, {&s.Title, d.Title}, {&s.Locale, d.Locale}} {
		if kv.from != "" {
			*kv.to = kv.from
		}
	}
	if d.Window > 0 {
		s.Window = d.Window
	}
	if d.Phase != "" {
		s.Phase = d.Phase
	}
}

// takeTrace adds what TRACE.md has, then the terms that only CONTEXT.md names.
func (c Context) takeTrace(s *course.State) {
	var t Trace
	if c.trace != nil {
		t = *c.trace
	}
	known := map[string]bool{}
	for _, e := range s.Trace {
		known[traceKey(e)] = true
	}
	s.Trace = append([]course.Trace(nil), s.Trace...)
	for _, e := range t.Entries {
		if k := traceKey(e); !known[k] {
			known[k] = true
			s.Trace = append(s.Trace, e)
		}
	}
	at := map[string]int{}
	s.Terms = append([]course.Term(nil), s.Terms...)
	for i, e := range s.Terms {
		at[e.Term] = i
	}
	for _, e := range append(append([]course.Term(nil), t.Terms...), c.course.Terms...) {
		if i, ok := at[e.Term]; !ok {
			at[e.Term] = len(s.Terms)
			s.Terms = append(s.Terms, e)
		} else if e.Line != "" {
			s.Terms[i] = e // explained in other words since: the last ones hold
		}
	}
}

// addOwn adds texts that are not there yet; one that is there counts as agreed to.
func addOwn(base, more []course.Own) []course.Own {
	out := append([]course.Own(nil), base...)
	at := map[course.Own]int{}
	for i, o := range out {
		o.Consent = true
		at[o] = i
	}
	for _, o := range more {
		if i, ok := at[o]; ok {
			out[i].Consent = true
			continue
		}
		at[o] = len(out)
		out = append(out, o)
	}
	return out
}
