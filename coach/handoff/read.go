package handoff

import (
	"fmt"
	"strings"

	"tack/coach/course"
)

// Context is what the documents say. The zero value says nothing.
type Context struct {
	Session Session // without Modules

	course course.State
	format int             // 0: it says none
	has    map[string]bool // sections that are there
	trace  *Trace          // nil: no TRACE.md was read
	notes  []course.Own
}

// Read reads the documents of a course: CONTEXT.md, and TRACE.md and NOTES.md where they are there.
func (f *Forms) Read(docs Documents) (Context, error) {
	c, err := f.ParseContext(docs.Get(ContextName))
	if err != nil {
		return Context{}, err
	}
	if body := docs.Get(TraceName); body != "" {
		t, err := f.ParseTrace(body)
		if err != nil {
			return Context{}, err
		}
		c.trace = &t
	}
	if body := docs.Get(NotesName); body != "" {
		if c.notes, err = f.ParseNotes(body); err != nil {
			return Context{}, err
		}
	}
	return c, nil
}

// ParseContext reads a CONTEXT.md as Tack wrote it, as somebody edited it, or as it was pasted into
// a chat. The errors are ErrTooLarge, ErrNotContext, ErrTruncated and ErrVersion.
func (f *Forms) ParseContext(text string) (Context, error) {
	if len(text) > MaxContext {
		return Context{}, fmt.Errorf("read %s: %d bytes, at most %d: %w", ContextName, len(text), MaxContext, ErrTooLarge)
	}
	parts, err := f.cut(text)
	if err != nil {
		return Context{}, fmt.Errorf("read %s: %w", ContextName, err)
	}
	c := Context{has: map[string]bool{}}
	for _, p := range parts {
		if p.name == "" {
			c.course.Extra = append(c.course.Extra, course.Section{Title: p.title, Body: p.body})
			continue
		}
		c.has[p.name] = true
		items := f.items(p.body)
		f.read(&c, p.name, items)
		if more := f.strange(p.name, items); len(more) > 0 {
			c.course.Extra = append(c.course.Extra, course.Section{Title: p.title + moreMark, Body: strings.Join(more, "\n")})
		}
	}
	if c.format > Format {
		return Context{}, fmt.Errorf("read %s: format %d, this program knows %d: %w", ContextName, c.format, Format, ErrVersion)
	}
	return c, nil
}

// moreMark stands behind a section's name over the lines of it that Tack does not know.
const moreMark = " +"

// strange are the lines of a section of "key: value" lines that are none that Tack knows: they are
// kept, as somebody wrote them for a reason.
func (f *Forms) strange(name string, items []item) []string {
	switch name {
	case "learner", "route", "current", "session":
	default:
		return nil
	}
	var out []string
	for _, it := range items {
		if it.label != "" || it.cells != nil || it.code || it.text == "" {
			continue
		}
		if _, _, ok := f.pair(it.text); !ok {
			out = append(out, "- "+it.text)
		}
	}
	return out
}

func (f *Forms) read(c *Context, name string, items []item) {
	s := &c.course
	switch name {
	case "stack":
		s.Stack = strings.Join(texts(items, ""), "\n")
	case "learner":
		f.readLearner(&s.Diagnosis, items)
	case "preferences":
		s.Preferences = append(s.Preferences, texts(items, "")...)
	case "route":
		f.readRoute(&s.Route, items)
	case "environment":
		f.readEnvironment(s, items)
	case "modules":
		f.readModules(s, items)
	case "current":
		f.readCurrent(s, items)
	case "files":
		s.Files = append(s.Files, readFiles(items)...)
	case "known":
		s.Known = append(s.Known, texts(items, "")...)
	case "trace":
		readPointers(s, items)
	case "todo":
		readTodo(&s.Todo, items)
	case "open":
		s.Open = append(s.Open, texts(items, "")...)
		s.Past = append(s.Past, f.readIssues(items, "past")...)
	case "constraints":
		s.Constraints = append(s.Constraints, texts(items, "")...)
		s.Closed = append(s.Closed, texts(items, "closed")...)
	case "session":
		f.readSession(c, items)
	}
}
