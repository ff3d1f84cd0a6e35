package handoff

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tack/coach/course"
)

// Write makes the documents of a course: CONTEXT.md anew, TRACE.md and NOTES.md as old with what
// is new added, the notes of s.Modules anew. TRACE.md is there once there is something to trace,
// NOTES.md once the learner has agreed to keep a text of theirs. Documents of old that are not
// written again are no part of the result. The errors are ErrTooLarge, and what ParseTrace and
// ParseNotes say of old.
func (f *Forms) Write(c course.State, s Session, old Documents) (Documents, error) {
	locale := s.Locale
	if locale == "" {
		locale = c.Locale
	}
	w := f.in(locale)
	trace, err := f.writeTrace(w, c, old.Get(TraceName))
	if err != nil {
		return nil, err
	}
	notes, err := f.writeNotes(w, c, old.Get(NotesName))
	if err != nil {
		return nil, err
	}
	out := Documents{{ContextName, f.writeContext(w, c, s)}, {TraceName, trace}, {NotesName, notes}}
	for _, m := range s.Modules {
		out = append(out, writeModule(w, c, m))
	}
	return fit(out)
}

// fit leaves out empty documents and refuses one that could not be read again.
func fit(docs Documents) (Documents, error) {
	limits := map[string]int{TraceName: MaxTrace, NotesName: MaxNotes}
	var out Documents
	for _, d := range docs {
		limit := limits[d.Name]
		if limit == 0 {
			limit = MaxContext
		}
		if len(d.Body) > limit {
			return nil, fmt.Errorf("write %s: %d bytes, at most %d: %w", d.Name, len(d.Body), limit, ErrTooLarge)
		}
		if d.Body != "" {
			out = append(out, d)
		}
	}
	return out, nil
}

// writeContext writes the fourteen sections in their order, then the unknown ones, then the mark.
func (f *Forms) writeContext(w *words, c course.State, s Session) string {
	p := &page{w: w}
	p.line("# ", strings.ReplaceAll(w.Titles["context"], "{topic}", esc(c.Topic, "")))
	p.line("\n", w.About["context"])
	for _, name := range sectionOrder {
		p.heading(name)
		p.line()
		before := p.b.Len()
		p.section(name, c, s)
		if p.b.Len() == before {
			p.none()
		}
	}
	for _, e := range c.Extra {
		p.line("\n## ", title(e.Title), "\n")
		for _, l := range f.guard(e) {
			p.line(l)
		}
	}
	p.line("\n", EndMark)
	return p.b.String()
}

// title is a heading's text on one line.
func title(s string) string { return strings.Join(strings.Fields(plain(s)), " ") }

func (p *page) section(name string, c course.State, s Session) {
	switch name {
	case "stack":
		if c.Stack != "" {
			p.list([]string{c.Stack})
		}
	case "learner":
		p.learner(c.Diagnosis)
	case "preferences":
		p.list(c.Preferences)
	case "route":
		p.route(c.Route)
	case "environment":
		p.environment(c.Environment)
	case "modules":
		p.modules(c)
	case "current":
		p.current(c)
	case "files":
		if len(c.Files) > 0 {
			p.fence(c.Files, "")
		}
	case "known":
		p.list(c.Known)
	case "trace":
		p.pointers(c)
	case "todo":
		p.todo(c.Todo)
	case "open":
		p.open(c)
	case "constraints":
		p.constraints(c)
	case "session":
		p.session(c, s)
	}
}

func (p *page) learner(d course.Diagnosis) {
	p.pair("goal", d.Goal)
	p.pair("level", p.w.word("level", d.Level))
	for _, proof := range d.LevelProof {
		p.line("- ", p.w.Keys["proof"], p.w.Colon, esc(proof, ""))
	}
	p.pair("time", d.Time)
	p.pair("preferences", d.Preferences)
	p.pair("deliverable", d.Deliverable)
	p.pair("asked", d.Asked)
	p.number("tries", d.Tries)
	p.number("scenario", d.Scenario)
	p.number("right", d.Right)
}

// number writes a count unless it is 0.
func (p *page) number(key string, n int) {
	if n != 0 {
		p.pair(key, strconv.Itoa(n))
	}
}

// yes writes a fact that holds.
func (p *page) yes(key string, holds bool) {
	if holds {
		p.pair(key, p.w.word("bool", "true"))
	}
}

