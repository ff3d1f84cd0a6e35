package coach_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tack/coach"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// anyEvent draws an event that may follow at any time; n keeps ids unique.
func anyEvent(t *rapid.T, n int, at time.Time) coach.Event {
	id := fmt.Sprintf("e%d", n)
	switch rapid.IntRange(0, 12).Draw(t, "event") {
	case 0, 1, 2, 3, 4, 5:
		return anyTurn(t, id, at)
	case 6, 7, 8, 9:
		return anySaid(t, id, at)
	case 10:
		return coach.Reaction{
			ID: id, At: at, User: rapid.SampledFrom([]string{"", "U9"}).Draw(t, "user"),
			Emoji:  rapid.SampledFrom([]string{"👍", "✅", "✏️", "❌", "🍕", "+1::skin-tone-4", "pray"}).Draw(t, "emoji"),
			Target: rapid.SampledFrom([]string{"summary", fmt.Sprintf("e%d", n-1), "e1"}).Draw(t, "target"),
			Remove: rapid.Bool().Draw(t, "remove"),
		}
	case 11:
		return coach.Tick{At: at}
	}
	return coach.Store{At: at, OK: rapid.Bool().Draw(t, "ok")}
}

func anyTurn(t *rapid.T, id string, at time.Time) coach.Turn {
	keys := func(label string) (list []coach.Identity) {
		for _, k := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 2).Draw(t, label) {
			list = append(list, coach.Identity{Key: k})
		}
		return list
	}
	turn := coach.Turn{ID: id, At: at, User: rapid.SampledFrom([]string{"", "", "", "", "U9"}).Draw(t, "user")}
	r := coach.Reading{
		Kind:      rapid.SampledFrom(coach.Kinds[:]).Draw(t, "kind"),
		Resolved:  rapid.IntRange(0, 9).Draw(t, "resolved") == 0,
		StillSame: rapid.IntRange(0, 5).Draw(t, "same") == 0,
		GoesOn:    rapid.Bool().Draw(t, "goes on"),
		Shows:     rapid.SliceOfN(rapid.StringMatching(`[a-f]`), 0, 2).Draw(t, "shows"),
	}
	if r.Kind == coach.KindError {
		r.Errors = keys("errors")
	}
	if r.Kind == coach.KindQuestion {
		r.Questions = keys("questions")
	}
	if rapid.IntRange(0, 9).Draw(t, "assessed") == 0 {
		moved := rapid.Bool().Draw(t, "advanced")
		turn.Advanced = &moved
	}
	turn.Reading = r
	return turn
}

func anySaid(t *rapid.T, id string, at time.Time) coach.Said {
	return coach.Said{
		ID: id, At: at,
		Asks:       rapid.SampledFrom([]coach.Ask{coach.AskAction, coach.AskQuestion, coach.AskYesNo, coach.AskStep, coach.AskConfirm, coach.AskNone}).Draw(t, "asks"),
		Question:   coach.Identity{Key: rapid.SampledFrom([]string{"", "", "q1", "q2"}).Draw(t, "question")},
		Directions: rapid.SliceOfN(rapid.SampledFrom(coach.Dimensions[:]), 0, 2).Draw(t, "directions"),
		Step:       rapid.SampledFrom([]string{"", "", "s1", "s2"}).Draw(t, "step"),
		Advanced:   rapid.IntRange(0, 9).Draw(t, "advanced") == 0,
		Explains:   rapid.SliceOfN(rapid.StringMatching(`term[0-9]{2}`), 0, 1).Draw(t, "explains"),
		Recalls:    rapid.IntRange(0, 9).Draw(t, "recalls") == 0,
		Completes:  rapid.SampledFrom([]coach.Stage{"", "", "", "", "", coach.StageModule}).Draw(t, "completes"),
	}
}

// TestStep_Invariants holds the four prohibitions and the bounds on everything that may happen.
func TestStep_Invariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.SampledFrom([]int{4, 10, 20}).Draw(t, "threshold")
		s := coach.Open(coach.Opening{ID: "t", Learner: "U1", Threshold: threshold, At: start,
			Phase: rapid.SampledFrom([]coach.Phase{coach.PhaseDiagnosis, coach.PhaseModule}).Draw(t, "phase")})
		w := watch{t: t, storeOK: true}
		at := start
		for n := range rapid.IntRange(1, 60).Draw(t, "events") {
			at = at.Add(time.Duration(rapid.IntRange(0, 30).Draw(t, "hours")) * time.Hour / 10)
			e := anyEvent(t, n, at)
			before, _ := json.Marshal(s)
			next, d, ok := coach.Step(s, e)
			if after, _ := json.Marshal(s); string(after) != string(before) {
				t.Fatalf("step changed the session that it was given\n%s\n%s", before, after)
			}
			w.sameAgain(s, e, next, d)
			if ok {
				w.check(s, e, next, d)
			}
			s = next
		}
	})
}

// watch checks decisions one after another.
type watch struct {
	t       *rapid.T
	storeOK bool
}

