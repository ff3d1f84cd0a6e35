package discord_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/discord"
	"tack/adapters/discord/discordtest"
	"tack/adapters/inhand"
	"tack/coach"
	"tack/internal/engine"
)

const postRoute = "POST /channels/{channel}/messages"

// outgoing is a message of a thread of its own, begun by a person.
func (w *world) outgoing(id, text string) engine.Outgoing {
	w.Helper()
	if w.place == "" {
		place, err := w.StartThread(w.kim, w.channel, "", "talk", false)
		w.must(err)
		w.place = place
	}
	return engine.Outgoing{Op: engine.OpPost, ID: id, Thread: w.thread(), Text: text, Locale: "en", Learner: w.kim}
}

// deliver delivers until Discord has taken it, as the engine does.
func (w *world) deliver(m engine.Outgoing) engine.Receipt {
	w.Helper()
	for range 20 {
		r, err := w.adapter.Deliver(w.Context(), m)
		if err == nil {
			return r
		}
		if errors.Is(err, engine.ErrGone) || errors.Is(err, engine.ErrRefused) {
			w.Fatalf("deliver %s: %v", m.ID, err)
		}
		m.Again = true
	}
	w.Fatal("it is never taken")
	return engine.Receipt{}
}

// texts are what the coach's messages in the thread in hand say.
func (w *world) texts() []string {
	var list []string
	for _, m := range w.coach() {
		list = append(list, m.Content)
	}
	return list
}

// TestPostOnce: a post whose answer is lost is not made twice, by the nonce or, later, by looking.
func TestPostOnce(t *testing.T) {
	t.Parallel()
	for name, later := range map[string]time.Duration{"AtOnce": 0, "AfterTheNonce": 10 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.study("redis")
			n := len(w.coach())
			w.Fail(postRoute, 1, discordtest.Fault{AfterEffect: true, Cut: true})
			w.post(w.kim, w.place, "to use it as a cache at work")
			w.Await(t, "the post", func() bool { return len(w.coach()) > n })
			w.Advance(later)
			w.house.AwaitAnswered(t, w.thread(), 2)
			w.say("no idea")
			if got := len(w.coach()); got != n+2 {
				t.Errorf("%d messages more, want 2:\n%s", got-n, w.Story())
			}
			w.NoViolations(t)
		})
	}
}

// TestPieces: the retry of a long message goes on with the piece that failed.
func TestPieces(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	para := strings.Repeat("word ", 300)
	m := w.outgoing("c1", para+"\n\n```go\n"+strings.Repeat("x := 1\n", 300)+"```\n\n"+para)
	w.Fail(postRoute, 1, discordtest.Fault{AfterEffect: true, Cut: true})
	r := w.deliver(m)
	all := w.coach()
	if len(all) < 3 || all[len(all)-1].ID != r.Ref[strings.LastIndex(r.Ref, ":")+1:] {
		t.Fatalf("%d pieces, the last is %s", len(all), r.Ref)
	}
	for _, one := range all {
		if strings.Count(one.Content, "```")%2 != 0 {
			t.Errorf("a fence is open in\n%s", one.Content)
		}
		if len(one.Nonce) > 25 || one.Nonce == "" {
			t.Errorf("nonce %q", one.Nonce)
		}
	}
	w.NoViolations(t)
}

// TestRates: what Discord puts off is delivered once, when Discord says so; the request does not sleep.
func TestRates(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]discordtest.Fault{
		"Bucket":     {Status: 429, RetryAfter: time.Hour},
		"Global":     {Status: 429, RetryAfter: time.Hour, Global: true},
		"Cloudflare": {Cloudflare: true, RetryAfter: time.Hour},
		"Slowmode":   {Status: 429, RetryAfter: time.Hour, Code: 20016},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{idle: true})
			m := w.outgoing("c1", "hello")
			w.Fail(postRoute, 1, f)
			var retry *engine.RetryError
			for range 5 {
				if _, err := w.adapter.Deliver(t.Context(), m); !errors.As(err, &retry) || retry.After < 50*time.Minute {
					t.Fatalf("deliver: %v", err)
				}
			}
			if n := len(w.Calls(postRoute)); n != 1 {
				t.Errorf("%d requests though Discord said to wait", n)
			}
		})
	}
	t.Run("Headers", func(t *testing.T) {
		t.Parallel()
		w := setup(t, setting{idle: true, fake: discordtest.Options{Limits: map[string]discordtest.Limit{postRoute: {N: 2, Per: 100 * time.Millisecond}}}})
		for i := range 6 {
			w.deliver(w.outgoing("c"+string(rune('1'+i)), "hello"))
		}
		if n := w.Invalid(); n > 0 {
			t.Errorf("%d answers of 429 though the headers tell", n)
		}
	})
}

