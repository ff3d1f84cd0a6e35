package engine

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tack/coach"
	"tack/coach/course"
)

// propose shows the summary, pinned.
func (w *work) propose(d coach.Decision) {
	w.t.Summary = &Summary{Message: w.nextID(), Reason: w.because("reason.", d), Items: w.items()}
	w.showSummary(OpPost, w.t.Summary.Message)
}

func (w *work) showSummary(op, id string) {
	w.post(Outgoing{Op: op, ID: id, Target: w.t.Summary.Message, Style: StyleSummary, Pin: true, Text: w.say("summary", w.summaryData())})
}

type item struct {
	N    int
	Text string
}

func (w *work) summaryData() map[string]any {
	s := w.t.Summary
	var items []item
	for i, text := range w.t.summaryItems(w) {
		items = append(items, item{i + 1, text})
	}
	reason := ""
	if s != nil {
		reason = s.Reason
	}
	return map[string]any{
		"Reason": reason, "Items": items, "Outcome": "", "SavedFirst": w.t.Session.SavedFirst(), "Kept": w.t.Session.Kept(),
	}
}

// maxItems is how many items a summary may have.
const maxItems = 5

// summaryItems are the items with the learner's corrections, which take the place of the last ones
// when there are too many.
func (t Thread) summaryItems(w *work) []string {
	if t.Summary == nil {
		return nil
	}
	items := slices.Clone(t.Summary.Items)
	if c := t.Summary.Corrected; len(c) > 0 {
		items = append(items[:min(len(items), maxItems-1)], w.say("item.corrected", strings.Join(c, w.say("list_semicolon", nil))))
	}
	return items
}

// items makes the summary: what was learned, where it is stuck, what was tried and what was only suggested,
// what is next.
func (w *work) items() []string {
	c := w.t.Course
	items := []string{w.learned(c)}
	issue := c.Issue
	switch stuck := issue.Excerpt != "" || len(issue.Tried)+len(issue.Left) > 0; {
	case stuck:
		items = append(items, w.say("item.stuck", or(oneLine(issue.Excerpt), c.Position.Module)))
	case len(c.Past) == 0:
		items = append(items, w.say("item.free", nil))
	}
	done, suggested := w.directions(issue.Done()), w.directions(issue.Suggested())
	if done != "" || suggested != "" {
		items = append(items, w.say("item.tried", map[string]any{"Done": done, "Suggested": suggested}))
	}
	if c.Todo.Text == "" {
		items = append(items, w.say("item.next.none", nil))
	} else {
		items = append(items, w.say("item.next", oneLine(c.Todo.Text)))
	}
	if open := leftOpen(c); len(open) > 0 {
		items = append(items, w.say("item.open", oneLine(strings.Join(open[max(0, len(open)-3):], w.say("list_semicolon", nil)))))
	}
	return items
}

// leftOpen lists the problems left open, then the open questions that do not name one of them.
func leftOpen(c course.State) []string {
	var open []string
	for _, past := range c.Past {
		open = append(open, or(past.Excerpt, past.Step))
	}
	problems := open
	for _, question := range c.Open {
		names := func(problem string) bool {
			return strings.Contains(question, problem) || strings.Contains(problem, question)
		}
		if !slices.ContainsFunc(problems, names) {
			open = append(open, question)
		}
	}
	return open
}

func (w *work) learned(c course.State) string {
	var points []string
	for _, p := range c.Points[min(w.t.Mark.Points, len(c.Points)):] {
		if p.Status == "confirmed" {
			points = append(points, p.Title)
		}
	}
	if len(points) == 0 {
		return w.say("item.learned.none", nil)
	}
	return w.say("item.learned", strings.Join(points[max(0, len(points)-5):], w.say("list_semicolon", nil)))
}

// directions puts directions into one line; empty: there are none.
func (w *work) directions(list []course.Tried) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, w.say("direction", map[string]any{
			"Dimension": w.say("dimension."+string(t.Dimension), nil), "Text": strings.TrimRight(oneLine(t.Text), ".。"),
		}))
	}
	return strings.Join(parts, w.say("list_semicolon", nil))
}

// itemRunes is how long one item's text may be.
const itemRunes = 200

// oneLine makes a text fit for one item.
func oneLine(s string) string {
	s, _ = shorten(s, itemRunes)
	return s
}

// shorten puts a text into one line of so many characters, and says whether it was cut for that.
func shorten(s string, most int) (string, bool) {
	r := []rune(strings.Join(strings.Fields(s), " "))
	switch {
	case len(r) <= most:
		return string(r), false
	case most < 2:
		return "", true
	}
	return string(r[:most-1]) + "…", true
}

// MaxCorrection is how many characters the corrections of a summary may have together: as many as a message
// on Discord, the least of the platforms.
const MaxCorrection = 2000

// room is how many characters of corrections the summary still takes.
func (s *Summary) room() int {
	room := MaxCorrection
	for _, words := range s.Corrected {
		room -= utf8.RuneCountInString(words)
	}
	return max(room, 0)
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}
