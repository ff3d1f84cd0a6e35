package handoff

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"tack/coach/course"
)

// Trace is what a TRACE.md holds.
type Trace struct {
	Entries []course.Trace
	Terms   []course.Term
}

var (
	traceRE = regexp.MustCompile(`^\s*[-*+•]\s+\[`)
	timeRE  = regexp.MustCompile(`\s*<!-- (\d{4}-\d\d-\d\dT[0-9:.]+Z) -->\s*$`)
)

// noModule stands in a heading for what belongs to no module.
const noModule = "-"

// traceKey tells entries apart: the same command run again is another entry.
func traceKey(e course.Trace) string {
	return fmt.Sprintf("%q %q %q %d", e.Module, e.Command, e.Effect, e.At.UnixNano())
}

// writeTrace returns old with the entries and terms of c added that it does not have; "" if there
// are none at all. What is there is never changed.
func (f *Forms) writeTrace(w *words, c course.State, old string) (string, error) {
	have, err := f.ParseTrace(old)
	if err != nil {
		return "", err
	}
	fresh := newer(c, have)
	if len(fresh.Entries)+len(fresh.Terms) == 0 {
		return old, nil
	}
	p := &page{w: w}
	if old == "" {
		p.line("# ", strings.ReplaceAll(w.Titles["trace"], "{topic}", esc(c.Topic, "")))
		p.line("\n", w.About["trace"])
	} else {
		p.b.WriteString(strings.TrimRight(old, "\n") + "\n")
	}
	at := lastModule(old)
	under := func(module string) {
		if at == nil || *at != module {
			p.line("\n## ", moduleHeading(module), "\n")
			at = &module
		}
	}
	for _, e := range fresh.Entries {
		under(e.Module)
		p.entry(e)
	}
	for _, t := range fresh.Terms {
		under(t.Module)
		p.line("- ", esc(t.Term, ":：["), ": ", esc(t.Line, ""))
	}
	return p.b.String(), nil
}

// newer is what c has beyond have.
func newer(c course.State, have Trace) Trace {
	seen := map[string]int{}
	for _, e := range have.Entries {
		seen[traceKey(clean(e))]++
	}
	for _, t := range have.Terms {
		seen[fmt.Sprintf("term %q %q", t.Term, t.Line)]++
	}
	var out Trace
	for _, e := range c.Trace {
		if k := traceKey(clean(e)); seen[k] > 0 {
			seen[k]--
		} else {
			out.Entries = append(out.Entries, e)
		}
	}
	for _, t := range c.Terms {
		if k := fmt.Sprintf("term %q %q", plain(t.Term), plain(t.Line)); seen[k] == 0 && t.Term != "" {
			seen[k]++
			out.Terms = append(out.Terms, t)
		}
	}
	return out
}

// clean is an entry as it would be read again.
func clean(e course.Trace) course.Trace {
	e.Module, e.Command, e.Effect = plain(e.Module), plain(e.Command), plain(e.Effect)
	return e
}

func moduleHeading(module string) string {
	if module == "" {
		return noModule
	}
	return esc(module, "#")
}

// entry writes one command: what it was, what it was for, what a restart undoes, and when.
func (p *page) entry(e course.Trace) {
	at := ""
	if !e.At.IsZero() {
		at = " <!-- " + e.At.UTC().Format(time.RFC3339Nano) + " -->"
	}
	p.line("- [", esc(e.Module, "]"), "] ", codeSpan(e.Command), " → ", esc(e.Effect, ""), at)
	if e.Undone != "" {
		p.line("  - ", p.w.Keys["undone"], p.w.Colon, esc(e.Undone, ""))
	}
}

// ParseTrace reads a TRACE.md; a line that is neither a command nor a term is passed over.
func (f *Forms) ParseTrace(text string) (Trace, error) {
	if len(text) > MaxTrace {
		return Trace{}, fmt.Errorf("read %s: %d bytes, at most %d: %w", TraceName, len(text), MaxTrace, ErrTooLarge)
	}
	var t Trace
	module, last := "", -1
	for _, line := range unwrap(text) {
		if name, ok := traceModule(line); ok {
			module, last = name, -1
			continue
		}
		if e, ok := parseEntry(line); ok {
			t.Entries = append(t.Entries, e)
			last = len(t.Entries) - 1
			continue
		}
		f.traceLine(&t, line, module, last)
	}
	return t, nil
}

// traceModule reads the heading of a module.
func traceModule(line string) (string, bool) {
	m := headingOf(line)
	if m == nil || len(m[1]) < 2 {
		return "", false
	}
	name := strings.TrimSpace(m[3])
	if name == noModule {
		return "", true
	}
	return unesc(name), true
}

// traceLine reads a term, or what a restart undoes of the entry before it (last; -1: none).
func (f *Forms) traceLine(t *Trace, line, module string, last int) {
	m := bulletRE.FindStringSubmatch(line)
	if m == nil || traceRE.MatchString(line) {
		return
	}
	if len(m[1]) >= 2 {
		if key, value, _ := f.pair(m[2]); key == "undone" && last >= 0 {
			t.Entries[last].Undone = value
		}
		return
	}
	i := indexPlain(m[2], ":：")
	if i <= 0 {
		return
	}
	t.Terms = append(t.Terms, course.Term{
		Term: unesc(strings.TrimSpace(m[2][:i])), Module: module, Line: unesc(strings.TrimSpace(m[2][i+colonLen(m[2]):])),
	})
}

// parseEntry reads "- [M4] `command` → intent and effect".
func parseEntry(line string) (course.Trace, bool) {
	loc := traceRE.FindStringIndex(line)
	if loc == nil {
		return course.Trace{}, false
	}
	rest := line[loc[1]:]
	end := indexPlain(rest, "]")
	if end < 0 {
		return course.Trace{}, false
	}
	e := course.Trace{Module: unesc(strings.TrimSpace(rest[:end]))}
	var ok bool
	if e.Command, rest, ok = cutCodeSpan(strings.TrimSpace(rest[end+1:])); !ok {
		return course.Trace{}, false
	}
	if m := timeRE.FindStringSubmatch(rest); m != nil {
		if at, err := time.Parse(time.RFC3339Nano, m[1]); err == nil {
			e.At = at
			rest = rest[:len(rest)-len(m[0])]
		}
	}
	rest = strings.TrimSpace(rest)
	for _, arrow := range [...]string{"→", "->", "=>"} {
		if r, found := strings.CutPrefix(rest, arrow); found {
			rest = r
			break
		}
	}
	e.Effect = unesc(strings.TrimSpace(rest))
	return e, true
}

// lastModule is the module whose heading stands last in a TRACE.md; nil: there is none.
func lastModule(text string) *string {
	var out *string
	for _, line := range unwrap(text) {
		if name, ok := traceModule(line); ok {
			out = &name
		}
	}
	return out
}