// TestRefusals: each refusal is known to the engine for what it is, and met once.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault discordtest.Fault
		want  string
	}{
		"NoPermission": {discordtest.Fault{Status: 403, Code: 50013}, "gone"},
		"NoAccess":     {discordtest.Fault{Status: 403, Code: 50001}, "gone"},
		"Locked":       {discordtest.Fault{Status: 403, Code: 160005}, "gone"},
		"Archived":     {discordtest.Fault{Status: 400, Code: 50083}, "gone"},
		"ClosedDM":     {discordtest.Fault{Status: 403, Code: 50007}, "gone"},
		"Invalid":      {discordtest.Fault{Status: 400, Code: 50035}, "refused"},
		"Token":        {discordtest.Fault{Status: 401}, "later"},
		"Broken":       {discordtest.Fault{Status: 502}, "soon"},
		"Cut":          {discordtest.Fault{Cut: true}, "soon"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{idle: true})
			m := w.outgoing("c1", "hello")
			w.Fail(postRoute, 1, c.fault)
			_, err := w.adapter.Deliver(t.Context(), m)
			if got := adaptertest.Kind(err); got != c.want {
				t.Errorf("%v is %q, want %q", err, got, c.want)
			}
			calls := slices.DeleteFunc(w.Calls(postRoute), func(c discordtest.Call) bool { return !strings.Contains(c.Path, w.place) })
			if n := len(calls); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// TestGone: a thread in which the bot may not write any more is left alone until the learner comes back.
func TestGone(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.must(w.Lock(w.place, true))
	w.Overwrite(w.channel, w.kim, discordtest.ManageThreads, 0) // a learner who may still write
	w.post(w.kim, w.place, "to use it as a cache at work")
	adaptertest.Await(t, "the thread is gone", func() bool { return w.house.Standing(t, w.thread()).Gone })
	if n := w.Invalid(); n > 3 {
		t.Errorf("%d refused requests", n)
	}
	w.must(w.Lock(w.place, false))
	w.post(w.kim, w.place, "no idea")
	adaptertest.Await(t, "the thread is back", func() bool { return !w.house.Standing(t, w.thread()).Gone })
}

// TestDeletedThread: a thread that was deleted is not begun anew.
func TestDeletedThread(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.must(w.DeleteChannel(w.place))
	_, err := w.adapter.Deliver(t.Context(), engine.Outgoing{Op: engine.OpPost, ID: "c9", Thread: w.thread(), Text: "hello"})
	if !errors.Is(err, engine.ErrGone) {
		t.Errorf("%v, want gone", err)
	}
	if _, ok := w.Thread(w.place); ok {
		t.Error("the thread is back")
	}
}

// TestStoreDown: what cannot be recorded is tried again, in order; a button says that it cannot.
func TestStoreDown(t *testing.T) {
	t.Parallel()
	var faulty adaptertest.Faulty
	w := setup(t, setting{hall: faulty.In})
	w.study("redis")
	faulty.Fail(2, adaptertest.Down)
	first := w.post(w.kim, w.place, "to use it as a cache at work")
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.say("no idea")
	if m, _ := w.Message(first); m.Content == "" {
		t.Error("the message is gone")
	}
	w.say("that's enough for today")
	summary := w.summary()
	faulty.Fail(1, adaptertest.Down)
	id, err := w.Press(w.kim, summary.ID, w.button(summary, "confirm"))
	w.must(err)
	w.Await(t, "an answer", func() bool { return w.Asked(id).Answered != 0 })
	w.has(w.Asked(id).Messages[0].Content, "cannot be reached")
	w.house.AwaitState(t, w.thread(), coach.Closing)
}

// gatedEngine holds up what comes in while the gate is shut.
type gatedEngine struct {
	inhand.Engine
	gate chan struct{} // shut until it is closed
	shut *atomic.Bool
}

func (g gatedEngine) Receive(ctx context.Context, in engine.Inbound) error {
	if g.shut.Load() {
		select {
		case <-g.gate:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return g.Engine.Receive(ctx, in)
}

// TestFlood: what is beyond the lanes while the store is slow is found by catching up; an interaction is
// answered meanwhile.
func TestFlood(t *testing.T) {
	t.Parallel()
	gate, shut := make(chan struct{}), &atomic.Bool{}
	w := setup(t, setting{hall: func(h discord.Hall) discord.Hall {
		h.Engine = gatedEngine{h.Engine, gate, shut}
		return h
	}})
	w.study("redis")
	shut.Store(true)
	for range 200 {
		w.post(w.lee, w.place, "me too")
	}
	w.post(w.kim, w.place, "to use it as a cache at work")
	id := w.slash(w.kim, w.place, "status")
	w.Await(t, "an answer to /study", func() bool { return w.Asked(id).Answered == 4 })
	shut.Store(false)
	close(gate)
	w.house.AwaitAnswered(t, w.thread(), 202)
	w.Await(t, "the answer", func() bool { return w.saying("Scenario 1") == 1 })
}

// button is the custom id of a summary's button.
func (w *world) button(m discordtest.Message, name string) string {
	w.Helper()
	at := slices.IndexFunc(m.Buttons, func(b discordtest.Button) bool { return strings.HasPrefix(b.ID, "summary_"+name+":") })
	if at < 0 {
		w.Fatalf("no button %s: %+v", name, m.Buttons)
	}
	return m.Buttons[at].ID
}
