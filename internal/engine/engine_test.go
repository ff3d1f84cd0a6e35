package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"

	"github.com/google/go-cmp/cmp"
)

var learner = state.Learner{Workspace: "test:here", ID: "kim"}

const refused = "Could not connect to Redis at 127.0.0.1:6379: Connection refused"

// TestWholeSession goes from the first words to the next day: diagnosis, route, setup, the same
// error three times, a break-out that is exhausted, the summary confirmed by an emoji, the resume.
func TestWholeSession(t *testing.T) { each(t, testWholeSession) }

func testWholeSession(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.state(coach.Coaching)
	if c := h.standing().Course; c.Phase != coach.PhaseSetup || !c.Route.Confirmed {
		t.Fatalf("after the yes: phase %s, route confirmed %v", c.Phase, c.Route.Confirmed)
	}
	h.say(refused, refused)
	notice := h.say("still the same error")
	h.state(coach.BreakingOut)
	if !strings.Contains(notice, "3 times") {
		t.Errorf("the notice does not say what repeats:\n%s", notice)
	}
	h.say("the weather is nice")
	summary := h.say("and the birds sing")
	h.state(coach.Closing)
	for _, want := range []string{"Stuck at", "Connection refused", "Tried"} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary lacks %q:\n%s", want, summary)
		}
	}
	saved := h.react("✅")
	h.state(coach.Closed)
	if !strings.Contains(saved, "continue redis") || !strings.Contains(saved, "CONTEXT_END") {
		t.Errorf("the way back in or the documents are missing:\n%s", saved)
	}
	tried := h.standing().Course
	h.now = h.now.Add(24 * time.Hour)
	resumed := h.say("continue redis")
	h.state(coach.Coaching)
	if !strings.Contains(resumed, "session 2") {
		t.Errorf("the resume does not say which session it is:\n%s", resumed)
	}
	h.say(refused)
	before := append(tried.Past, tried.Issue)[0].Tried
	now := h.standing().Course.Issue.Tried
	if len(before) < 2 || len(now) <= len(before) {
		t.Fatalf("tried %v in the first session, %v now: want more", before, now)
	}
	for _, d := range before {
		if d.Dimension == now[len(before)].Dimension {
			t.Errorf("the first direction of the next session is %s again", d.Dimension)
		}
	}
	h.replay()
}

// TestDocumentsAlone: a session in another thread starts from the documents, as after a move.
func TestDocumentsAlone(t *testing.T) { each(t, testDocumentsAlone) }

func testDocumentsAlone(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	h.react("👍")
	h.state(coach.Closed)
	h.thread, h.n = "test:here:elsewhere", 0
	if got := h.say("continue redis"); !strings.Contains(got, "session 2") {
		t.Errorf("not resumed:\n%s", got)
	}
	if c := h.standing().Course; c.Phase != coach.PhaseSetup || c.Window != 2 || !c.Route.Confirmed {
		t.Errorf("phase %s, window %d, route confirmed %v", c.Phase, c.Window, c.Route.Confirmed)
	}
	h.replay()
}

// refusing is a store that takes everything but documents.
type refusing struct {
	engine.Store
	refuses bool
}

func (r *refusing) Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error) {
	if r.refuses && len(change.Documents) > 0 {
		return 0, errors.New("disk full")
	}
	return r.Store.Commit(ctx, c, change)
}

// TestSaveFails: nothing claims to be saved, and the next confirmation saves.
func TestSaveFails(t *testing.T) { each(t, testSaveFails) }

func testSaveFails(t *testing.T, on opener) {
	var store *refusing
	h := build(t, on, func(s engine.Store) engine.Store {
		store = &refusing{Store: s}
		return store
	})
	h.say(course...)
	h.say("that's enough for today")
	store.refuses = true
	if got := h.say("ok"); strings.Contains(got, "Saved") || !strings.Contains(got, "could not save") {
		t.Errorf("a failed save is told as:\n%s", got)
	}
	h.state(coach.Closing)
	store.refuses = false
	if got := h.say("ok"); !strings.Contains(got, "✅ Saved") {
		t.Errorf("the second confirmation is told as:\n%s", got)
	}
	h.state(coach.Closed)
	h.replay()
}

// racing lets another process win the thread once.
type racing struct {
	engine.Store
	lost bool
}

func (r *racing) Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error) {
	if !r.lost {
		r.lost = true
		return 0, state.ErrStale
	}
	return r.Store.Commit(ctx, c, change)
}

func TestLostRace(t *testing.T) { each(t, testLostRace) }

func testLostRace(t *testing.T, on opener) {
	h := build(t, on, func(s engine.Store) engine.Store { return &racing{Store: s} })
	if got := h.say("I want to learn redis"); got == "" {
		t.Error("a lost race leaves the learner without an answer")
	}
}

// TestRecover: an event that was recorded and not answered is answered at the next start, once.
func TestRecover(t *testing.T) { each(t, testRecover) }

