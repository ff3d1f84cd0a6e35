//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/tutor/track"
	"tack/internal/engine"
	"tack/state"
	"tack/templates"
)

// act is one thing that somebody does in a thread.
type act struct{ kind, by, text, emoji, target string }

// step is what is done at one time: acts within the quiet window, of which the learner's messages are
// one turn.
type step []act

// part is a learner's script: the next step comes after the answers to the last one.
type part struct {
	name  string
	steps []step
}

func says(texts ...string) []step {
	var steps []step
	for _, text := range texts {
		steps = append(steps, step{{kind: engine.InMessage, text: text}})
	}
	return steps
}

func burst(texts ...string) []step {
	var s step
	for _, text := range texts {
		s = append(s, act{kind: engine.InMessage, text: text})
	}
	return []step{s}
}

func reacts(emoji string) []step { return []step{{{kind: engine.InReaction, emoji: emoji}}} }

func bystander(text string) []step {
	return []step{{{kind: engine.InMessage, by: "bystander", text: text}}}
}

func edits(target, text string) []step {
	return []step{{{kind: engine.InEdit, target: target, text: text}}}
}

func line(name string, pieces ...[]step) part {
	p := part{name: name}
	for _, steps := range pieces {
		p.steps = append(p.steps, steps...)
	}
	return p
}

const cannotConnect = "Could not connect to Redis at 127.0.0.1:6379: Connection refused"

// parts are the learners' scripts.
var parts = []part{
	line("Whole",
		says("I want to learn redis", "I want to use it as a cache at work", "I would use INCR, since it is atomic",
			"no idea", "about an hour on weekdays", "defaults", "a small cache layer for our web app", "confirm",
			cannotConnect, cannotConnect, "still the same error", "the weather is nice", "and the birds sing"),
		reacts("✅"), says("continue redis", cannotConnect, "that's enough for today", "ok")),
	line("Chinese",
		says("我想学 Redis", "工作里做缓存", "用 INCR，它是原子的", "不知道", "每天半小时", "默认", "给网站做一个缓存层", "确认",
			"今天就到这吧", "可以", "继续学 Redis", "今天就到这吧"), reacts("👍")),
	line("Bursts",
		burst("I want to learn redis", "for a cache at work"),
		says("I would use INCR, since it is atomic", "no idea"), burst("about an hour", "on weekdays"),
		says("defaults"), burst("a small cache layer", "for our", "web app"), says("confirm"),
		burst(cannotConnect, "what now?"), says("that's enough for today"), reacts("✅")),
	line("Bystanders",
		says("I want to learn redis"), bystander("me too"), says("I want to use it as a cache at work"),
		bystander("just use memcached"), bystander("really"), edits("m0.0", "I want to learn redis, please"),
		says("I would use INCR, since it is atomic", "no idea", "about an hour on weekdays"), bystander("👍"),
		says("defaults", "a small cache layer for our web app", "confirm", "that's enough for today"),
		bystander("ok"), says("ok")),
	line("Corrected",
		says("I want to learn git", "that's enough for today"), reacts("✏️"),
		says("you forgot that I know branches"), reacts("❌"), says("ok"), says("what do you know?")),
	line("Reworded",
		[]step{{{kind: engine.InMessage, text: "I want to learn redis for a csahe"}, {kind: engine.InEdit, target: "m0.0", text: "I want to learn redis for a cache"}}},
		says("at work", "no idea", "that's enough for today"), reacts("👍")),
}

// pupil is one learner on a script in a thread.
type pupil struct {
	part
	n    int
	base time.Time // of the first step, by the platform
}

func (p pupil) thread() coach.ThreadID { return coach.ThreadID(fmt.Sprintf("load:w1:thread%06d", p.n)) }

func (p pupil) learner() state.Learner {
	return state.Learner{Workspace: "load:w1", ID: fmt.Sprintf("learner%06d", p.n)}
}

// The script's clock.
const (
	stepApart = 20 * time.Second
	actApart  = 50 * time.Millisecond // within the quiet window
)

// events are those of a step; summary is the message that a reaction is on.
func (p pupil) events(i int, summary string) []engine.Inbound {
	var all []engine.Inbound
	for j, a := range p.steps[i] {
		in := engine.Inbound{
			Kind: a.kind, ID: fmt.Sprintf("m%d.%d", i, j), Thread: p.thread(), Learner: p.learner().ID, User: p.learner().ID,
			At: p.base.Add(time.Duration(i)*stepApart + time.Duration(j)*actApart), Text: a.text, Emoji: a.emoji, Target: a.target,
		}
		if a.by != "" {
			in.User, in.Learner = a.by, a.by
		}
		if a.kind == engine.InReaction {
			in.Target = summary
		}
		all = append(all, in)
	}
	return all
}

