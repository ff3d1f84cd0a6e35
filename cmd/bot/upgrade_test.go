//go:build unix

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/command"
	"tack/internal/redistest"

	"github.com/google/go-cmp/cmp"
)

// stage is a session that was under way when the program was replaced: what was said before, where it
// stands, and what is said after.
type stage struct {
	name   string
	before []step
	rest   time.Duration // after it, still by the old program
	stands coach.State
	phase  coach.Phase
	left   left
	after  []step
	ends   coach.State
	says   string // in what the new program says
}

// left is what the old program had in hand.
type left int

const (
	nothing left = iota
	unanswered
	unsent
)

// toRoute leads to the route of the redis track, confirmed.
var toRoute = says("I want to learn redis", "I want to use it as a cache at work", "I would use INCR, since it is atomic",
	"no idea", "about an hour on weekdays", "defaults", "a small cache layer for our web app", "confirm")

var (
	toError    = slices.Concat(toRoute, says(cannotConnect))
	toBreakout = slices.Concat(toError, says(cannotConnect, "still the same error"))
	toSummary  = slices.Concat(toBreakout, says("the weather is nice", "and the birds sing"))
	toSaved    = slices.Concat(toSummary, reacts("✅"))
)

// stages are sessions in every state, in the order of their learners' numbers.
var stages = []stage{
	{
		name: "Diagnosis", before: toRoute[:2], stands: coach.Coaching, phase: coach.PhaseDiagnosis,
		after: toRoute[2:], ends: coach.Coaching, says: "redis-server --version",
	},
	{
		name: "Coaching", before: toError, stands: coach.Coaching, phase: coach.PhaseSetup,
		after: says(cannotConnect, "still the same error"), ends: coach.BreakingOut, says: "has come 3 times",
	},
	{
		name: "BreakingOut", before: toBreakout, stands: coach.BreakingOut, phase: coach.PhaseSetup,
		after: says("the weather is nice", "and the birds sing"), ends: coach.Closing, says: "nothing moved in two turns",
	},
	{
		name: "Closing", before: toSummary, stands: coach.Closing, phase: coach.PhaseSetup,
		after: reacts("✅"), ends: coach.Closed, says: "Saved: `CONTEXT.md`",
	},
	{
		name: "Parked", before: toSummary, rest: 80 * time.Hour, stands: coach.Parked, phase: coach.PhaseSetup,
		after: says("here I am again", "ok"), ends: coach.Closed, says: "Saved: `CONTEXT.md`",
	},
	{
		name: "Closed", before: toSaved, stands: coach.Closed, phase: coach.PhaseSetup,
		after: says("continue redis"), ends: coach.Coaching, says: "Connection refused",
	},
	{
		name: "Unsent", before: toRoute[:2], stands: coach.Coaching, phase: coach.PhaseDiagnosis, left: unsent,
		ends: coach.Coaching, says: "Scenario 2",
	},
	{
		name: "Unanswered", before: toRoute[:2], stands: coach.Coaching, phase: coach.PhaseDiagnosis, left: unanswered,
		ends: coach.Coaching, says: "Scenario 2",
	},
}

// leftOver is what a learner writes that the old program does not come to answer, or whose answer it does
// not come to send.
var leftOver = toRoute[2:3]

// stagedAt is the script's clock at the first word.
var stagedAt = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

// century is how long fixtures are kept: what tests go by does not run out.
const century = 100 * 365 * 24 * time.Hour

// staged are the learners of the stages, on everything that they will say.
func staged() []pupil {
	var all []pupil
	for i, s := range stages {
		all = append(all, pupil{part: part{s.name, slices.Concat(s.before, s.after)}, n: i, base: stagedAt})
	}
	return all
}

// fixtures are the folders with data of each version that is supported.
func fixtures(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("testdata/upgrade/*/tack.db.gz")
	if err != nil || len(all) == 0 {
		t.Fatalf("no data of an older version: %v", err)
	}
	for i := range all {
		all[i] = filepath.Dir(all[i])
	}
	return all
}

// TestUpgrade_GoesOn: on the data of each version that is supported, in both stores, every session goes on
// where it was.
func TestUpgrade_GoesOn(t *testing.T) {
	t.Parallel()
	for _, from := range fixtures(t) {
		t.Run("File/"+filepath.Base(from), func(t *testing.T) {
			t.Parallel()
			c := &changeover{T: t, now: stagedEnd}
			c.openFile(unpackFile(t, from))
			c.goesOn(from)
		})
		t.Run("Redis/"+filepath.Base(from), func(t *testing.T) {
			t.Parallel()
			c := &changeover{T: t, now: stagedEnd}
			redis := redistest.Start(t)
			unpackRedis(t, redis, from)
			c.openRedis(redis.URL())
			c.goesOn(from)
		})
	}
}

// goesOn looks at what is kept, then lets every learner write on.
func (c *changeover) goesOn(from string) {
	c.Helper()
	c.same(from)
	for i, p := range staged() {
		c.stands(p, stages[i].stands)
		if phase := c.thread(p).Session.Phase(); phase != stages[i].phase {
			c.Errorf("%s: phase %s, want %s", p.name, phase, stages[i].phase)
		}
	}
	desk := &command.Desk{Store: c.store}
	if s, err := desk.Settings(c.Context(), channel); err != nil || s.Language != "zh" {
		c.Errorf("settings of the channel: %+v, %v", s, err)
	}
	c.settle() // what the old one had in hand
	for i, p := range staged() {
		s := stages[i]
		c.say(p, len(s.before))
		c.stands(p, s.ends)
		if shown := c.shown(p); !strings.Contains(shown, s.says) || strings.Contains(shown, "⟪") {
			c.Errorf("%s: want %q in:\n%s", p.name, s.says, shown)
		}
	}
}

// same holds everything that is kept of the learners to what the old program said of it.
func (c *changeover) same(from string) {
	c.Helper()
	for _, p := range staged() {
		want, err := os.ReadFile(filepath.Join(from, "learners", p.name+".json"))
		if err != nil {
			c.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(c.export(p))); diff != "" {
			c.Errorf("%s: export (-old +new):\n%s", p.name, diff)
		}
	}
}

// export is what bot learner export writes of a learner.
func (c *changeover) export(p pupil) []byte {
	c.Helper()
	all, err := c.store.Export(c.Context(), p.learner())
	if err != nil {
		c.Fatal(err)
	}
	body, err := encodeExport(exportOf(nameOf(p.learner()), all))
	if err != nil {
		c.Fatal(err)
	}
	return body
}
