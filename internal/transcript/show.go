package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"tack/coach"
)

// Decision is a coach.Decision as it is printed, its fields in the order of the format.
type Decision struct {
	Event    string          `json:"event"`
	Turn     int             `json:"turn"`
	Kind     coach.Kind      `json:"kind"`
	Progress *bool           `json:"progress"`
	Fired    []coach.Rule    `json:"fired"`
	Action   coach.Action    `json:"action"`
	State    coach.State     `json:"state"`
	Counts   Counts          `json:"counts"`
	Method   coach.Dimension `json:"method,omitzero"` // with break_out
	Proof    []string        `json:"proof,omitzero"`  // with any fired rule
	Reason   string          `json:"reason"`
	Explain  *Explanation    `json:"explain,omitzero"` // if asked for
}

// Counts are the counters as they are printed.
type Counts struct {
	Turns        int  `json:"turns"`
	NoProgress   int  `json:"no_progress"`
	SameError    int  `json:"same_error"`
	SameQuestion int  `json:"same_question"`
	Acks         int  `json:"acks"`
	Budget       *int `json:"budget,omitzero"` // turns left, only while breaking out
}

// Show gives a decision the form in which it is printed.
func Show(d coach.Decision) Decision {
	shown := Decision{
		Event: d.Event, Turn: d.Turn, Kind: d.Kind, Progress: d.Progress, Fired: d.Fired,
		Action: d.Action, State: d.State, Counts: showCounts(d), Reason: d.Reason,
	}
	if shown.Fired == nil {
		shown.Fired = []coach.Rule{}
	}
	if d.Action == coach.ActBreakOut {
		shown.Method = d.Method
	}
	if len(d.Fired) > 0 {
		shown.Proof = append([]string{}, d.Proof...)
	}
	return shown
}

func showCounts(d coach.Decision) Counts {
	c := Counts{
		Turns: d.Counts.Turns, NoProgress: d.Counts.NoProgress, SameError: d.Counts.SameError,
		SameQuestion: d.Counts.SameQuestion, Acks: d.Counts.Acks,
	}
	if d.State == coach.BreakingOut {
		c.Budget = &d.Counts.Budget
	}
	return c
}

// OneLine is a value as JSON without a line feed and without HTML escapes, so that <, > and & stay
// readable.
func OneLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Text is the decision for people: one line, then indented ones with what fired, the reason and the
// explanation.
func (d Decision) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s turn %-3d %-15s %-12s %s", d.Event, d.Turn, d.Kind, d.progressText(), d.Action)
	if d.Method != "" {
		fmt.Fprintf(&b, " (%s)", d.Method)
	}
	fmt.Fprintf(&b, ", %s; %s", d.State, d.Counts.text())
	if len(d.Fired) > 0 {
		fmt.Fprintf(&b, "\n         %s", ruleNames(d.Fired))
		fmt.Fprintf(&b, ", proof %s", strings.Join(d.Proof, " "))
	}
	if d.Reason != "" {
		fmt.Fprintf(&b, "\n         %s", d.Reason)
	}
	if d.Explain != nil {
		for _, line := range d.Explain.Lines() {
			fmt.Fprintf(&b, "\n           %s", line)
		}
	}
	return b.String()
}

func (d Decision) progressText() string {
	switch {
	case d.Progress == nil:
		return "-"
	case *d.Progress:
		return "progress"
	}
	return "no progress"
}

func (c Counts) text() string {
	s := fmt.Sprintf("turns %d, no progress %d, same error %d, same question %d, acks %d",
		c.Turns, c.NoProgress, c.SameError, c.SameQuestion, c.Acks)
	if c.Budget != nil {
		s += fmt.Sprintf(", budget %d", *c.Budget)
	}
	return s
}

func ruleNames(rules []coach.Rule) string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = string(r)
	}
	return strings.Join(names, " ")
}
