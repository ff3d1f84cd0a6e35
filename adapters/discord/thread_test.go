package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/discord/discordtest"
	"tack/coach"
	"tack/internal/engine"
)

// TestMention: a mention at the top of a channel begins a thread at that message, whether or not somebody has
// begun it already.
func TestMention(t *testing.T) {
	t.Parallel()
	for name, begun := range map[string]bool{"Fresh": false, "Begun": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			f := w.Fail("POST /channels/{channel}/messages/{message}/threads", 1, discordtest.Fault{Hang: true})
			w.place = w.post(w.kim, w.channel, "<@"+w.BotID()+"> I want to learn redis")
			adaptertest.Await(t, "the thread's begin", func() bool { return f.Hits() == 1 })
			if begun {
				_, err := w.StartThread(w.lee, w.channel, w.place, "kim's thread", false)
				w.must(err)
			}
			f.Release()
			w.house.AwaitAnswered(t, w.thread(), 1)
			th, _ := w.Thread(w.place)
			if want := map[bool]string{false: "I want to learn redis", true: "kim's thread"}[begun]; th.Name != want {
				t.Errorf("the thread is called %q", th.Name)
			}
			w.say("to use it as a cache at work")
			w.NoViolations(t)
		})
	}
}

// TestMentionAfterRestart: a thread that was not begun when the process died is begun by the next.
func TestMentionAfterRestart(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Idle: true}})
	w.place = w.post(w.kim, w.channel, "<@"+w.BotID()+"> I want to learn redis")
	adaptertest.Await(t, "the record", func() bool {
		heard, err := w.house.Store.Heard(t.Context(), "discord:"+w.guild, time.Time{}, 1)
		return err == nil && len(heard) == 1
	})
	w.stop()
	w.house.Close()
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
	w.Await(t, "the answer", func() bool { return len(w.coach()) == 1 })
	w.NoViolations(t)
}

// TestPlaces: existing threads, private ones, forum posts by a person and by /study.
func TestPlaces(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	hey := "<@" + w.BotID() + "> I want to learn redis"
	private, err := w.StartThread(w.kim, w.channel, "", "private", true)
	w.must(err)
	w.must(w.AddToThread(private, w.BotID()))
	public, err := w.StartThread(w.lee, w.channel, "", "public", false)
	w.must(err)
	for _, id := range []string{private, public} {
		w.post(w.kim, id, hey)
		w.house.AwaitAnswered(t, w.threadIn(w.channel, id), 1)
		w.post(w.kim, id, "to use it as a cache at work")
		w.house.AwaitAnswered(t, w.threadIn(w.channel, id), 2)
	}
	forum := w.AddChannel(w.guild, discordtest.ChannelSpec{Name: "questions", Type: discordtest.ForumChannel})
	post, err := w.StartPost(w.kim, forum, "how to cache", hey)
	w.must(err)
	w.house.AwaitAnswered(t, w.threadIn(forum, post), 1)
	w.slash(w.lee, post, "git")
	w.Await(t, "a post of ours", func() bool { return len(w.Threads(forum)) == 2 })
	w.house.AwaitAnswered(t, w.threadIn(forum, w.Threads(forum)[0].ID), 1)
	ours := w.Threads(forum)[0]
	if first := ours.Messages[0]; !slices.Equal(first.Pings, []string{w.lee}) || !slices.Contains(ours.Members, w.lee) {
		t.Errorf("the post: %+v", ours)
	}
	w.NoViolations(t)
}

// TestForumOnce: a post whose answer is lost is not begun twice.
func TestForumOnce(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	forum := w.AddChannel(w.guild, discordtest.ChannelSpec{Name: "questions", Type: discordtest.ForumChannel})
	post, err := w.StartPost(w.lee, forum, "hello", "hello")
	w.must(err)
	w.Fail("POST /channels/{channel}/threads", 1, discordtest.Fault{AfterEffect: true, Cut: true})
	w.slash(w.kim, post, "redis")
	w.Await(t, "the answer", func() bool {
		all := w.Threads(forum)
		return len(all) > 1 && len(all[0].Messages) > 1
	})
	if n := len(w.Threads(forum)); n != 2 {
		t.Errorf("%d posts", n)
	}
}

