package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
)

// TestReplay_Emptied: a message that was emptied within the window is no part of its turn.
func TestReplay_Emptied(t *testing.T) { each(t, testReplay_Emptied) }

func testReplay_Emptied(t *testing.T, on opener) {
	h := build(t, on, nil)
	h.say(course...)
	h.Quiet = engine.DefaultQuiet
	first, second := h.in(engine.InMessage, "what does INCR do?"), h.in(engine.InMessage, "never mind")
	gone := h.in(engine.InDelete, "")
	second.At, gone.At, gone.Target = first.At.Add(time.Second), first.At.Add(2*time.Second), second.ID
	for _, in := range []engine.Inbound{first, second, gone} {
		if err := h.Receive(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	}
	h.now = h.now.Add(time.Minute)
	if err := h.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.replay()
}

// TestReplay_OpenedWithFile: the message that opens a session may bring a file.
func TestReplay_OpenedWithFile(t *testing.T) { each(t, testReplay_OpenedWithFile) }

func testReplay_OpenedWithFile(t *testing.T, on opener) {
	h := build(t, on, nil)
	in := h.in(engine.InMessage, "I want to learn redis")
	in.Files = []engine.File{{Name: "redis.log", Text: "Error: connect ECONNREFUSED 127.0.0.1:6379"}}
	if err := h.handle(in); err != nil {
		t.Fatal(err)
	}
	h.state(coach.Coaching)
	h.replay()
}

// TestReplay_Random: whatever happens in a thread, in whatever order and rhythm, its log replays to the
// session that is stored.
func TestReplay_Random(t *testing.T) { each(t, testReplay_Random) }

func testReplay_Random(t *testing.T, on opener) {
	for seed := range uint64(4) {
		w := walk{build(t, on, nil), rand.New(rand.NewPCG(seed, 0)), nil}
		w.say(course...)
		w.Quiet = engine.DefaultQuiet
		for range 40 {
			w.flurry()
		}
		if w.replay(); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// walk does things in a thread at random.
type walk struct {
	*house
	random *rand.Rand
	said   []string // ids of messages
}

// flurry has several things happen at once and then the thread come to rest.
func (w *walk) flurry() {
	w.Helper()
	at := w.now.Add(time.Duration(1+w.random.IntN(100)) * time.Minute)
	for range 1 + w.random.IntN(5) {
		at = at.Add(time.Duration(w.random.IntN(4000)) * time.Millisecond)
		if err := w.Receive(w.Context(), w.event(at)); err != nil {
			w.Fatal(err)
		}
	}
	for _, after := range []time.Duration{time.Second, 5 * time.Second} {
		w.now = at.Add(after)
		if err := w.Settle(w.Context()); err != nil {
			w.Fatal(err)
		}
	}
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (w *walk) event(at time.Time) engine.Inbound {
	r := w.random
	w.n++
	in := engine.Inbound{
		Kind: engine.InMessage, ID: fmt.Sprint("l", w.n), Thread: w.thread, Learner: "kim", At: at, Locale: "en",
		User: pick(r, "kim", "kim", "kim", "kim", "lee"), Text: pick(r, words...),
	}
	switch kind := pick(r, engine.InReaction, engine.InEdit, engine.InDelete, engine.InWrap, engine.InGoOn, "", "", "", "", "", ""); kind {
	case engine.InReaction:
		in.Kind, in.Text, in.Remove, in.Emoji = kind, "", r.IntN(4) == 0, pick(r, "👍", "❌", "✏️", "✅", "🎉", "+1::skin-tone-4")
		in.Target = fmt.Sprint("c", max(1, w.standing().Posted-r.IntN(3)))
	case engine.InEdit, engine.InDelete:
		in.Kind, in.Target = kind, pick(r, append(w.said, "l0")...)
	case engine.InWrap, engine.InGoOn:
		in.Kind = kind
	default:
		if r.IntN(8) == 0 {
			in.Files = []engine.File{{Name: "a.log", Text: "Error: ENOENT no such file x"}}
		}
		w.said = append(w.said[max(0, len(w.said)-2):], in.ID)
	}
	return in
}

// words are what is said on the walk.
var words = []string{
	"ok", "done", "why?", "what does INCR do?", "how do I stop redis?", "how do I stop redis?", "ok but why?", "yes", "嗯", "好的", "👍", "", "  ",
	"redis-cli ping\nPONG", "Error: connect ECONNREFUSED 127.0.0.1:6379", "Error: connect ECONNREFUSED 127.0.0.1:6379", "still the same error",
	"docker: command not found", "it works now", "brb", "that's enough for today", "confirm", "whatever", "continue", "I'd like to go on",
	"please add that I learned TTL", "```\nredis-cli set a 1\nOK\n```", "```", "> quoted", "next", "skip this step", "I want to learn git",
	"continue redis", "\x00", "\xff\xfe", "a\u2028b", "<!channel>",
}