func testRecover(t *testing.T, on opener) {
	dead := errors.New("killed")
	h := build(t, on, func(s engine.Store) engine.Store { return &dying{Store: s, err: dead} })
	if err := h.handle(h.in(engine.InMessage, "I want to learn redis")); !errors.Is(err, dead) {
		t.Fatalf("handle: %v, want the kill", err)
	}
	h.now = h.now.Add(time.Minute) // the pause after a failure
	for range 2 {
		if err := h.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(h.sent) != 1 {
		t.Errorf("%d messages after the recovery, want 1", len(h.sent))
	}
}

// dying fails its first commit.
type dying struct {
	engine.Store
	err error
}

func (d *dying) Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error) {
	if err := d.err; err != nil {
		d.err = nil
		return 0, err
	}
	return d.Store.Commit(ctx, c, change)
}

// TestParked: reminder, parking, and the unconfirmed summary first when the learner comes back.
func TestParked(t *testing.T) { each(t, testParked) }

func testParked(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("I gotta go")
	tick := func(after time.Duration) string {
		h.now = h.now.Add(after)
		from := len(h.sent)
		if err := h.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		return h.since(from)
	}
	if got := tick(25 * time.Hour); !strings.Contains(got, "reminder") {
		t.Errorf("after 25 h: %q", got)
	}
	tick(48 * time.Hour)
	h.state(coach.Parked)
	if got := h.say("hello again, how do I set a TTL?"); !strings.Contains(got, "unconfirmed") {
		t.Errorf("the summary does not come first:\n%s", got)
	}
	h.state(coach.Closing)
	h.say("confirm")
	h.state(coach.Closed)
	h.replay()
}

// TestPastedContext: a pasted CONTEXT.md wins over the stored one.
func TestPastedContext(t *testing.T) { each(t, testPastedContext) }

func testPastedContext(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	h.react("👍")
	docs := must[[]state.Document](t)(h.file.Documents(t.Context(), learner, "redis"))
	pasted := strings.Replace(docs[0].Body, "a small cache layer for our web app", "a leaderboard", 1)
	h.say("continue redis", pasted)
	if got := h.standing().Course.Diagnosis.Deliverable; got != "a leaderboard" {
		t.Errorf("deliverable %q, want that of the paste", got)
	}
	if got := h.say(pasted[:len(pasted)/2]); !strings.Contains(got, "cut short") {
		t.Errorf("half a CONTEXT.md is answered:\n%s", got)
	}
	if got := h.say(newerDocument(pasted)); !strings.Contains(got, "newer version") {
		t.Errorf("a CONTEXT.md of a newer version is answered:\n%s", got)
	}
	if got := h.standing().Course.Diagnosis.Deliverable; got != "a leaderboard" {
		t.Errorf("deliverable %q after what was refused", got)
	}
	h.replay()
}

// newerDocument is a CONTEXT.md as a newer program would write it.
func newerDocument(body string) string { return strings.Replace(body, "- Format: 1", "- Format: 2", 1) }

// TestNewerDocuments: no session begins on documents that a newer program has written, and they stay as they are.
func TestNewerDocuments(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h := build(t, on, nil)
		h.say(course...)
		h.say("that's enough for today")
		h.react("👍")
		docs := must[[]state.Document](t)(h.file.Documents(t.Context(), learner, "redis"))
		docs[0].Body = newerDocument(docs[0].Body)
		if err := h.file.PutDocuments(t.Context(), learner, "redis", docs); err != nil {
			t.Fatal(err)
		}
		if err := h.handle(h.in(engine.InMessage, "continue redis")); !errors.Is(err, state.ErrVersion) {
			t.Errorf("the session begins: %v", err)
		}
		if diff := cmp.Diff(docs, must[[]state.Document](t)(h.file.Documents(t.Context(), learner, "redis"))); diff != "" {
			t.Errorf("the documents have changed (-before +after):\n%s", diff)
		}
	})
}

// TestSuggestedDeliverable: a yes to the coach's suggestion takes the suggestion, not the word.
func TestSuggestedDeliverable(t *testing.T) { each(t, testSuggestedDeliverable) }

func testSuggestedDeliverable(t *testing.T, on opener) {
	for _, yes := range []string{"yes", "your suggestion is fine", "好"} {
		h := build(t, on, nil)
		h.say(course[:len(course)-2]...)
		h.say(yes)
		if c := h.standing().Course; c.Phase != coach.PhaseNegotiation || len(c.Diagnosis.Deliverable) < 30 {
			t.Errorf("%q: phase %s, deliverable %q", yes, c.Phase, c.Diagnosis.Deliverable)
		}
	}
}

// TestOnlySuggested: a direction that the coach gave and the learner did not take is no direction tried. The
// summary and the documents say so, and the next session starts with it; one that the learner answered
// counts as tried.
func TestOnlySuggested(t *testing.T) { each(t, testOnlySuggested) }

