package eval

import (
	"io/fs"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/reading"
)

// Reader is the reading that is measured.
type Reader interface {
	Learner(ctx reading.Context, m reading.Message) coach.Reading
	Coach(ctx reading.Context, text string) reading.Coach
}

// Reading is the result over the three tables of a folder.
type Reading struct {
	ErrorPairs    Card     `json:"error_pairs"`
	QuestionPairs Card     `json:"question_pairs"`
	Messages      Messages `json:"messages"`
}

// Messages is the result over messages.tsv.
type Messages struct {
	Card
	Resolved Card `json:"resolved"`
}

// The labels of a pair. A knob pair is to be read as the same.
const (
	same      = "same"
	different = "different"
	knob      = "knob"
)

// MeasureReading reads error-pairs.tsv, question-pairs.tsv and messages.tsv in dir.
func MeasureReading(r Reader, dir fs.FS) (Reading, error) {
	var out Reading
	var err error
	if out.ErrorPairs, err = errorPairs(r, dir); err != nil {
		return out, err
	}
	if out.QuestionPairs, err = questionPairs(r, dir); err != nil {
		return out, err
	}
	out.Messages, err = messages(r, dir)
	return out, err
}

// working is where the message of a pair stands: in a module, after a request to do something.
func working() reading.Context {
	return reading.Context{State: coach.Coaching, Phase: coach.PhaseModule, Locale: "en", Asks: coach.AskAction}
}

func errorPairs(r Reader, dir fs.FS) (Card, error) {
	t, err := readTable(dir, "error-pairs.tsv", "id", "label", "why", "context", "a", "b")
	if err != nil {
		return Card{}, err
	}
	count := newTally()
	for _, row := range t.rows {
		label, err := oneOf(t, row, "label", same, different, knob)
		if err != nil {
			return Card{}, err
		}
		count.add(row.value["id"], label, verdict(label, sameError(r, row)))
	}
	return pairCard(count, same, different, knob), nil
}

// sameError reads the two errors of a row one after the other.
func sameError(r Reader, row row) bool {
	ctx, b := working(), row.value["b"]
	first := r.Learner(ctx, reading.Message{Text: row.value["a"]}).Errors
	ctx.Errors = first
	switch who, what, _ := strings.Cut(row.value["context"], ": "); who {
	case "coach":
		ctx.Sets = r.Coach(ctx, what).Sets
	case "learner":
		b = "$ " + what + "\n" + b
	}
	return known(first, r.Learner(ctx, reading.Message{Text: b}).Errors)
}

func questionPairs(r Reader, dir fs.FS) (Card, error) {
	t, err := readTable(dir, "question-pairs.tsv", "id", "label", "why", "a", "b")
	if err != nil {
		return Card{}, err
	}
	count := newTally()
	for _, row := range t.rows {
		label, err := oneOf(t, row, "label", same, different)
		if err != nil {
			return Card{}, err
		}
		count.add(row.value["id"], label, verdict(label, sameQuestion(r, row)))
	}
	return pairCard(count, same, different), nil
}

// sameQuestion reads the two questions of a row one after the other.
func sameQuestion(r Reader, row row) bool {
	ctx := working()
	first := r.Learner(ctx, reading.Message{Text: row.value["a"]}).Questions
	ctx.Questions = first
	return known(first, r.Learner(ctx, reading.Message{Text: row.value["b"]}).Questions)
}

// known reports whether something is named and all of it was named before: to the core, that it
// counts and is no news.
func known(before, now []coach.Identity) bool {
	for _, n := range now {
		if !slices.ContainsFunc(before, func(b coach.Identity) bool { return b.Key == n.Key }) {
			return false
		}
	}
	return len(now) > 0
}

// verdict is the label that a row is read as. That a pair is one by the knob rule cannot be read
// off, so a knob row called the same is read rightly.
func verdict(label string, isSame bool) string {
	switch {
	case !isSame:
		return different
	case label == knob:
		return knob
	}
	return same
}

// pairCard is the card over pairs. The precision of same and of knob is that of the verdict "the
// same"; macro-F1 is over the two verdicts.
func pairCard(t *tally, labels ...string) Card {
	c := t.card(labels...)
	verdictSame := score(t.right[same]+t.right[knob], t.called[same]+t.called[knob], t.wanted[same]+t.wanted[knob])
	for i, l := range c.Labels {
		if l.Name != different {
			c.Labels[i].Precision = verdictSame.Precision
		}
	}
	c.MacroF1 = macroF1(Labels{{same, verdictSame}, {different, t.score(different)}})
	return c
}
