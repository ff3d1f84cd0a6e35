package engine

import (
	"encoding/json"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/state"
)

// act does what a decision on a learner's event asks for.
func (w *work) act(d coach.Decision, msg reading.Message, r coach.Reading) error {
	switch d.Action {
	case coach.ActContinue:
		in := w.input(tutor.WhyTurn, msg, r)
		in.Go = d.Kind == coach.KindReaction
		return w.speak(in, "")
	case coach.ActWarnLength:
		hint := w.say("warn_length", map[string]any{"N": d.Counts.Turns, "Threshold": w.t.Session.Threshold()})
		return w.speak(w.input(tutor.WhyTurn, msg, r), "\n\n"+hint)
	case coach.ActBreakOut, coach.ActCloseOut, coach.ActSaveAndAsk:
		return w.intervene(d)
	case coach.ActSave, coach.ActSaveFailed:
		return w.saved(d)
	case coach.ActAmend:
		w.amend(d, msg)
	case coach.ActAskAgain:
		w.askAgain(d)
	case coach.ActResume:
		return w.resume(d, msg, r)
	case coach.ActRemind:
		w.note("remind", w.summaryData())
	case coach.ActPark:
		w.outcome("summary.parked")
		w.note("parked", nil)
	case coach.ActReopen:
		return w.reopen(d)
	}
	return nil
}

// intervene speaks for the core: the notice of a break-out, then the tutor's first words in the
// other way; or the summary of a close-out.
func (w *work) intervene(d coach.Decision) error {
	if d.Action == coach.ActBreakOut {
		w.post(Outgoing{Op: OpPost, Style: StyleNotice, Text: w.say("notice", map[string]any{
			"Why":    w.because("notice.", d),
			"Method": w.say("method."+string(d.Method), nil),
		})})
		in := w.input(tutor.WhyBreakOut, reading.Message{}, coach.Reading{})
		in.Method = d.Method
		return w.speak(in, "")
	}
	w.propose(d)
	if d.Action == coach.ActSaveAndAsk {
		return w.saveDocuments(handoff.Unconfirmed)
	}
	if d.Action == coach.ActSaveFailed {
		w.note("save_failed", nil)
	}
	return nil
}

// because says the first rule in plain words.
func (w *work) because(prefix string, d coach.Decision) string {
	rule, n := d.Fired[0], d.Counts.Turns
	switch rule {
	case coach.RuleSameError:
		n = d.Counts.SameError
	case coach.RuleSameQuestion:
		n = d.Counts.SameQuestion
	case coach.RuleNoProgress:
		n = d.Counts.NoProgress
	case coach.RuleStuck:
		n = w.t.Session.OpenFor()
	case coach.RuleLookback:
		n = len(d.Proof)
	}
	return w.say(prefix+string(rule), map[string]any{"N": n})
}

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
		"Reason": reason, "Items": items, "SavedFirst": w.t.Session.SavedFirst(), "Kept": w.t.Session.Kept(),
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
		items = append(items[:min(len(items), maxItems-1)], w.say("item.corrected", strings.Join(c, "; ")))
	}
	return items
}

// items makes the summary: what was learned, where it is stuck, what was tried, what is next.
func (w *work) items() []string {
	c := w.t.Course
	items := []string{w.learned(c)}
	issue := c.Issue
	if issue.Excerpt == "" && len(issue.Tried) == 0 {
		items = append(items, w.say("item.free", nil))
	} else {
		items = append(items, w.say("item.stuck", or(oneLine(issue.Excerpt), c.Position.Module)))
	}
	if len(issue.Tried) > 0 {
		items = append(items, w.say("item.tried", w.tried(issue.Tried)))
	}
	if c.Todo.Text == "" {
		items = append(items, w.say("item.next.none", nil))
	} else {
		items = append(items, w.say("item.next", oneLine(c.Todo.Text)))
	}
	if len(c.Open) > 0 {
		items = append(items, w.say("item.open", oneLine(strings.Join(c.Open[max(0, len(c.Open)-3):], "; "))))
	}
	return items
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
	return w.say("item.learned", strings.Join(points[max(0, len(points)-5):], "; "))
}

func (w *work) tried(list []course.Tried) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, w.say("dimension."+string(t.Dimension), nil)+": "+oneLine(t.Text))
	}
	return strings.Join(parts[max(0, len(parts)-4):], "; ")
}

// itemRunes is how long one item's text may be.
const itemRunes = 200

