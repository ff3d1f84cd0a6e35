package engine

import (
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor"
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
		w.amendSummary(d, msg)
	case coach.ActAskAgain:
		w.askAgain(d)
	case coach.ActResume:
		return w.resume(d, msg, r)
	case coach.ActRemind:
		w.ask("remind", w.summaryData())
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
		w.ask("save_failed", nil)
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

// amendSummary changes the pinned summary: by the learner's correction, or by what they have shown.
func (w *work) amendSummary(d coach.Decision, msg reading.Message) {
	s, key, words, cut := w.t.Summary, "added", oneLine(msg.Text), false
	if d.Kind == coach.KindCorrection {
		key = "amended"
		words, cut = shorten(msg.Text, s.room())
	}
	if words != "" {
		s.Corrected = append(slices.Clone(s.Corrected), words)
	}
	s.Asked = nil
	w.showSummary(OpEdit, "")
	w.ask(key, map[string]any{"Cut": cut, "Most": MaxCorrection})
}

func (w *work) askAgain(d coach.Decision) {
	switch {
	case d.Kind == coach.KindReaction && coach.IsCross(w.in.Emoji):
		w.note("ask_again.cross", nil)
	case d.Kind == coach.KindReaction:
		w.note("ask_again.edit", nil)
	case d.Kind == coach.KindVague:
		w.ask("ask_again.vague", nil)
	default:
		w.ask("ask_again.wish", nil)
	}
}

func (w *work) note(key string, data any) {
	w.post(Outgoing{Op: OpPost, Style: StyleNote, Text: w.say(key, data)})
}

// keptAsked is how many notes that ask to confirm a summary are kept in mind.
const keptAsked = 8

// ask posts a note that asks to confirm the summary. An emoji on it counts as one on the summary.
func (w *work) ask(key string, data any) {
	id := w.nextID()
	w.post(Outgoing{Op: OpPost, ID: id, Style: StyleNote, Text: w.say(key, data)})
	if s := w.t.Summary; s != nil {
		s.Asked = append(slices.Clone(s.Asked), id)
		s.Asked = s.Asked[max(0, len(s.Asked)-keptAsked):]
	}
}

// outcome takes the pin off; the message shows what became of it in place of the call to confirm.
func (w *work) outcome(key string) {
	if w.t.Summary == nil {
		return
	}
	data := w.summaryData()
	data["Outcome"] = w.say(key, nil)
	w.post(Outgoing{Op: OpUnpin, Target: w.t.Summary.Message, Text: w.say(key, nil), Settled: w.say("summary", data)})
}

// keptWords is how many corrections of the learner's a course holds to; the oldest make room.
const keptWords = 12

// holdTo has the course hold to what the learner corrected in a summary, so that the next session knows it.
func (w *work) holdTo(s *Summary) {
	if s == nil {
		return
	}
	held := slices.Clone(w.t.Course.Constraints)
	for _, words := range s.Corrected {
		if !slices.Contains(held, words) {
			held = append(held, words)
		}
	}
	w.t.Course.Constraints = held[max(0, len(held)-keptWords):]
}

// saved follows a confirmation: the documents, then, and only then, the way back in.
func (w *work) saved(d coach.Decision) error {
	if d.Action == coach.ActSaveFailed {
		w.ask("save_failed", nil)
		return nil
	}
	goesOn := w.t.Session.State() == coach.Coaching
	if goesOn {
		w.leaveOpen()
	}
	w.holdTo(w.t.Summary)
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
		"Names": strings.Join(names, w.say("list_comma", nil)), "Topic": w.t.Course.Topic, "GoesOn": goesOn,
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
	if c.Issue.Excerpt == "" && len(c.Issue.Tried)+len(c.Issue.Left) == 0 {
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
	w.note("resumed.new", nil) // else a pin is gone and nobody said why
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
	return w.speak(w.input(tutor.WhyResume, w.in.message(), coach.Reading{}), "")
}

func (w *work) beginWindow() {
	w.t.Course.Window++
	w.t.Course.Issue = w.t.Course.Issue.Reopened()
	w.t.Course.Past = slices.Clone(w.t.Course.Past)
	for i, past := range w.t.Course.Past {
		w.t.Course.Past[i] = past.Reopened()
	}
	w.t.Mark = mark{Points: len(w.t.Course.Points)}
	w.t.Summary = nil
	w.t.Last = tutor.Last{}
}