func (p *page) route(r course.Route) {
	if len(r.Modules) > 0 {
		p.line("- ", p.w.Keys["modules"], p.w.Colon, joinList(r.Modules, ", "))
		p.pair("confirmed", p.w.word("bool", strconv.FormatBool(r.Confirmed)))
	} else {
		p.yes("confirmed", r.Confirmed)
	}
	p.yes("asked_back", r.Asked)
	p.pair("depth", r.Depth)
	p.pair("rhythm", r.Rhythm)
}

func (p *page) environment(facts []course.Fact) {
	if len(facts) == 0 {
		return
	}
	var rows [][]string
	for _, f := range facts {
		rows = append(rows, []string{f.Name, f.Value, f.From})
	}
	p.table([]string{"name", "value", "from"}, rows)
}

func (p *page) modules(c course.State) {
	if len(c.Modules) > 0 {
		var rows [][]string
		for _, m := range c.Modules {
			rows = append(rows, []string{m.ID, m.Title, p.w.word("status", m.Status)})
		}
		p.table([]string{"module", "title", "status"}, rows)
	}
	if len(c.Points) == 0 {
		return
	}
	if len(c.Modules) == 0 {
		p.none()
	}
	p.label("points")
	var rows [][]string
	for _, t := range c.Points {
		rows = append(rows, []string{t.ID, t.Module, t.Title, p.w.word("point", t.Status)})
	}
	p.table([]string{"point", "module", "title", "status"}, rows)
}

func (p *page) current(c course.State) {
	p.pair("module", c.Position.Module)
	p.pair("step", p.w.word("step", c.Position.Step))
	p.number("index", c.Position.Index)
	p.number("check_tries", c.Position.Tries)
	p.number("put", c.Position.Put)
	p.pair("waiting", c.Position.Waiting)
	if i := c.Issue; i.Excerpt != "" || i.Fault != "" || i.Step != "" || len(i.Tried)+len(i.Left) > 0 {
		p.label("issue")
		p.issue(i)
	}
}

// pointers say what TRACE.md holds, and which terms were explained, so that a CONTEXT.md alone is
// enough not to explain them again.
func (p *page) pointers(c course.State) {
	if len(c.Trace)+len(c.Terms) == 0 {
		return
	}
	counts := strings.NewReplacer("{commands}", strconv.Itoa(len(c.Trace)), "{terms}", strconv.Itoa(len(c.Terms)))
	p.pair("trace_file", counts.Replace(p.w.Counts))
	if len(c.Terms) == 0 {
		return
	}
	p.label("terms")
	for i := 0; i < len(c.Terms); {
		module := c.Terms[i].Module
		var names []string
		for ; i < len(c.Terms) && c.Terms[i].Module == module; i++ {
			names = append(names, c.Terms[i].Term)
		}
		p.line("- ", esc(module, ":："), p.w.Colon, joinList(names, ", "))
	}
}

// todo shows the one locked to-do, and what it replaced.
func (p *page) todo(t course.Todo) {
	const marks = "~*"
	switch {
	case t.Text == "" && t.Was == "":
	case t.Was == "":
		p.line("- **", esc(t.Text, marks), "**")
	case t.Text == "":
		p.line("- ~~", esc(t.Was, marks), "~~")
	default:
		p.line("- ~~", esc(t.Was, marks), "~~ -> **", esc(t.Text, marks), "**")
	}
}

func (p *page) open(c course.State) {
	p.list(c.Open)
	if len(c.Past) == 0 {
		return
	}
	if len(c.Open) == 0 {
		p.none()
	}
	p.label("past")
	for _, i := range c.Past {
		p.issue(i)
	}
}

func (p *page) constraints(c course.State) {
	p.list(c.Constraints)
	if len(c.Closed) == 0 {
		return
	}
	if len(c.Constraints) == 0 {
		p.none()
	}
	p.label("closed")
	p.list(c.Closed)
}

func (p *page) session(c course.State, s Session) {
	p.number("format", Format)
	p.pair("topic", c.Topic)
	p.pair("title", c.Title)
	p.pair("language", c.Locale)
	p.number("window", c.Window)
	p.pair("phase", p.w.word("phase", string(c.Phase)))
	p.pair("mark", p.w.word("mark", string(s.Mark)))
	p.pair("reason", string(s.Reason))
	if !s.At.IsZero() {
		p.pair("written", s.At.UTC().Format(time.RFC3339Nano))
	}
	if len(s.Summary) > 0 {
		p.label("summary")
		p.list(s.Summary)
	}
}
