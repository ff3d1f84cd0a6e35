package eval

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tack/coach"
	"tack/internal/transcript"
)

// Dialogues is the result over labelled transcripts. A turn of several messages has the labels of
// all of them.
type Dialogues struct {
	Dialogues  int        `json:"dialogues"`
	Turns      int        `json:"turns"` // labelled learner turns
	Stop       Score      `json:"stop"`  // kind stop_intent
	Disengaged Disengaged `json:"disengaged"`
	Spin       Score      `json:"spin"` // spin.*, stuck, breakout.exhausted against fires: spinning
	Busy       Score      `json:"busy"`
	BareAck    Score      `json:"bare_ack"` // turns of acks alone
	Wrong      []Wrong    `json:"-"`
}

// Disengaged counts the turns on which the learner was called disengaged without being so.
type Disengaged struct {
	Engaged     int `json:"engaged_turns"`
	FalseAlarms int `json:"false_alarms"`
}

// MeasureDialogues runs every transcript of dir over the core and compares it with labels.jsonl.
func MeasureDialogues(r transcript.Reader, dir fs.FS) (Dialogues, error) {
	labels, err := readLabels(dir)
	if err != nil {
		return Dialogues{}, err
	}
	names, err := fs.Glob(dir, "*.jsonl")
	if err != nil {
		return Dialogues{}, fmt.Errorf("list transcripts: %w", err)
	}
	m := newMeasure()
	for _, name := range names {
		if name == labelsFile {
			continue
		}
		id := strings.TrimSuffix(path.Base(name), ".jsonl")
		if err := m.dialogue(r, dir, name, labels[id]); err != nil {
			return Dialogues{}, err
		}
		delete(labels, id)
	}
	for id := range labels {
		return Dialogues{}, fmt.Errorf("%s: there is no transcript %s.jsonl", labelsFile, id)
	}
	return m.result(), nil
}

// measure counts over the dialogues.
type measure struct {
	out                   Dialogues
	stop, spin, busy, ack binary
}

// binary counts one yes-or-no judgement.
type binary struct{ wanted, called, right int }

func (b *binary) add(want, got bool) {
	if want {
		b.wanted++
	}
	if got {
		b.called++
	}
	if want && got {
		b.right++
	}
}

func (b *binary) score() Score { return score(b.right, b.called, b.wanted) }

func newMeasure() *measure { return &measure{} }

func (m *measure) result() Dialogues {
	m.out.Stop, m.out.Spin, m.out.Busy, m.out.BareAck = m.stop.score(), m.spin.score(), m.busy.score(), m.ack.score()
	return m.out
}

// dialogue runs one transcript; marks are those of its learner events.
func (m *measure) dialogue(r transcript.Reader, dir fs.FS, name string, marks map[string]mark) error {
	f, err := dir.Open(name)
	if err != nil {
		return fmt.Errorf("open transcript: %w", err)
	}
	defer f.Close()
	m.out.Dialogues++
	met := map[string]bool{}
	p, runner := transcript.NewParser(name, f), transcript.NewRunner(r)
	for {
		line, err := p.Next()
		if errors.Is(err, io.EOF) {
			m.turns(name, runner.End(), marks, met)
			break
		}
		if err != nil {
			return err
		}
		out, err := runner.Line(line)
		if err != nil {
			return err
		}
		m.turns(name, out, marks, met)
	}
	return unmet(name, marks, met)
}

// unmet is the error of a mark whose event is no message of a turn.
func unmet(name string, marks map[string]mark, met map[string]bool) error {
	for event := range marks {
		if !met[event] {
			return fmt.Errorf("%s: %s is labelled but is no learner message of %s", labelsFile, event, name)
		}
	}
	return nil
}

func (m *measure) turns(name string, out transcript.Outcome, marks map[string]mark, met map[string]bool) {
	for _, result := range out.Results {
		var own []mark
		for _, message := range result.Heard {
			met[message.ID] = true
			if mark, ok := marks[message.ID]; ok {
				own = append(own, mark)
			}
		}
		if len(own) > 0 {
			m.turn(strings.TrimSuffix(name, ".jsonl")+" "+result.Decision.Event, result.Decision, own)
		}
	}
}

// turn compares one decision with what its messages are labelled.
func (m *measure) turn(id string, d coach.Decision, marks []mark) {
	label := func(names ...string) bool {
		return slices.ContainsFunc(marks, func(k mark) bool { return slices.Contains(names, k.Label) })
	}
	fires := func(name string) bool {
		return slices.ContainsFunc(marks, func(k mark) bool { return k.Fires == name })
	}
	m.out.Turns++
	m.judge(&m.stop, id, "stop_intent", label(labelStop), d.Kind == coach.KindStop)
	m.judge(&m.busy, id, "busy", label(labelBusy), d.Kind == coach.KindBusy)
	m.acked(id, d.Kind, marks)
	m.judge(&m.spin, id, "spin", fires(firesSpinning), fired(d, spinRules))
	if !label(labelStop) && !fires(firesDisengaging) {
		m.engaged(id, fired(d, stopRules))
	}
}

func (m *measure) judge(b *binary, id, what string, want, got bool) {
	b.add(want, got)
	if want != got {
		m.out.Wrong = append(m.out.Wrong, Wrong{id, yesNo(what, want), yesNo(what, got)})
	}
}

// acked judges a turn as an ack if every message of it is labelled as one: beside other content an
// ack does not change what the turn is. An exempt one read as an answer is left out, since an ack that
// answers a yes-or-no question is an answer.
func (m *measure) acked(id string, kind coach.Kind, marks []mark) {
	want, exempt := true, false
	for _, k := range marks {
		want = want && slices.Contains(labelAcks, k.Label)
		exempt = exempt || k.Label == labelExempt
	}
	if want && exempt && kind == coach.KindAnswer {
		return
	}
	m.judge(&m.ack, id, "bare_ack", want, kind == coach.KindAck)
}

func (m *measure) engaged(id string, alarm bool) {
	m.out.Disengaged.Engaged++
	if alarm {
		m.out.Disengaged.FalseAlarms++
		m.out.Wrong = append(m.out.Wrong, Wrong{id, "engaged", "disengaged"})
	}
}

func yesNo(what string, yes bool) string {
	if yes {
		return what
	}
	return "no " + what
}

// The rules that say that the learner goes round in circles, and that the learner has left off.
var (
	spinRules = []coach.Rule{
		coach.RuleSameError, coach.RuleSameQuestion, coach.RuleNoProgress, coach.RuleStuck, coach.RuleExhausted,
	}
	stopRules = []coach.Rule{coach.RuleStop, coach.RuleAcks}
)

func fired(d coach.Decision, rules []coach.Rule) bool {
	return slices.ContainsFunc(d.Fired, func(r coach.Rule) bool { return slices.Contains(rules, r) })
}