// memory is what a thread comes to, with thread and learner under common names.
type memory struct {
	Story []string // each message
	After []int    // messages shown after each step
	Body  string   // of the thread as stored
	Log   []string
	Docs  []string
}

// remember reads what a store and the platform have of a thread.
func (p pupil) remember(ctx context.Context, s store, story []engine.Outgoing) (memory, error) {
	common := strings.NewReplacer(string(p.thread()), "THREAD", p.learner().ID, "LEARNER").Replace
	var m memory
	for _, out := range story {
		out.Decided = time.Time{} // by the clock of the machine, and no learner sees it
		b, err := json.Marshal(out)
		if err != nil {
			return m, err
		}
		m.Story = append(m.Story, common(string(b)))
	}
	t, err := s.Load(ctx, p.thread())
	if err != nil {
		return m, err
	}
	m.Body = common(string(t.Body))
	log, err := s.Log(ctx, p.thread())
	if err != nil {
		return m, err
	}
	for _, b := range log {
		m.Log = append(m.Log, common(string(b)))
	}
	topics, err := s.Topics(ctx, p.learner())
	if err != nil {
		return m, err
	}
	for _, topic := range topics {
		docs, err := s.Documents(ctx, p.learner(), topic)
		if err != nil {
			return m, err
		}
		for _, d := range docs {
			m.Docs = append(m.Docs, common(topic+"/"+d.Name+"\n"+d.Body))
		}
	}
	return m, nil
}

// quiet is the quiet window of these tests.
const quiet = 500 * time.Millisecond

// calmPlatform is a platform that nothing disturbs.
type calmPlatform struct{ *scene }

func (c calmPlatform) Deliver(_ context.Context, m engine.Outgoing) (engine.Receipt, error) {
	_, err := c.show(m)
	return engine.Receipt{Ref: string(m.Thread) + "/" + m.ID}, err
}

// calm plays a script with nothing to disturb it: the same house in this process, on a store of its
// own, by the script's clock.
func calm(t *testing.T, p part, base time.Time) memory {
	t.Helper()
	now := base
	who := pupil{part: p, n: 999_999, base: base}
	kept, err := state.OpenFile(filepath.Join(t.TempDir(), "tack.db"), state.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	shown := newScene()
	e := calmEngine(t, engine.Config{
		Store: kept, Platforms: map[string]engine.Platform{"load": calmPlatform{shown}}, Quiet: quiet,
		Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	var after []int
	for i := range p.steps {
		for _, in := range who.events(i, shown.summary()) {
			now = in.At
			if err := e.Receive(t.Context(), in); err != nil {
				t.Fatal(err)
			}
		}
		now = now.Add(quiet)
		if err := e.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		after = append(after, len(shown.story()))
	}
	m, err := who.remember(t.Context(), kept, shown.story())
	if err != nil {
		t.Fatal(err)
	}
	m.After = after
	return m
}

func calmEngine(t *testing.T, c engine.Config) *engine.Engine {
	t.Helper()
	sub, err := fs.Sub(templates.FS, "tracks")
	if err != nil {
		t.Fatal(err)
	}
	tracks, err := track.Load(sub)
	if err != nil {
		t.Fatal(err)
	}
	e, err := newEngine(c, tracks, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// play plays a script against the cloud and says whether a step's messages may have been torn: the
// last of them was acknowledged after the quiet window that the first one opened.
func (p pupil) play(ctx context.Context, c *cloud, after []int) (torn bool, err error) {
	shown := c.scene(p.thread())
	for i, s := range p.steps {
		start := time.Now()
		if err := p.do(ctx, c, p.events(i, shown.summary())); err != nil {
			return torn, err
		}
		late := len(s) > 1 && time.Since(start) > quiet
		if torn = torn || late; torn {
			err = p.waitTorn(ctx, shown, after, i)
		} else {
			err = shown.wait(ctx, after[i])
		}
		if err != nil {
			return torn, fmt.Errorf("%s of script %s, step %d: %w", p.thread(), p.name, i, err)
		}
	}
	return torn, nil
}

// do sends the events of a step, each when the one before is acknowledged.
func (p pupil) do(ctx context.Context, c *cloud, events []engine.Inbound) error {
	for _, in := range events {
		if in.Kind == engine.InReaction && in.Target == "" {
			continue // torn, so that no summary has come: there is nothing to react to
		}
		if err := c.send(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// tornFor is how long a learner waits whose turn was torn: how many answers come then nobody knows.
const tornFor = 10 * time.Second

func (p pupil) waitTorn(ctx context.Context, shown *scene, after []int, i int) error {
	short, cancel := context.WithTimeoutCause(ctx, tornFor, errors.New("a turn that was torn has no answer"))
	defer cancel()
	if err := shown.wait(short, after[i]); err != nil && ctx.Err() != nil {
		return err
	}
	return nil
}
