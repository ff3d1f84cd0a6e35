package eval

import (
	"fmt"
	"strings"
)

// Text is the result for people: a table for each judgement, then each wrong row.
func (r Reading) Text() string {
	var b strings.Builder
	r.ErrorPairs.print(&b, "error pairs")
	r.QuestionPairs.print(&b, "question pairs")
	r.Messages.print(&b, "messages")
	r.Messages.Resolved.print(&b, "resolved")
	return b.String()
}

func (c Card) print(b *strings.Builder, title string) {
	fmt.Fprintf(b, "%s: accuracy %.4f, macro-F1 %.4f\n", title, c.Accuracy, c.MacroF1)
	printHead(b)
	for _, l := range c.Labels {
		l.Score.print(b, l.Name)
	}
	printWrong(b, c.Wrong)
	b.WriteByte('\n')
}

func printHead(b *strings.Builder) {
	fmt.Fprintf(b, "  %-16s %9s %9s %9s %5s\n", "", "precision", "recall", "F1", "n")
}

func (s Score) print(b *strings.Builder, name string) {
	fmt.Fprintf(b, "  %-16s %9.4f %9.4f %9.4f %5d\n", name, s.Precision, s.Recall, s.F1(), s.N)
}

func printWrong(b *strings.Builder, wrong []Wrong) {
	for _, w := range wrong {
		fmt.Fprintf(b, "  %s: want %s, got %s\n", w.ID, w.Want, w.Got)
	}
}

// Text is the result for people: a table, the false alarms, then each wrong event.
func (d Dialogues) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "dialogues %d, labelled turns %d\n", d.Dialogues, d.Turns)
	printHead(&b)
	d.Stop.print(&b, "stop_intent")
	d.Spin.print(&b, "spin")
	d.Busy.print(&b, "busy")
	d.BareAck.print(&b, "bare_ack")
	fmt.Fprintf(&b, "engaged learners called disengaged: %d of %d turns\n",
		d.Disengaged.FalseAlarms, d.Disengaged.Engaged)
	printWrong(&b, d.Wrong)
	return b.String()
}
