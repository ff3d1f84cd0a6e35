package coach_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tack/coach"
)

func TestUnite(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	a, b := coach.Identity{Key: "a"}, coach.Identity{Key: "b"}
	for name, c := range map[string]struct {
		in   []coach.Reading
		want coach.Reading
	}{
		"None": {},
		"One": {
			in:   []coach.Reading{{Kind: coach.KindChat, GoesOn: true}},
			want: coach.Reading{Kind: coach.KindChat, GoesOn: true},
		},
		"AckGivesWayToChat": {
			in:   []coach.Reading{{Kind: coach.KindAck}, {Kind: coach.KindChat}},
			want: coach.Reading{Kind: coach.KindChat},
		},
		"AcksAreAnAck": {
			in:   []coach.Reading{{Kind: coach.KindAck}, {Kind: coach.KindAck}},
			want: coach.Reading{Kind: coach.KindAck},
		},
		"FirstOfTheTableNotOfTheTurn": {
			in:   []coach.Reading{{Kind: coach.KindQuestion}, {Kind: coach.KindError}},
			want: coach.Reading{Kind: coach.KindError},
		},
		"CorrectionBeforeConfirm": {
			in:   []coach.Reading{{Kind: coach.KindConfirm}, {Kind: coach.KindCorrection}},
			want: coach.Reading{Kind: coach.KindCorrection},
		},
		"StopBeforeCorrection": {
			in:   []coach.Reading{{Kind: coach.KindCorrection}, {Kind: coach.KindStop}},
			want: coach.Reading{Kind: coach.KindStop},
		},
		"ConfirmThatGoesOn": {
			in:   []coach.Reading{{Kind: coach.KindContinue}, {Kind: coach.KindConfirm}},
			want: coach.Reading{Kind: coach.KindConfirm, GoesOn: true},
		},
		"ThingsAreUnited": {
			in: []coach.Reading{
				{Kind: coach.KindError, Errors: []coach.Identity{a}, Shows: []string{"s"}},
				{Kind: coach.KindError, Errors: []coach.Identity{b, a}, Shows: []string{"s", "t"}, Resolved: true},
			},
			want: coach.Reading{
				Kind: coach.KindError, Errors: []coach.Identity{a, b}, Shows: []string{"s", "t"}, Resolved: true,
			},
		},
		"NewOfAny": {
			in:   []coach.Reading{{Kind: coach.KindChat, New: &no}, {Kind: coach.KindChat, New: &yes}},
			want: coach.Reading{Kind: coach.KindChat, New: &yes},
		},
		"NotNewBesideNothingShown": {
			in:   []coach.Reading{{Kind: coach.KindChat}, {Kind: coach.KindChat, New: &no}},
			want: coach.Reading{Kind: coach.KindChat, New: &no},
		},
		"NotNewBesideSomethingToJudge": {
			in:   []coach.Reading{{Kind: coach.KindEvidence, Shows: []string{"s"}}, {Kind: coach.KindChat, New: &no}},
			want: coach.Reading{Kind: coach.KindEvidence, Shows: []string{"s"}},
		},
		"OffTopicOnlyIfAllAre": {
			in: []coach.Reading{
				{Kind: coach.KindQuestion, Questions: []coach.Identity{a}, OffTopic: true},
				{Kind: coach.KindQuestion, Questions: []coach.Identity{b}},
			},
			want: coach.Reading{Kind: coach.KindQuestion, Questions: []coach.Identity{a, b}},
		},
		"SureOfTheLeast": {
			in:   []coach.Reading{{Kind: coach.KindChat, Sure: 0.9}, {Kind: coach.KindChat}, {Kind: coach.KindChat, Sure: 0.4}},
			want: coach.Reading{Kind: coach.KindChat, Sure: 0.4},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, coach.Unite(c.in)); diff != "" {
				t.Errorf("Unite (-want +got):\n%s", diff)
			}
		})
	}
}
