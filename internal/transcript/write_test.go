package transcript_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tack/coach"
	"tack/internal/transcript"
)

// fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkBack parses what was written and compares its last line with the one wanted.
func checkBack(t fataler, written string, want transcript.Line) {
	t.Helper()
	lines, err := parse(written)
	if err != nil {
		t.Fatalf("%s does not parse: %v", written, err)
	}
	got := lines[len(lines)-1]
	if diff := cmp.Diff(want.Event, got.Event); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", written, diff)
	}
	if _, isExpect := want.Event.(transcript.Expect); !isExpect && !got.At.Equal(want.At) {
		t.Fatalf("%s: time %v, want %v", written, got.At, want.At)
	}
}

func TestWriter_RoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		event := rapid.OneOf(sessions(), coaches(), learners(), others()).Draw(t, "event")
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 999).Draw(t, "ns"))
		var b strings.Builder
		w := transcript.NewWriter(&b)
		if err := w.Write(at, transcript.Session{ID: "s"}); err != nil {
			t.Fatalf("session: %v", err)
		}
		if err := w.Write(at, event); err != nil {
			t.Fatalf("event: %v", err)
		}
		checkBack(t, b.String(), transcript.Line{At: at, Event: event})
	})
}

// word says something and is valid UTF-8, as ids and keys must be.
func word() *rapid.Generator[string] { return rapid.StringMatching(`[a-z0-9<>&"好👍-]{1,12}`) }

func words() *rapid.Generator[[]string] {
	return rapid.OneOf(rapid.Just[[]string](nil), rapid.SliceOfN(word(), 0, 3))
}

func maybe() *rapid.Generator[*bool] { return rapid.Ptr(rapid.Bool(), true) }

func optional() *rapid.Generator[string] { return rapid.OneOf(rapid.Just(""), word()) }

func sessions() *rapid.Generator[transcript.Event] {
	return rapid.Custom(func(t *rapid.T) transcript.Event {
		return transcript.Session{
			ID: word().Draw(t, "id"), Topic: rapid.String().Draw(t, "topic"), Learner: optional().Draw(t, "learner"),
			Locale:    rapid.SampledFrom([]string{"", "en", "zh"}).Draw(t, "locale"),
			Pace:      rapid.SampledFrom([]coach.Pace{"", coach.PaceContinuous}).Draw(t, "pace"),
			Phase:     rapid.SampledFrom([]coach.Phase{"", coach.PhaseDiagnosis}).Draw(t, "phase"),
			Threshold: rapid.IntRange(0, 50).Draw(t, "threshold"),
			Terms:     words().Draw(t, "terms"), Prefs: words().Draw(t, "prefs"), ClosedOptions: words().Draw(t, "options"),
		}
	})
}

func coaches() *rapid.Generator[transcript.Event] {
	return rapid.Custom(func(t *rapid.T) transcript.Event {
		return transcript.Coach{
			ID: word().Draw(t, "id"), Text: rapid.String().Draw(t, "text"),
			Asks:     rapid.SampledFrom([]coach.Ask{"", coach.AskAction, coach.AskNone}).Draw(t, "asks"),
			Question: optional().Draw(t, "question"),
			Directions: rapid.OneOf(
				rapid.Just[[]coach.Dimension](nil),
				rapid.SliceOfN(rapid.SampledFrom(coach.Dimensions[:]), 0, 3),
			).Draw(t, "directions"),
			Step: optional().Draw(t, "step"), Advanced: rapid.Bool().Draw(t, "advanced"),
			Explains: words().Draw(t, "explains"), Raises: words().Draw(t, "raises"),
			Deviates: optional().Draw(t, "deviates"), Recalls: rapid.Bool().Draw(t, "recalls"),
			Completes: rapid.SampledFrom([]coach.Stage{"", coach.StageModule}).Draw(t, "completes"),
			Phase:     rapid.SampledFrom([]coach.Phase{"", coach.PhaseModule}).Draw(t, "phase"),
		}
	})
}

func learners() *rapid.Generator[transcript.Event] {
	return rapid.Custom(func(t *rapid.T) transcript.Event {
		file := rapid.Custom(func(t *rapid.T) transcript.File {
			return transcript.File{Name: word().Draw(t, "name"), Text: rapid.String().Draw(t, "text")}
		})
		return transcript.Learner{
			ID: word().Draw(t, "id"), Text: rapid.String().Draw(t, "text"), User: optional().Draw(t, "user"),
			Files: rapid.OneOf(rapid.Just[[]transcript.File](nil), rapid.SliceOfN(file, 0, 2)).Draw(t, "files"),
			More:  rapid.Bool().Draw(t, "more"), Advanced: maybe().Draw(t, "advanced"),
			Kind:   rapid.SampledFrom(append([]coach.Kind{""}, coach.Kinds[:]...)).Draw(t, "kind"),
			Errors: words().Draw(t, "errors"), Question: optional().Draw(t, "question"),
			New: maybe().Draw(t, "new"), Resolved: maybe().Draw(t, "resolved"), GoesOn: maybe().Draw(t, "goes_on"),
		}
	})
}

func others() *rapid.Generator[transcript.Event] {
	return rapid.Custom(func(t *rapid.T) transcript.Event {
		id, target, text := word().Draw(t, "id"), word().Draw(t, "target"), rapid.String().Draw(t, "text")
		return rapid.SampledFrom([]transcript.Event{
			transcript.Other{ID: id, User: target, Text: text},
			transcript.Reaction{ID: id, Emoji: "👍🏽", Target: target, Op: "remove"},
			transcript.Edit{ID: id, Target: target, Text: text},
			transcript.Delete{ID: id, Target: target},
			transcript.Store{ID: id},
			transcript.Tick{},
		}).Draw(t, "event")
	})
}

func TestWriter_Refuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event transcript.Event
		want  string
	}{
		"NoSessionFirst": {transcript.Tick{}, "write tick line: the first line must be a session"},
		"Threshold":      {transcript.Session{Threshold: -1}, "write session line: threshold: must be at least 1, is -1"},
		"UnknownValue":   {transcript.Session{Locale: "tlh"}, "write session line: locale: unknown value"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			err := transcript.NewWriter(&b).Write(time.Time{}, c.event)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if b.Len() > 0 {
				t.Errorf("wrote %q beside the error", b.String())
			}
		})
	}
}

// TestWriter_InvalidText: text that is no UTF-8 is written as what can be read back.
func TestWriter_InvalidText(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	w := transcript.NewWriter(&b)
	if err := w.Write(time.Time{}, transcript.Session{ID: "s"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(time.Time{}, transcript.Learner{ID: "l", Text: "a\xffb\x00\u202e"}); err != nil {
		t.Fatal(err)
	}
	checkBack(t, b.String(), transcript.Line{Event: transcript.Learner{ID: "l", Text: "a\ufffdb\x00\u202e"}})
}
