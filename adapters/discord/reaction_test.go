package discord_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/discord"
	"tack/adapters/discord/discordtest"
	"tack/adapters/inhand"
	"tack/coach"
	"tack/state"
)

// closing leads to a summary and returns it.
func (w *world) closing() discordtest.Message {
	w.Helper()
	w.study("redis")
	w.say(course...)
	w.say("that's enough for today")
	w.house.AwaitState(w.T, w.thread(), coach.Closing)
	return w.summary()
}

// TestNoConfirmation: a custom emoji of the right name, one that was deleted, somebody else's, and one on
// another message confirm nothing.
func TestNoConfirmation(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	summary := w.closing()
	id := w.AddEmoji(w.guild, "white_check_mark")
	w.must(w.React(w.kim, summary.ID, discordtest.Emoji{ID: id, Name: "white_check_mark"}))
	w.must(w.React(w.kim, summary.ID, discordtest.Emoji{ID: id + "1"}))
	w.must(w.React(w.kim, w.coach()[0].ID, unicode("✅")))
	w.must(w.React(w.kim, w.post(w.kim, w.channel, "elsewhere"), unicode("✅")))
	w.answered(func() { w.must(w.React(w.lee, summary.ID, unicode("✅"))) })
	w.say("the firewall is on")
	if th := w.house.Standing(t, w.thread()); th.Session.State() != coach.Closing {
		t.Errorf("state %s", th.Session.State())
	}
}

// TestConfirmations: with and without U+FE0F, of any skin, as a super reaction, put twice.
func TestConfirmations(t *testing.T) {
	t.Parallel()
	for name, react := range map[string]func(w *world, id string) error{
		"Plain":   func(w *world, id string) error { return w.React(w.kim, id, unicode("✅")) },
		"FE0F":    func(w *world, id string) error { return w.React(w.kim, id, unicode("👌\uFE0F")) },
		"Skin":    func(w *world, id string) error { return w.React(w.kim, id, unicode("👍🏿")) },
		"Super":   func(w *world, id string) error { return w.SuperReact(w.kim, id, unicode("💯")) },
		"TwoWays": func(w *world, id string) error { return both(w, id) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.must(react(w, w.closing().ID))
			w.house.AwaitState(t, w.thread(), coach.Closed)
		})
	}
}

// TestConfirmedByNote: ✅ on the message that says that the summary was changed confirms it.
func TestConfirmedByNote(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.closing()
	w.say("you forgot: the firewall is on")
	note := w.last()
	w.has(note.Content, "or here")
	w.must(w.React(w.kim, note.ID, unicode("✅")))
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.NoViolations(t)
}

// both puts a normal and a super reaction.
func both(w *world, id string) error {
	if err := w.React(w.kim, id, unicode("👍")); err != nil {
		return err
	}
	return w.SuperReact(w.kim, id, unicode("👍"))
}

// TestToggled: a reaction that is taken back and put again counts again.
func TestToggled(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	summary := w.closing()
	for range 2 {
		w.answered(func() { w.must(w.React(w.kim, summary.ID, unicode("🍕"))) })
		w.answered(func() { w.must(w.Unreact(w.kim, summary.ID, unicode("🍕"))) })
	}
}

// askedStore tells when a message was looked for in vain.
type askedStore struct {
	inhand.Store
	missing chan struct{}
}

func (s askedStore) Posted(ctx context.Context, ref string) (state.Post, error) {
	post, err := s.Store.Posted(ctx, ref)
	if errors.Is(err, state.ErrNotFound) {
		select {
		case s.missing <- struct{}{}:
		default: // it was told already
		}
	}
	return post, err
}

// TestEarlyReaction: a reaction that comes before its message is known to be posted counts all the same.
func TestEarlyReaction(t *testing.T) {
	t.Parallel()
	missing := make(chan struct{}, 1)
	w := setup(t, setting{hall: func(h discord.Hall) discord.Hall {
		h.Store = askedStore{h.Store, missing}
		return h
	}})
	w.study("redis")
	w.say(course...)
	n := len(w.coach())
	f := w.Fail(postRoute, 1, discordtest.Fault{Hang: true, AfterEffect: true})
	w.post(w.kim, w.place, "that's enough for today")
	w.Await(t, "the post", func() bool { return len(w.coach()) == n+1 })
	w.must(w.React(w.kim, w.last().ID, unicode("✅")))
	select {
	case <-missing:
	case <-time.After(20 * time.Second):
		t.Fatal("the reaction does not come")
	}
	f.Release()
	w.house.AwaitState(t, w.thread(), coach.Closed)
}

// TestForeignReaction: a reaction on what nobody knows costs no request.
func TestForeignReaction(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	id := w.post(w.lee, w.channel, "lunch?")
	calls := len(w.Calls(""))
	w.must(w.React(w.kim, id, unicode("✅")))
	own := w.post(w.lee, w.channel, "hello")
	w.must(w.React(w.kim, own, unicode("✅")))
	w.AskHeartbeat()
	if n := len(w.Calls("")); n != calls {
		t.Errorf("%d requests", n-calls)
	}
}

// TestRestart: a bot that was away catches up with threads, mentions and the emoji under a summary.
func TestRestart(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	summary := w.closing()
	w.stop()
	w.house.Close()
	w.must(w.React(w.lee, summary.ID, unicode("👍")))
	w.must(w.SuperReact(w.kim, summary.ID, unicode("✅")))
	for range 150 { // more than a page
		w.post(w.lee, w.place, "me too")
	}
	other := w.post(w.lee, w.channel, "<@"+w.BotID()+"> I want to learn git")
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
	w.Await(t, "the confirmation", func() bool {
		m, _ := w.Message(summary.ID)
		return len(m.Buttons) == 0 && !m.Pinned
	})
	w.house.AwaitAnswered(t, w.threadIn(w.channel, other), 1)
	w.NoViolations(t)
}
