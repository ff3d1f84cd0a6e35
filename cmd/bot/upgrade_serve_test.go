//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tack/internal/engine"
	"tack/internal/redistest"
	"tack/state"
)

// forever has bot serve erase nothing for its age.
var forever = []string{"--retention-threads", "0", "--retention-documents", "0"}

// TestUpgrade_Serves: the program itself, started on the data of each version that is supported, sends what
// was not sent, answers what was not answered, does what is overdue, and answers whoever writes on.
func TestUpgrade_Serves(t *testing.T) {
	t.Parallel()
	for _, from := range fixtures(t) {
		t.Run("File/"+filepath.Base(from), func(t *testing.T) {
			t.Parallel()
			path := unpackFile(t, from)
			servesOn(t, func() store { return must(state.OpenFile(path, state.Options{}))(t) }, "--store-path", filepath.Dir(path))
		})
		t.Run("Redis/"+filepath.Base(from), func(t *testing.T) {
			t.Parallel()
			redis := redistest.Start(t)
			unpackRedis(t, redis, from)
			servesOn(t, func() store { return onRedis(t, redis) }, "--store-redis", redis.URL())
		})
	}
}

func servesOn(t *testing.T, open func() store, flags ...string) {
	t.Helper()
	c := openCloud(t)
	bot := serving(t, c, append(flags, forever...)...)
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errors.New("no answer for a minute"))
	defer cancel()
	for i, p := range staged() {
		overdue := 0
		if stages[i].left != nothing || stages[i].name == "Closing" { // whose time is over by now
			overdue = 1
		}
		await(ctx, t, c, p, overdue)
		in := engine.Inbound{
			Kind: engine.InMessage, ID: "new", Thread: p.thread(), Learner: p.learner().ID, User: p.learner().ID,
			At: time.Now(), Text: "what is a TTL?",
		}
		if err := c.send(ctx, in); err != nil {
			t.Fatal(err)
		}
		await(ctx, t, c, p, overdue+1)
	}
	bot.stop()
	quietly(t, bot)
	kept := open()
	defer kept.Close()
	for _, p := range staged() {
		goneOn(t, kept, p)
	}
}

func await(ctx context.Context, t *testing.T, c *cloud, p pupil, n int) {
	t.Helper()
	if err := c.scene(p.thread()).wait(ctx, n); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
}

// quietly holds a process to having logged no failure.
func quietly(t *testing.T, p *process) {
	t.Helper()
	if log := must(os.ReadFile(p.log))(t); strings.Contains(string(log), "level=ERROR") {
		t.Errorf("it logs:\n%s", log)
	}
}

// goneOn holds a thread to having the new message in its transcript, and nothing in hand.
func goneOn(t *testing.T, kept store, p pupil) {
	t.Helper()
	all := must(kept.Export(t.Context(), p.learner()))(t)
	if len(all.Threads) != 1 {
		t.Fatalf("%s: %d threads", p.name, len(all.Threads))
	}
	th := all.Threads[0]
	if len(th.Events) > 0 || len(th.Outbox) > 0 {
		t.Errorf("%s: %d events and %d messages are left", p.name, len(th.Events), len(th.Outbox))
	}
	for _, line := range th.Log {
		if strings.Contains(string(line), `"id":"new"`) {
			return
		}
	}
	t.Errorf("%s: the new message is not in the transcript", p.name)
}
