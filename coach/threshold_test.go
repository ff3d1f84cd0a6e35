package coach_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tack/coach"

	"pgregory.net/rapid"
)

// run is a session under test; every event is a minute after the one before.
type run struct {
	s    coach.Session
	at   time.Time
	n    int
	last coach.Decision
	// fired are the rules of all decisions so far.
	fired []coach.Rule
}

func open(threshold int, phase coach.Phase) *run {
	return &run{at: start, s: coach.Open(coach.Opening{ID: "t", Threshold: threshold, Phase: phase, At: start})}
}

func (r *run) step(e coach.Event) coach.Decision {
	r.s, r.last, _ = coach.Step(r.s, e)
	r.fired = append(r.fired, r.last.Fired...)
	return r.last
}

func (r *run) next() (string, time.Time) {
	r.n++
	r.at = r.at.Add(time.Minute)
	return fmt.Sprintf("e%d", r.n), r.at
}

// turn feeds a learner turn.
func (r *run) turn(reading coach.Reading) coach.Decision {
	id, at := r.next()
	return r.step(coach.Turn{ID: id, At: at, Reading: reading})
}

// said feeds a coach message.
func (r *run) said(m coach.Said) coach.Decision {
	m.ID, m.At = r.next()
	return r.step(m)
}

var (
	chat     = coach.Reading{Kind: coach.KindChat}
	ack      = coach.Reading{Kind: coach.KindAck}
	busy     = coach.Reading{Kind: coach.KindBusy}
	stop     = coach.Reading{Kind: coach.KindStop}
	goOn     = coach.Reading{Kind: coach.KindContinue}
	failed   = coach.Reading{Kind: coach.KindError, Errors: []coach.Identity{{Key: "refused"}}}
	question = coach.Reading{Kind: coach.KindQuestion, Questions: []coach.Identity{{Key: "why"}}}
)

// fresh is evidence not seen before.
func (r *run) fresh() coach.Reading {
	return coach.Reading{Kind: coach.KindEvidence, Shows: []string{fmt.Sprint("output ", r.n)}}
}

func action(dims ...coach.Dimension) coach.Said {
	return coach.Said{Asks: coach.AskAction, Directions: dims}
}

