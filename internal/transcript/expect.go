package transcript

import (
	"encoding/json"
	"slices"

	"tack/coach"
)

// Expect is the decision wanted for the event before it: any subset of its fields. A nil field is
// not looked at.
type Expect struct {
	Event    *string         `json:"event,omitzero"`
	Turn     *int            `json:"turn,omitzero"`
	Kind     coach.Kind      `json:"kind,omitzero"`
	Progress *Progress       `json:"progress,omitzero"`
	Fired    []coach.Rule    `json:"fired,omitzero"`
	Action   coach.Action    `json:"action,omitzero"`
	State    coach.State     `json:"state,omitzero"`
	Counts   *ExpectCounts   `json:"counts,omitzero"`
	Method   coach.Dimension `json:"method,omitzero"`
	Proof    []string        `json:"proof,omitzero"`
	Reason   *string         `json:"reason,omitzero"`
}

// ExpectCounts is a subset of the counters; a nil one is not looked at.
type ExpectCounts struct {
	Turns        *int `json:"turns,omitzero"`
	NoProgress   *int `json:"no_progress,omitzero"`
	SameError    *int `json:"same_error,omitzero"`
	SameQuestion *int `json:"same_question,omitzero"`
	Acks         *int `json:"acks,omitzero"`
	Budget       *int `json:"budget,omitzero"`
}

// Progress is true, false or null; it wraps the pointer so that null differs from absent.
type Progress struct{ Value *bool }

// MarshalJSON writes true, false or null.
func (p Progress) MarshalJSON() ([]byte, error) { return json.Marshal(p.Value) }

// eventKinds are the kinds of events that are no learner turns.
var eventKinds = []coach.Kind{
	coach.KindReaction, coach.KindEdit, coach.KindDelete, coach.KindTick, coach.KindCoach,
	coach.KindDuplicate, coach.KindBystander,
}

var (
	allKinds = slices.Concat(coach.Kinds[:], eventKinds)
	states   = []coach.State{coach.Coaching, coach.BreakingOut, coach.Closing, coach.Closed, coach.Parked}
	actions  = []coach.Action{
		coach.ActContinue, coach.ActWarnLength, coach.ActBreakOut, coach.ActCloseOut,
		coach.ActSaveAndAsk, coach.ActSave, coach.ActSaveFailed, coach.ActAmend, coach.ActAskAgain,
		coach.ActResume, coach.ActRemind, coach.ActPark, coach.ActReopen, coach.ActNone,
	}
)

// decodeExpect also takes an id, which an expect line needs no more than it is used (details A38).
func decodeExpect(f *fields) Event {
	f.optionalName("id")
	return Expect{
		Event:    f.maybeText("event"),
		Turn:     f.number("turn", 0),
		Kind:     oneOf(f, "kind", allKinds),
		Progress: decodeProgress(f),
		Fired:    listOf(f, "fired", coach.Rules[:]),
		Action:   oneOf(f, "action", actions),
		State:    oneOf(f, "state", states),
		Counts:   decodeCounts(f),
		Method:   oneOf(f, "method", coach.Dimensions[:]),
		Proof:    f.list("proof"),
		Reason:   f.maybeText("reason"),
	}
}

// maybeText takes a string for which absent is not empty; nil if the field is absent.
func (f *fields) maybeText(name string) *string {
	v, ok := value[string](f, name, "a string")
	if !ok {
		return nil
	}
	return &v
}

func decodeProgress(f *fields) *Progress {
	if raw, ok := f.values["progress"]; ok && string(raw) == "null" {
		f.take("progress")
		return &Progress{}
	}
	v, ok := value[bool](f, "progress", "true, false or null")
	if !ok {
		return nil
	}
	return &Progress{Value: &v}
}

func decodeCounts(f *fields) *ExpectCounts {
	raw, ok := f.take("counts")
	if !ok {
		return nil
	}
	g := object(raw)
	c := &ExpectCounts{
		Turns:        g.number("turns", 0),
		NoProgress:   g.number("no_progress", 0),
		SameError:    g.number("same_error", 0),
		SameQuestion: g.number("same_question", 0),
		Acks:         g.number("acks", 0),
		Budget:       g.number("budget", 0),
	}
	f.nested("counts", g.done())
	return c
}
