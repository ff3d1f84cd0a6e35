package engine

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var nine = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// event is one that came so many milliseconds after nine.
func event(id, kind, user string, ms int, target, text string) Inbound {
	return Inbound{ID: id, Kind: kind, User: user, At: nine.Add(time.Duration(ms) * time.Millisecond), Target: target, Text: text}
}

// TestNext: what is decided together, and in which order.
func TestNext(t *testing.T) {
	t.Parallel()
	const quiet = 2500 * time.Millisecond
	for name, test := range map[string]struct {
		events []Inbound
		want   [][]string // ids by batch
		text   string     // of the first
	}{
		"Burst": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "one"), event("2", InMessage, "kim", 2000, "", "two"), event("3", InMessage, "kim", 4500, "", "three")},
			[][]string{{"1", "2", "3"}}, "one\ntwo\nthree",
		},
		"Gap": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "one"), event("2", InMessage, "kim", 2501, "", "two")},
			[][]string{{"1"}, {"2"}}, "one",
		},
		"BystanderBetween": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "one"), event("b", InMessage, "lee", 100, "", "psst"), event("2", InMessage, "kim", 200, "", "two")},
			[][]string{{"1", "2"}, {"b"}}, "one\ntwo",
		},
		"ReactionEndsTurn": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "one"), event("r", InReaction, "kim", 100, "c1", ""), event("2", InMessage, "kim", 200, "", "two")},
			[][]string{{"1"}, {"r"}, {"2"}}, "one",
		},
		"EditInWindow": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "oen"), event("e", InEdit, "kim", 900, "1", "one"), event("2", InMessage, "kim", 1000, "", "two")},
			[][]string{{"1", "e", "2"}}, "one\ntwo",
		},
		"DeleteInWindow": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "oops"), event("2", InMessage, "kim", 100, "", "two"), event("d", InDelete, "kim", 900, "1", "")},
			[][]string{{"1", "2", "d"}}, "two",
		},
		"LastDeleted": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "one"), event("2", InMessage, "kim", 100, "", "oops"), event("d", InDelete, "kim", 900, "2", "")},
			[][]string{{"1", "2", "d"}}, "one",
		},
		"EditBySomebodyElse": {
			[]Inbound{event("1", InMessage, "kim", 0, "", "one"), event("e", InEdit, "lee", 900, "1", "psst")},
			[][]string{{"1"}, {"e"}}, "one",
		},
		"EditOfOlder": {
			[]Inbound{event("2", InMessage, "kim", 0, "", "two"), event("e", InEdit, "kim", 900, "1", "one")},
			[][]string{{"2"}, {"e"}}, "two",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got [][]string
			text := ""
			for events := test.events; len(events) > 0; {
				var b batch
				b, events = next(events, "kim", quiet)
				if got = append(got, b.ids); len(got) == 1 {
					text = b.in.Text
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("batches (-want +got):\n%s", diff)
			}
			if text != test.text {
				t.Errorf("first turn %q, want %q", text, test.text)
			}
		})
	}
}

// TestNext_All: whatever comes in, every event is done with exactly once, and the learner's messages
// stay in order.
func TestNext_All(t *testing.T) {
	t.Parallel()
	kinds := []string{InMessage, InMessage, InMessage, InReaction, InEdit, InDelete, InWrap}
	rapid.Check(t, func(t *rapid.T) {
		var events []Inbound
		var want, learners []string
		at := 0
		for i := range rapid.IntRange(1, 20).Draw(t, "n") {
			at += rapid.IntRange(0, 4000).Draw(t, "ms")
			in := event(strconv.Itoa(i), rapid.SampledFrom(kinds).Draw(t, "kind"), rapid.SampledFrom([]string{"kim", "kim", "lee"}).Draw(t, "user"), at, "", "x")
			in.Target = strconv.Itoa(rapid.IntRange(0, 20).Draw(t, "target"))
			events, want = append(events, in), append(want, in.ID)
			if in.from("kim") {
				learners = append(learners, in.ID)
			}
		}
		var done, turns []string
		for len(events) > 0 {
			var b batch
			b, events = next(events, "kim", 2500*time.Millisecond)
			done = append(done, b.ids...)
			for _, id := range b.ids {
				if slices.Contains(learners, id) {
					turns = append(turns, id)
				}
			}
		}
		slices.Sort(done)
		slices.Sort(want)
		if !slices.Equal(done, want) || !slices.Equal(turns, learners) {
			t.Fatalf("done %v of %v; turns %v of %v", done, want, turns, learners)
		}
	})
}