// TestOpenOnce: a thread whose begin has no answer is not begun twice.
func TestOpenOnce(t *testing.T) {
	t.Parallel()
	for _, route := range []string{postRoute, "POST /channels/{channel}/messages/{message}/threads"} {
		t.Run(strings.ReplaceAll(route, "/", " "), func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.Fail(route, 1, discordtest.Fault{AfterEffect: true, Cut: true})
			w.study("redis")
			w.say("to use it as a cache at work")
			if n := len(w.Threads(w.channel)); n != 1 {
				t.Errorf("%d threads", n)
			}
		})
	}
}

// TestMayNot: where no thread can be begun or written in, whoever asked is told, once, and nobody else.
func TestMayNot(t *testing.T) {
	t.Parallel()
	const words = "may not open threads"
	for name, lack := range map[string]discordtest.Permissions{
		"Create": discordtest.CreatePublicThreads, "Write": discordtest.SendMessagesInThreads,
	} {
		t.Run("Mention/"+name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.Overwrite(w.channel, w.BotID(), 0, lack)
			id := w.post(w.kim, w.channel, "<@"+w.BotID()+"> I want to learn redis")
			said := func() int {
				n := 0
				for _, m := range w.Messages(w.channel) {
					if strings.Contains(m.Content, words) && m.ReplyTo == id && len(m.Pings) == 0 {
						n++
					}
				}
				return n
			}
			w.Await(t, "words in the channel", func() bool { return said() == 1 })
			adaptertest.Await(t, "the engine to know", func() bool { return w.house.Standing(t, w.threadIn(w.channel, id)).Gone })
			if n := w.Invalid(); n > 2 || said() > 1 {
				t.Errorf("%d refused requests, said %d times", n, said())
			}
			w.NoViolations(t)
		})
	}
	for name, lack := range map[string]discordtest.Permissions{
		"Create": discordtest.CreatePublicThreads, "Write": discordtest.SendMessages, "See": discordtest.ViewChannel,
	} {
		t.Run("Study/"+name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.Overwrite(w.channel, w.BotID(), 0, lack)
			w.slash(w.lee, w.channel, "git")
			w.Await(t, "words for the asker", func() bool {
				return slices.ContainsFunc(w.Ephemerals(w.lee), func(m discordtest.Message) bool { return strings.Contains(m.Content, words) })
			})
			if all := w.Messages(w.channel); len(all) > 0 {
				t.Errorf("in the channel: %+v", all)
			}
			if n := w.Invalid(); n > 2 {
				t.Errorf("%d refused requests", n)
			}
			w.NoViolations(t)
		})
	}
}

// TestArchived: in a thread that went to the archive a summary is posted anew, pinned, settled.
func TestArchived(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	old := w.closing()
	ref := "discord:" + w.guild + ":" + w.place + ":" + old.ID
	w.must(w.Archive(w.place, true))
	id := w.house.Standing(t, w.thread()).Summary.Message
	m := engine.Outgoing{
		Op: engine.OpEdit, ID: "c99", Target: id, Ref: ref, Thread: w.thread(), Style: engine.StyleSummary, Pin: true, Text: "the new summary",
		Locale: "en", Learner: w.kim,
	}
	w.deliver(m)
	fresh := w.summary()
	if fresh.ID == old.ID || len(w.Pins(w.place)) != 1 {
		t.Errorf("the pinned one is %+v", fresh)
	}
	if was, _ := w.Message(old.ID); len(was.Buttons) > 0 {
		t.Error("the old one still has its buttons")
	}
	w.must(w.Archive(w.place, true))
	w.deliver(engine.Outgoing{Op: engine.OpUnpin, ID: "c100", Target: id, Ref: ref, Thread: w.thread(), Settled: "the new summary, parked for now"})
	after, _ := w.Message(fresh.ID)
	if after.Pinned || len(after.Buttons) > 0 || !strings.Contains(after.Content, "parked for now") {
		t.Errorf("settled: %+v", after)
	}
	w.NoViolations(t)
}

// TestMovedSummary: an emoji on a summary that was posted anew is one on the summary, also after a restart.
func TestMovedSummary(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	old := w.closing()
	w.must(w.Delete(old.ID))
	w.say("you forgot: the firewall is on")
	fresh := w.summary()
	w.again()
	w.must(w.React(w.kim, fresh.ID, unicode("👍")))
	w.Await(t, "the outcome", func() bool {
		m, _ := w.Message(fresh.ID)
		return strings.Contains(m.Content, "✅ Saved.") && len(m.Buttons) == 0 && !m.Pinned
	})
	w.NoViolations(t)
}

