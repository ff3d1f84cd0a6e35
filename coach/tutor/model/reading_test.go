package model

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/reading"
)

func drawReading(t *rapid.T, name string) coach.Reading {
	ids := rapid.SliceOfN(rapid.Map(rapid.StringN(1, 3, 9), func(s string) coach.Identity { return coach.Identity{Key: s} }), 0, 2)
	return coach.Reading{
		Kind: rapid.SampledFrom(coach.Kinds[:]).Draw(t, name+" kind"), Errors: ids.Draw(t, name+" errors"), Questions: ids.Draw(t, name+" questions"),
		Shows: rapid.SliceOfN(rapid.String(), 0, 2).Draw(t, name+" shows"), Resolved: rapid.Bool().Draw(t, name+" resolved"),
		StillSame: rapid.Bool().Draw(t, name+" same"), GoesOn: rapid.Bool().Draw(t, name+" goes on"), Sure: rapid.Float64Range(0, 1).Draw(t, name+" sure"),
	}
}

// A model's reading never makes or takes away a stop, a confirmation, an ack or proof, and changes
// nothing but the kind.
func TestConstrain(t *testing.T) {
	fixed := []coach.Kind{coach.KindStop, coach.KindConfirm, coach.KindAck, coach.KindError, coach.KindEvidence}
	rapid.Check(t, func(t *rapid.T) {
		rules, model := drawReading(t, "rules"), drawReading(t, "model")
		got := Constrain(rules, model)
		if got.Kind != rules.Kind && (slices.Contains(fixed, got.Kind) || slices.Contains(fixed, rules.Kind)) {
			t.Fatalf("%s became %s", rules.Kind, got.Kind)
		}
		if got.Kind != rules.Kind && rules.Sure >= Unsure {
			t.Fatalf("a sure %s became %s", rules.Kind, got.Kind)
		}
		if got.Kind != rules.Kind && got.Kind != model.Kind {
			t.Fatalf("%s out of %s and %s", got.Kind, rules.Kind, model.Kind)
		}
		if len(got.Errors) != len(rules.Errors) || len(got.Shows) != len(rules.Shows) || len(got.Questions) != len(rules.Questions) ||
			got.Resolved != rules.Resolved || got.StillSame != rules.StillSame || got.GoesOn != rules.GoesOn || got.New != rules.New || got.Sure != rules.Sure {
			t.Fatalf("more than the kind changed: %+v to %+v", rules, got)
		}
		if again := Constrain(rules, model); again.Kind != got.Kind {
			t.Fatal("two readings of the same")
		}
	})
}

func TestRead(t *testing.T) {
	chat := &script{}
	tt := build(t, chat)
	unsure := coach.Reading{Kind: coach.KindChat, Sure: 0.5}
	for _, tc := range []struct {
		rules  coach.Reading
		answer any
		want   coach.Kind
		asked  int
		state  coach.State
	}{
		{unsure, says{"kind": "question"}, coach.KindQuestion, 1, coach.Coaching},
		{unsure, says{"kind": "continue_intent"}, coach.KindChat, 1, coach.Coaching},
		{unsure, says{"kind": "continue_intent"}, coach.KindContinue, 1, coach.Closing},
		{unsure, says{"kind": "confirm"}, coach.KindChat, 1, coach.Closing},
		{unsure, says{"kind": "confirm"}, coach.KindChat, 1, coach.Coaching},
		{unsure, says{"kind": "stop_intent"}, coach.KindChat, 1, coach.Coaching},
		{unsure, says{"kind": "evidence"}, coach.KindChat, 1, coach.Coaching},
		{unsure, "no JSON at all", coach.KindChat, 1, coach.Coaching},
		{unsure, errors.New("gone"), coach.KindChat, 1, coach.Coaching},
		{coach.Reading{Kind: coach.KindEvidence, Sure: 0.6, Shows: []string{"x"}}, says{"kind": "chat"}, coach.KindEvidence, 1, coach.Coaching},
		{coach.Reading{Kind: coach.KindChat, Sure: 1}, says{"kind": "question"}, coach.KindChat, 0, coach.Coaching},
	} {
		chat.answers, chat.asked = []any{tc.answer}, nil
		got, err := tt.Read(t.Context(), Asked{Locale: "en", Message: msg("hm, that one again"), Rules: tc.rules, Context: reading.Context{State: tc.state}})
		if _, failing := tc.answer.(error); got.Kind != tc.want || len(chat.asked) != tc.asked || failing != (err != nil) {
			t.Errorf("%s and %v: %s, %v, asked %d times", tc.rules.Kind, tc.answer, got.Kind, err, len(chat.asked))
		}
	}
}
