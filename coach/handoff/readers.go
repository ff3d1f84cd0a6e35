package handoff

import (
	"strconv"
	"strings"
	"time"

	"tack/coach"
	"tack/coach/course"
)

// eachPair calls do with every "key: value" under a label.
func (f *Forms) eachPair(items []item, label string, do func(key, value string)) {
	for _, it := range items {
		if it.label != label || it.cells != nil || it.code {
			continue
		}
		if key, value, ok := f.pair(it.text); ok {
			do(key, value)
		}
	}
}

func (f *Forms) readLearner(d *course.Diagnosis, items []item) {
	f.eachPair(items, "", func(key, value string) {
		switch key {
		case "goal":
			d.Goal = value
		case "level":
			d.Level = f.value("level", value)
		case "proof":
			d.LevelProof = append(d.LevelProof, value)
		case "time":
			d.Time = value
		case "preferences":
			d.Preferences = value
		case "deliverable":
			d.Deliverable = value
		case "asked":
			d.Asked = value
		case "tries":
			d.Tries = number(value)
		case "scenario":
			d.Scenario = number(value)
		case "right":
			d.Right = number(value)
		}
	})
}

// number reads a count; what is none is 0.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func (f *Forms) readRoute(r *course.Route, items []item) {
	for _, it := range items {
		key, value, ok := f.pair(it.text)
		if !ok || it.cells != nil {
			continue
		}
		switch key {
		case "modules", "module":
			r.Modules = splitList(it.text[indexPlain(it.text, ":："):][colonLen(it.text):])
		case "confirmed":
			r.Confirmed = f.value("bool", value) == "true"
		case "asked_back":
			r.Asked = f.value("bool", value) == "true"
		case "depth":
			r.Depth = value
		case "rhythm":
			r.Rhythm = value
		}
	}
}

// colonLen is the length of the first colon of text that is not escaped.
func colonLen(text string) int {
	if i := indexPlain(text, ":："); i >= 0 && text[i] != ':' {
		return len("：")
	}
	return 1
}

func (f *Forms) readEnvironment(s *course.State, items []item) {
	for _, r := range rows(items, "", 3) {
		s.Environment = append(s.Environment, course.Fact{Name: r[0], Value: r[1], From: r[2]})
	}
	for _, it := range items { // a list in place of the table
		if i := indexPlain(it.text, ":："); it.cells == nil && i > 0 {
			s.Environment = append(s.Environment, course.Fact{
				Name: unesc(strings.TrimSpace(it.text[:i])), Value: unesc(strings.TrimSpace(it.text[i+colonLen(it.text):])),
			})
		}
	}
}

func (f *Forms) readModules(s *course.State, items []item) {
	for _, r := range rows(items, "", 3) {
		s.Modules = append(s.Modules, course.Progress{ID: r[0], Title: r[1], Status: f.value("status", r[2])})
	}
	for _, r := range rows(items, "points", 4) {
		s.Points = append(s.Points, course.Point{ID: r[0], Module: r[1], Title: r[2], Status: f.value("point", r[3])})
	}
}

func (f *Forms) readCurrent(s *course.State, items []item) {
	f.eachPair(items, "", func(key, value string) {
		switch key {
		case "module":
			s.Position.Module = value
		case "step":
			s.Position.Step = f.value("step", value)
		case "index":
			s.Position.Index = number(value)
		case "check_tries":
			s.Position.Tries = number(value)
		case "put":
			s.Position.Put = number(value)
		case "waiting":
			s.Position.Waiting = value
		}
	})
	if issues := f.readIssues(items, "issue"); len(issues) > 0 {
		s.Issue = issues[0]
	}
}

// readIssues reads the problems under a label: each begins with a bullet that is not deep.
func (f *Forms) readIssues(items []item, label string) []course.Issue {
	var out []course.Issue
	for _, it := range items {
		if it.label != label || it.cells != nil || it.code {
			continue
		}
		key, value, known := f.pair(it.text)
		if !it.deep {
			if !known || key != "problem" {
				value = unesc(it.text)
			}
			out = append(out, course.Issue{Excerpt: value})
			continue
		}
		if len(out) > 0 {
			f.readIssueLine(&out[len(out)-1], it.text, key, value)
		}
	}
	return out
}

// readIssueLine reads a line under a problem. "Tried (state): text" is no known key as a whole.
func (f *Forms) readIssueLine(i *course.Issue, text, key, value string) {
	switch key {
	case "fault":
		i.Fault = value
		return
	case "at_step":
		i.Step = value
		return
	}
	colon := indexPlain(text, ":：")
	if colon < 0 {
		return
	}
	open := indexPlain(text[:colon], "(（")
	if open < 0 {
		return
	}
	dim := splitPlain(strings.TrimLeft(text[open:colon], "(（"), ")）")[0]
	t := course.Tried{
		Dimension: coach.Dimension(f.value("dimension", dim)),
		Text:      unesc(strings.TrimSpace(text[colon+colonLen(text):])),
	}
	switch f.keys[fold(text[:open])] {
	case "tried":
		t.Done = true
		i.Tried = append(i.Tried, t)
	case "suggested":
		i.Left = append(i.Left, t)
	}
}

// readFiles reads the lines of the code block, or of a list in its place.
func readFiles(items []item) []string {
	var out []string
	for _, it := range items {
		switch {
		case it.code:
			out = append(out, uncodeLine(it.text))
		case it.cells == nil:
			out = append(out, unesc(it.text))
		}
	}
	return out
}

func readPointers(s *course.State, items []item) {
	for _, it := range items {
		i := indexPlain(it.text, ":：")
		if it.label != "terms" || i < 0 {
			continue
		}
		module := unesc(strings.TrimSpace(it.text[:i]))
		for _, name := range splitList(it.text[i+colonLen(it.text):]) {
			s.Terms = append(s.Terms, course.Term{Term: name, Module: module})
		}
	}
}

// readTodo reads "~~old~~ -> **new**", either half alone, or a text without marks.
func readTodo(t *course.Todo, items []item) {
	for _, it := range items {
		if it.cells != nil || it.text == "" {
			continue
		}
		text := it.text
		if rest, ok := strings.CutPrefix(text, "~~"); ok {
			if i := indexPlain(rest, "~"); i >= 0 {
				t.Was = unesc(strings.TrimSpace(rest[:i]))
				text = strings.TrimLeft(strings.TrimPrefix(rest[i:], "~~"), " \t->→")
			}
		}
		text = strings.TrimSuffix(strings.TrimPrefix(text, "**"), "**")
		t.Text = unesc(strings.TrimSpace(text))
		return
	}
}

func (f *Forms) readSession(c *Context, items []item) {
	s := &c.course
	f.eachPair(items, "", func(key, value string) {
		switch key {
		case "format":
			c.format = number(value)
		case "topic":
			s.Topic = value
		case "title":
			s.Title = value
		case "language":
			s.Locale = value
		case "window":
			s.Window = number(value)
		case "phase":
			s.Phase = coach.Phase(f.value("phase", value))
		case "mark":
			c.Session.Mark = Mark(f.value("mark", value))
		case "reason":
			c.Session.Reason = coach.Rule(value)
		case "written":
			c.Session.At, _ = time.Parse(time.RFC3339Nano, value) // a date that is none is no date
		}
	})
	c.Session.Summary = append(c.Session.Summary, texts(items, "summary")...)
}