// oneLine makes a text fit for one item.
func oneLine(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > itemRunes {
		return string(r[:itemRunes-1]) + "…"
	}
	return string(r)
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// amend changes the pinned summary: by the learner's correction, or by what they have shown.
func (w *work) amend(d coach.Decision, msg reading.Message) {
	w.t.Summary.Corrected = append(w.t.Summary.Corrected, oneLine(msg.Text))
	w.showSummary(OpEdit, "")
	if d.Kind == coach.KindCorrection {
		w.note("amended", nil)
	} else {
		w.note("added", nil)
	}
}

func (w *work) askAgain(d coach.Decision) {
	switch {
	case d.Kind == coach.KindReaction && coach.IsCross(w.in.Emoji):
		w.note("ask_again.cross", nil)
	case d.Kind == coach.KindReaction:
		w.note("ask_again.edit", nil)
	case d.Kind == coach.KindVague:
		w.note("ask_again.vague", nil)
	default:
		w.note("ask_again.wish", nil)
	}
}

func (w *work) note(key string, data any) {
	w.post(Outgoing{Op: OpPost, Style: StyleNote, Text: w.say(key, data)})
}

// outcome takes the pin off; the message shows what became of it.
func (w *work) outcome(key string) {
	if w.t.Summary != nil {
		w.post(Outgoing{Op: OpUnpin, Target: w.t.Summary.Message, Text: w.say(key, nil)})
	}
}

// saved follows a confirmation: the documents, then, and only then, the way back in.
func (w *work) saved(d coach.Decision) error {
	if d.Action == coach.ActSaveFailed {
		w.note("save_failed", nil)
		return nil
	}
	goesOn := w.t.Session.State() == coach.Coaching
	if goesOn {
		w.leaveOpen()
	}
	if err := w.saveDocuments(handoff.Confirmed); err != nil {
		return err
	}
	w.outcome("summary.saved")
	var names []string
	for _, doc := range w.docs {
		names = append(names, "`"+doc.Name+"`")
		w.post(Outgoing{Op: OpFile, Name: doc.Name, Text: doc.Body, Topic: w.t.Course.Topic})
	}
	w.post(Outgoing{Op: OpPost, Style: StyleNote, Text: w.say("saved", map[string]any{
		"Names": strings.Join(names, ", "), "Topic": w.t.Course.Topic, "GoesOn": goesOn,
	})})
	w.t.Summary = nil
	if goesOn {
		return w.speak(w.input(tutor.WhyGoOn, reading.Message{}, coach.Reading{}), "")
	}
	return nil
}

// leaveOpen moves the problem in hand to those left open: the session goes on without it.
func (w *work) leaveOpen() {
	c := &w.t.Course
	if c.Issue.Excerpt == "" && len(c.Issue.Tried) == 0 {
		return
	}
	c.Past = append(slices.Clone(c.Past), c.Issue)
	c.Past = c.Past[max(0, len(c.Past)-course.KeptIssues):]
	c.Open = append(slices.Clone(c.Open), oneLine(or(c.Issue.Excerpt, c.Issue.Step)))
	c.Issue = course.Issue{}
}

// resume goes on after a close-out was withdrawn.
func (w *work) resume(d coach.Decision, msg reading.Message, r coach.Reading) error {
	w.outcome("summary.withdrawn")
	w.t.Summary = nil
	if d.Kind == coach.KindContinue {
		w.note("resumed", nil)
		return w.speak(w.input(tutor.WhyGoOn, msg, r), "")
	}
	return w.speak(w.input(tutor.WhyTurn, msg, r), "")
}

// reopen presents an unconfirmed summary first, or begins the next window from the documents.
func (w *work) reopen(d coach.Decision) error {
	if d.State == coach.Closing && w.t.Summary != nil {
		w.note("reopened.parked", nil)
		w.t.Summary.Message = w.nextID()
		w.showSummary(OpPost, w.t.Summary.Message)
		return nil
	}
	if err := w.loadDocuments(); err != nil {
		return err
	}
	w.beginWindow()
	msg := reading.Message{Text: w.in.Text}
	return w.speak(w.input(tutor.WhyResume, msg, coach.Reading{}), "")
}

func (w *work) beginWindow() {
	w.t.Course.Window++
	w.t.Mark = mark{Points: len(w.t.Course.Points)}
	w.t.Summary = nil
	w.t.Last = tutor.Last{}
}

// saveDocuments writes the documents as they are to be from now on.
func (w *work) saveDocuments(m handoff.Mark) error {
	old, err := w.documents()
	if err != nil {
		return err
	}
	s := handoff.Session{Locale: w.t.Course.Locale, At: w.in.At, Mark: m, Summary: w.t.summaryItems(w)}
	if rules := w.t.Session.CloseRules(); len(rules) > 0 {
		s.Reason = rules[0]
	}
	if n, ok := w.e.Tutor.(NoteTaker); ok && m != "" {
		s.Modules = n.Notes(w.input(tutor.WhyTurn, reading.Message{}, coach.Reading{}))
	}
	docs, err := w.e.Forms.Write(w.t.Course, s, old)
	if err != nil {
		return err
	}
	w.docs = nil
	for _, doc := range docs {
		w.docs = append(w.docs, state.Document{Name: doc.Name, Body: doc.Body, Changed: w.in.At})
	}
	return nil
}

// documents are those of the store, as this event has changed them so far.
func (w *work) documents() (handoff.Documents, error) {
	stored, err := w.e.Store.Documents(w.ctx, w.owner)
	if err != nil {
		return nil, err
	}
	var docs handoff.Documents
	for _, doc := range stored {
		docs = append(docs, handoff.Document{Name: doc.Name, Body: doc.Body})
	}
	return docs, nil
}

// mustJSON encodes our own structs, which always encode.
func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