// TestLockedSummary: in a locked thread nothing can be settled, and that holds nothing up.
func TestLockedSummary(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	old := w.closing()
	w.must(w.Archive(w.place, true))
	w.must(w.Lock(w.place, true))
	w.Overwrite(w.channel, w.BotID(), 0, discordtest.PinMessages)
	w.deliver(engine.Outgoing{
		Op: engine.OpUnpin, ID: "c100", Target: "c9", Ref: "discord:" + w.guild + ":" + w.place + ":" + old.ID, Thread: w.thread(), Settled: "parked",
	})
}

// TestUnpinned: a pin that is refused is said once in the thread, and to the operator; the summary is there.
func TestUnpinned(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refuse func(*world)
		words  string
	}{
		"Permission": {func(w *world) { w.SetBotPermissions(w.guild, discordtest.Everyday|discordtest.ManageMessages) }, "Pin Messages"},
		"Full": {func(w *world) {
			w.Fail("PUT /channels/{channel}/messages/pins/{message}", 1, discordtest.Fault{Status: 400, Code: 30003})
		}, "250 pins"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.study("redis")
			w.say(course...)
			c.refuse(w)
			w.say("that's enough for today")
			adaptertest.Await(t, "what the engine says of it", func() bool { return w.house.Standing(t, w.thread()).Unpins })
			w.house.AwaitAnswered(t, w.thread(), 10)
			all := w.coach()
			w.has(all[len(all)-1].Content, "pin")
			w.has(strings.Join(w.adapter.Health(), ""), c.words)
			if n := len(w.Calls("PUT /channels/{channel}/messages/pins/{message}")); n != 1 {
				t.Errorf("%d tries to pin", n)
			}
			w.must(w.React(w.kim, all[len(all)-2].ID, unicode("✅")))
			w.house.AwaitState(t, w.thread(), coach.Closed)
			if n := len(w.Calls("PUT /channels/{channel}/pins/{message}")); n > 0 {
				t.Error("the deprecated route was used")
			}
		})
	}
}

// TestPinLater: a pin that is put off is set later, and the summary not posted again.
func TestPinLater(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say(course...)
	n := len(w.coach())
	w.Fail("PUT /channels/{channel}/messages/pins/{message}", 1, discordtest.Fault{Status: 429, RetryAfter: 200 * time.Millisecond})
	w.post(w.kim, w.place, "that's enough for today")
	w.summary()
	if got := len(w.coach()); got != n+1 {
		t.Errorf("%d messages more", got-n)
	}
}

// TestNoFiles: where files may not be attached, the learner is told once how to get at them.
func TestNoFiles(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	summary := w.closing()
	w.Fail(postRoute, 1, discordtest.Fault{Status: 403, Code: 50013})
	w.must(w.React(w.kim, summary.ID, unicode("✅")))
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.has(strings.Join(w.texts(), "\n"), "/study docs")
	w.has(strings.Join(w.adapter.Health(), ""), "Attach Files")
}

// TestReceipts: eyes under what the learner writes, gone with the answer; where they are refused, there are
// none, and no more tries.
func TestReceipts(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	put, take := "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me", "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}"
	f := w.Fail(postRoute, 1, discordtest.Fault{Hang: true})
	id := w.post(w.kim, w.place, "to use it as a cache at work")
	w.Await(t, "eyes", func() bool { m, _ := w.Message(id); return len(m.Reactions) == 1 })
	f.Release()
	w.Await(t, "no eyes", func() bool { m, _ := w.Message(id); return len(m.Reactions) == 0 && len(w.Calls(take)) == 1 })
	w.Overwrite(w.channel, w.BotID(), 0, discordtest.AddReactions)
	w.say("no idea", "about an hour on weekdays", "defaults")
	w.Await(t, "the refusal", func() bool { return w.Invalid() == 1 })
	w.say("a small cache layer for our web app")
	if n := len(w.Calls(put)); n != 2 {
		t.Errorf("%d tries", n)
	}
}