func testOnlySuggested(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say(refused)
	first := h.standing().Course.Issue.Suggested()
	summary := h.say("that's enough for today")
	if !strings.Contains(summary, "Suggested, not tried yet") || strings.Contains(summary, "Tried:") {
		t.Errorf("nothing was tried, and the summary says:\n%s", summary)
	}
	saved := h.react("✅")
	if !strings.Contains(saved, "- Suggested, not tried yet (") || strings.Contains(saved, "- Tried (") {
		t.Errorf("nothing was tried, and the document says:\n%s", saved)
	}
	h.now = h.now.Add(24 * time.Hour)
	h.say("continue redis")
	again := h.standing().Course.Issue
	if len(first) != 1 || len(again.Tried) != 1 || again.Tried[0] != first[0] {
		t.Fatalf("suggested %v; the next session begins with %v", first, again.Tried)
	}
	h.say("ok", "I haven't tried it yet", "还没试")
	if got := h.standing().Course.Issue.Done(); len(got) > 0 {
		t.Errorf("an ack makes %v tried", got)
	}
	summary = h.say("I tried that, still the same error", "that's enough for today")
	if !strings.Contains(summary, "Tried: ") || !strings.Contains(summary, "Suggested, not tried yet: ") {
		t.Errorf("one was tried, another suggested, and the summary says:\n%s", summary)
	}
	h.replay()
}

// TestEarlyError: an error that is shown before the route is agreed is kept, said to be, and what the setup
// begins with; nothing is taught before.
func TestEarlyError(t *testing.T) { each(t, testEarlyError) }

func testEarlyError(t *testing.T, on opener) {
	for name, at := range map[string]int{"Diagnosis": 2, "GateB": len(course) - 1} {
		h := build(t, on, nil)
		h.say(course[:at]...)
		kept := h.say(refused)
		if !strings.Contains(kept, "I have noted the error") || strings.Contains(kept, "Direction") {
			t.Errorf("%s: an error is answered by:\n%s", name, kept)
		}
		if got := h.standing().Course; got.Issue.Excerpt != refused || at > 2 == (got.Diagnosis.Asked == "level") {
			t.Errorf("%s: kept %+v, asked %s", name, got.Issue, got.Diagnosis.Asked)
		}
		started := h.say(course[at:]...)
		if !strings.Contains(started, "First, the error that you showed before") || !strings.Contains(started, "**Direction:") {
			t.Errorf("%s: the setup does not begin with it:\n%s", name, started)
		}
		if got := h.say("it answers PONG"); !strings.Contains(got, "redis-server --version") {
			t.Errorf("%s: the setup does not go on:\n%s", name, got)
		}
		h.replay()
	}
}

// TestUploadWhileClosing: a file given to a proposed close-out takes it back, and the learner is told; after
// the next stop the summary is shown anew.
func TestUploadWhileClosing(t *testing.T) { each(t, testUploadWhileClosing) }

func testUploadWhileClosing(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.say("that's enough for today")
	in := h.in(engine.InMessage, "")
	in.Files = []engine.File{{Name: "redis.log", Text: "1:M 05 Jan 2026 09:00:00.000 # Ready to accept connections\n" + refused}}
	from := len(h.sent)
	if err := h.handle(in); err != nil {
		t.Fatal(err)
	}
	if got := h.since(from); !strings.Contains(got, "taken the summary back") || strings.Contains(got, "✅ Saved") {
		t.Errorf("an upload is answered by:\n%s", got)
	}
	h.state(coach.Coaching)
	if got := h.say("that's enough for today"); !strings.Contains(got, "Connection refused") {
		t.Errorf("the next summary lacks what was uploaded:\n%s", got)
	}
	h.state(coach.Closing)
	h.replay()
}

// TestCorrectionStays: what was corrected in a summary is known to the next session, and to the one after it.
func TestCorrectionStays(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h := build(t, on, nil)
		h.say(course...)
		for range 2 {
			h.say("that's enough for today")
			if h.standing().Course.Constraints == nil {
				h.say("correction: the deadline is on Friday")
			}
			h.say("ok", "continue redis")
			if got := strings.Join(h.standing().Course.Constraints, "\n"); strings.Count(got, "the deadline is on Friday") != 1 {
				t.Errorf("the course holds to %q", got)
			}
		}
		h.replay()
	})
}

// TestWrapShowsNothing: a command to close out tells nothing of what became of a direction.
func TestWrapShowsNothing(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h := build(t, on, nil)
		h.say(course...)
		h.say(refused)
		if err := h.handle(h.in(engine.InWrap, "/study wrap")); err != nil {
			t.Fatal(err)
		}
		if done := h.standing().Course.Issue.Done(); len(done) > 0 {
			t.Errorf("tried: %+v", done)
		}
	})
}