// TestThresholds holds every number of the protocol from both sides: with one less the rule does not
// fire, with the number it does.
func TestThresholds(t *testing.T) {
	for name, test := range map[string]struct {
		rule coach.Rule
		at   int
		do   func(r *run, n int) // brings the count to n
	}{
		"SameError": {coach.RuleSameError, 3, func(r *run, n int) {
			for range n {
				r.said(action())
				r.turn(failed)
			}
		}},
		"SameQuestion": {coach.RuleSameQuestion, 2, func(r *run, n int) {
			for range n {
				r.said(action())
				r.turn(question)
			}
		}},
		"CoachQuestion": {coach.RuleSameQuestion, 2, func(r *run, n int) {
			for range n {
				r.said(coach.Said{Asks: coach.AskQuestion, Question: coach.Identity{Key: "what"}})
				r.turn(chat)
			}
		}},
		"NoProgress": {coach.RuleNoProgress, 3, func(r *run, n int) {
			r.said(action())
			for range n {
				r.turn(chat)
				r.turn(busy) // neutral: neither counts nor resets
			}
		}},
		"Acks": {coach.RuleAcks, 2, func(r *run, n int) {
			for range n {
				r.said(action())
				r.turn(ack)
			}
		}},
		"Stuck/Turns": {coach.RuleStuck, 4, func(r *run, n int) {
			r.said(action())
			r.turn(failed)
			r.said(action(coach.DimConfig, coach.DimState))
			for range n - 1 {
				r.turn(r.fresh())
				r.turn(busy)
			}
		}},
		"Stuck/Dimensions": {coach.RuleStuck, 2, func(r *run, n int) {
			r.said(action(coach.DimNetwork)) // before the report: does not count
			r.turn(failed)
			r.said(action(coach.Dimensions[:n]...))
			for range 3 {
				r.turn(r.fresh())
			}
		}},
		"Lookback": {coach.RuleLookback, 3, func(r *run, n int) {
			r.turn(r.fresh())
			for range n {
				r.said(coach.Said{Asks: coach.AskNone, Recalls: true})
			}
		}},
		"Exhausted": {coach.RuleExhausted, 2, func(r *run, n int) {
			r.said(action())
			for range 3 + n {
				r.turn(chat)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{test.at - 1, test.at} {
				r := open(50, coach.PhaseModule)
				test.do(r, n)
				if fired := slices.Contains(r.fired, test.rule); fired != (n == test.at) {
					t.Errorf("%s at %d of %d: fired %v", test.rule, n, test.at, r.fired)
				}
			}
		})
	}
}

// TestThresholds_Length holds the length rules for any threshold.
func TestThresholds_Length(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.IntRange(4, 60).Draw(t, "threshold")
		r := open(threshold, coach.PhaseModule)
		r.said(coach.Said{Asks: coach.AskNone})
		warnAt, again := (3*threshold+3)/4, (threshold+3)/4
		for turn := 1; turn <= threshold; turn++ {
			d := r.turn(r.fresh())
			want := []coach.Rule{}
			switch turn {
			case warnAt:
				want = []coach.Rule{coach.RuleWarning}
			case threshold:
				want = []coach.Rule{coach.RuleThreshold}
			}
			if warnAt == threshold && turn == threshold {
				want = []coach.Rule{coach.RuleThreshold}
			}
			if !slices.Equal(d.Fired, want) {
				t.Fatalf("threshold %d, turn %d: fired %v, want %v", threshold, turn, d.Fired, want)
			}
		}
		if d := r.turn(goOn); d.Action != coach.ActResume {
			t.Fatalf("the wish to go on is answered by %s", d.Action)
		}
		for turn := 2; turn <= again; turn++ {
			d := r.turn(r.fresh())
			if fires := slices.Contains(d.Fired, coach.RuleThreshold); fires != (turn == again) {
				t.Fatalf("threshold %d, %d turns after it: fired %v", threshold, turn, d.Fired)
			}
		}
	})
}

// TestThresholds_Time holds the times from both sides, to the nanosecond.
func TestThresholds_Time(t *testing.T) {
	r := open(0, coach.PhaseModule)
	r.said(action())
	r.turn(stop)
	shown := r.at
	for _, tick := range []struct {
		after time.Duration
		want  coach.Action
	}{
		{24*time.Hour - 1, coach.ActNone},
		{24 * time.Hour, coach.ActRemind},
		{48 * time.Hour, coach.ActNone},
		{72*time.Hour - 1, coach.ActNone},
		{72 * time.Hour, coach.ActPark},
		{100 * time.Hour, coach.ActNone},
	} {
		if d := r.step(coach.Tick{At: shown.Add(tick.after)}); d.Action != tick.want {
			t.Errorf("%v after the summary: %s, want %s", tick.after, d.Action, tick.want)
		}
	}
}

func TestThresholds_Busy(t *testing.T) {
	for after, counted := range map[time.Duration]bool{30*time.Minute - 1: false, 30 * time.Minute: true} {
		r := open(0, coach.PhaseModule)
		r.said(action())
		r.turn(busy)
		since := r.at
		r.said(action())
		d := r.step(coach.Turn{ID: "late", At: since.Add(after), Reading: ack})
		if got := d.Counts.Acks == 1; got != counted || (d.Progress == nil) == counted {
			t.Errorf("ack %v after the busy note: counted %v, progress %v", after, got, d.Progress)
		}
	}
}

// TestThresholds_SaveFirst: from 90 % of the threshold on, a close-out after a spin is saved first.
func TestThresholds_SaveFirst(t *testing.T) {
	for turns, want := range map[int]coach.Action{17: coach.ActCloseOut, 18: coach.ActSaveAndAsk} {
		r := open(20, coach.PhaseModule)
		r.said(action())
		for range turns - 5 {
			r.turn(r.fresh())
		}
		for range 5 {
			r.turn(chat)
		}
		if r.last.Action != want || !slices.Contains(r.last.Fired, coach.RuleExhausted) {
			t.Errorf("exhausted at turn %d of 20: %s %v, want %s", turns, r.last.Action, r.last.Fired, want)
		}
	}
}