// sameAgain checks that a step is a function of what it is given, also through the encoded form.
func (w *watch) sameAgain(s coach.Session, e coach.Event, next coach.Session, d coach.Decision) {
	if st, ok := e.(coach.Store); ok {
		w.storeOK = st.OK
	}
	body, err := json.Marshal(s)
	if err != nil {
		w.t.Fatal(err)
	}
	var copied coach.Session
	if err := json.Unmarshal(body, &copied); err != nil {
		w.t.Fatal(err)
	}
	again, d2, _ := coach.Step(copied, e)
	if diff := cmp.Diff(d, d2); diff != "" {
		w.t.Fatalf("decoded session decides otherwise (-fresh +decoded):\n%s", diff)
	}
	a, _ := json.Marshal(next)
	b, _ := json.Marshal(again)
	if string(a) != string(b) {
		w.t.Fatalf("decoded session ends otherwise:\n%s\n%s", a, b)
	}
}

func (w *watch) check(before coach.Session, e coach.Event, after coach.Session, d coach.Decision) {
	w.noPretending(before, d)
	w.noForcing(before, e, d)
	w.noEscape(d)
	w.noToughing(before, d)
	if len(d.Fired) > 0 && !slices.IsSortedFunc(d.Fired, func(a, b coach.Rule) int {
		return slices.Index(coach.Rules[:], a) - slices.Index(coach.Rules[:], b)
	}) {
		w.t.Fatalf("fired %v is not in order of precedence", d.Fired)
	}
	if d.State != after.State() || d.Counts != after.Counts() {
		w.t.Fatalf("decision says %s %+v, session %s %+v", d.State, d.Counts, after.State(), after.Counts())
	}
}

// noPretending: saved is only what was confirmed while the store takes it, or what must be saved first.
func (w *watch) noPretending(before coach.Session, d coach.Decision) {
	saves := d.Action == coach.ActSave || d.Action == coach.ActSaveAndAsk
	if saves && !w.storeOK {
		w.t.Fatalf("%s claims a save that the store refuses", d.Action)
	}
	if d.Action == coach.ActSave && before.State() != coach.Closing {
		w.t.Fatalf("save without a summary: state was %s", before.State())
	}
	if d.State == coach.Closed && before.State() != coach.Closed && d.Action != coach.ActSave {
		w.t.Fatalf("closed by %s", d.Action)
	}
}

// noForcing: a wish to go on is granted or remembered.
func (w *watch) noForcing(before coach.Session, e coach.Event, d coach.Decision) {
	turn, ok := e.(coach.Turn)
	if !ok || turn.User != "" || before.State() != coach.Closing || turn.Reading.Kind != coach.KindContinue {
		return
	}
	if d.Action != coach.ActResume && !(before.Kept() && d.Action == coach.ActAskAgain) {
		w.t.Fatalf("a wish to go on is answered by %s (kept: %v)", d.Action, before.Kept())
	}
}

// noEscape: every intervention names its rule and, if a turn has come, the turns that prove it.
func (w *watch) noEscape(d coach.Decision) {
	switch d.Action {
	case coach.ActBreakOut, coach.ActCloseOut, coach.ActSaveAndAsk, coach.ActWarnLength:
		if len(d.Fired) == 0 || d.Reason == "" || d.Turn > 0 && len(d.Proof) == 0 {
			w.t.Fatalf("%s without rule, reason or proof: %+v", d.Action, d)
		}
	}
	if len(d.Fired) > 0 && d.Action == coach.ActContinue {
		w.t.Fatalf("%v fired and nothing follows", d.Fired)
	}
}

// noToughing: a spin or stuck rule is a break-out, or the close-out at the threshold; and no second
// break-out comes before the first has ended.
func (w *watch) noToughing(before coach.Session, d coach.Decision) {
	spin := slices.ContainsFunc(d.Fired, func(r coach.Rule) bool {
		return slices.Contains([]coach.Rule{coach.RuleSameError, coach.RuleSameQuestion, coach.RuleNoProgress, coach.RuleStuck}, r)
	})
	if !spin {
		return
	}
	if before.State() != coach.Coaching {
		w.t.Fatalf("%v fired while %s", d.Fired, before.State())
	}
	if slices.Contains(d.Fired, coach.RuleThreshold) || d.Fired[0] == coach.RuleStop {
		if d.State != coach.Closing {
			w.t.Fatalf("%v at the threshold: %s", d.Fired, d.Action)
		}
		return
	}
	if d.Action != coach.ActBreakOut || d.Method == "" || d.Counts.Budget != coach.BreakOutBudget {
		w.t.Fatalf("%v is answered by %s, method %q, budget %d", d.Fired, d.Action, d.Method, d.Counts.Budget)
	}
}

func TestSession_UnmarshalJSON(t *testing.T) {
	var s coach.Session
	if err := json.Unmarshal([]byte(`{"v":2}`), &s); !errors.Is(err, coach.ErrVersion) {
		t.Errorf("a newer version: %v, want ErrVersion", err)
	}
	if err := json.Unmarshal([]byte(`{"v":1,"seen":"AAA"}`), &s); err == nil {
		t.Error("broken fingerprints are taken")
	}
}
