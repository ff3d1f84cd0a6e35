//go:build unix

package main

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/voice"
	"tack/internal/command"
	"tack/internal/engine"
	"tack/state"
	"tack/templates"
)

// changeover is a house in this process, by the script's clock, with a learner in each stage.
type changeover struct {
	*testing.T
	store  store
	engine *engine.Engine
	now    time.Time
	scenes map[coach.ThreadID]*scene
	refuse coach.ThreadID // whose messages cannot be delivered
}

// options are those of a store of one.
func (c *changeover) options() state.Options {
	return state.Options{Now: func() time.Time { return c.now }, KeepThreads: century, KeepDocuments: century, Log: c.logger()}
}

func (c *changeover) logger() *slog.Logger { return slog.New(slog.NewTextHandler(c.Output(), nil)) }

// openFile opens the embedded store.
func (c *changeover) openFile(path string) {
	c.Helper()
	kept, err := state.OpenFile(path, c.options())
	if err != nil {
		c.Fatal(err)
	}
	c.open(kept)
}

// openRedis opens Redis.
func (c *changeover) openRedis(url string) {
	c.Helper()
	kept, err := state.OpenRedis(c.Context(), url, c.options())
	if err != nil {
		c.Fatal(err)
	}
	c.open(kept)
}

func (c *changeover) open(kept store) {
	c.store, c.scenes = kept, map[coach.ThreadID]*scene{}
	c.Cleanup(func() { kept.Close() })
	c.engine = calmEngine(c.T, engine.Config{
		Store: kept, Platforms: map[string]engine.Platform{"load": c}, Quiet: quiet,
		Now: func() time.Time { return c.now }, Log: c.logger(),
	})
}

// Deliver shows a message.
func (c *changeover) Deliver(ctx context.Context, m engine.Outgoing) (engine.Receipt, error) {
	if m.Thread == c.refuse {
		return engine.Receipt{}, errors.New("the platform is away")
	}
	if c.scenes[m.Thread] == nil {
		c.scenes[m.Thread] = newScene()
	}
	return calmPlatform{c.scenes[m.Thread]}.Deliver(ctx, m)
}

// shown is what a learner has seen, in one text.
func (c *changeover) shown(p pupil) string {
	var all strings.Builder
	if s := c.scenes[p.thread()]; s != nil {
		for _, m := range s.story() {
			all.WriteString(m.Text + "\n")
		}
	}
	return all.String()
}

// study is what a manager writes behind /study in the channel.
func (c *changeover) study(text string) {
	c.Helper()
	words := must(voice.New(templates.FS, "messages/command"))(c)
	desk := &command.Desk{Engine: c.engine, Store: c.store, Voice: words}
	if _, err := desk.Answer(c.Context(), command.Request{Channel: channel, User: "boss", Manager: true, Text: text}); err != nil {
		c.Fatal(err)
	}
}

// channel is one whose language the old program was told.
const channel = "load:w1:channel"

// say plays the steps of a learner from the one numbered first on.
func (c *changeover) say(p pupil, first int) {
	c.Helper()
	for i := first; i < len(p.steps); i++ {
		for _, in := range p.events(i, c.thread(p).summary()) {
			c.receive(in)
		}
		c.now = c.now.Add(stepApart)
		c.settle()
	}
}

func (c *changeover) receive(in engine.Inbound) {
	c.Helper()
	in.At = c.now
	if err := c.engine.Receive(c.Context(), in); err != nil {
		c.Fatal(err)
	}
}

func (c *changeover) settle() {
	c.Helper()
	if err := c.engine.Settle(c.Context()); err != nil {
		c.Fatal(err)
	}
}

// kept is a thread as the program reads it.
type kept struct{ engine.Thread }

// summary is the message of the summary that is shown; empty: none is.
func (k kept) summary() string {
	if k.Summary == nil {
		return ""
	}
	return k.Summary.Message
}

func (c *changeover) thread(p pupil) kept {
	c.Helper()
	t, err := c.engine.Thread(c.Context(), p.thread())
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		c.Fatal(err)
	}
	return kept{t}
}

// stands holds a session to a state.
func (c *changeover) stands(p pupil, want coach.State) {
	c.Helper()
	t := c.thread(p)
	if t.Session == nil || t.Session.State() != want {
		c.Errorf("%s: session %+v, want it %s", p.name, t.Session, want)
	}
}
