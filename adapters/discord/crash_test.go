package discord_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/discord"
	"tack/adapters/discord/discordtest"
	"tack/coach"
)

// again is another process on the same store, after the first has ended.
func (w *world) again() {
	w.Helper()
	w.stop()
	w.Await(w.T, "its session to end", func() bool { return !w.connected() })
	w.house.Close()
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
}

// saying is how many of the coach's messages in the thread in hand contain something.
func (w *world) saying(text string) int {
	n := 0
	for _, m := range w.coach() {
		if strings.Contains(m.Content, text) {
			n++
		}
	}
	return n
}

// TestDiesWhilePosting: a message that was on its way when the process died is there once.
func TestDiesWhilePosting(t *testing.T) {
	t.Parallel()
	for name, effect := range map[string]bool{"Done": true, "NotDone": false} {
		t.Run(name+"/Message", func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			w.study("redis")
			f := w.Fail(postRoute, 1, discordtest.Fault{Hang: true, Cut: true, AfterEffect: effect})
			w.post(w.kim, w.place, "to use it as a cache at work")
			w.Await(t, "the post", func() bool { return f.Hits() == 1 })
			w.again()
			w.Await(t, "the answer", func() bool { return w.saying("Scenario 1") == 1 })
			w.post(w.kim, w.place, "no idea")
			w.Await(t, "the next", func() bool { return w.saying("How much time") == 1 })
			if n := w.saying("Scenario 1"); n != 1 {
				t.Errorf("said %d times", n)
			}
			w.NoViolations(t)
		})
		t.Run(name+"/Thread", func(t *testing.T) {
			t.Parallel()
			w := setup(t, setting{})
			f := w.Fail("POST /channels/{channel}/messages/{message}/threads", 1, discordtest.Fault{Hang: true, Cut: true, AfterEffect: effect})
			w.slash(w.kim, w.channel, "redis")
			w.Await(t, "the begin", func() bool { return f.Hits() == 1 })
			w.again()
			w.Await(t, "a thread with a question", func() bool {
				all := w.Threads(w.channel)
				return len(all) == 1 && slices.ContainsFunc(all[0].Messages, func(m discordtest.Message) bool {
					return strings.Contains(m.Content, "before I draft") || strings.Contains(m.Content, "Before I draft")
				})
			})
			if n := len(w.Messages(w.channel)); n != 1 {
				t.Errorf("%d messages in the channel", n)
			}
		})
	}
}

// TestRestartedSummary: after a restart an emoji on the summary, corrected in place, is still one on it; the
// cache of the process is empty then.
func TestRestartedSummary(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	summary := w.closing()
	w.say("you forgot: the firewall is on")
	w.again()
	w.must(w.React(w.kim, summary.ID, unicode("👍")))
	w.Await(t, "the outcome", func() bool {
		m, _ := w.Message(summary.ID)
		return strings.Contains(m.Content, "✅ Saved.") && strings.Contains(m.Content, "the firewall is on") && len(m.Buttons) == 0
	})
	w.NoViolations(t)
}

// TestEnd: what was seen and not answered when Run ends bears no receipt any more.
func TestEnd(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	f := w.Fail(postRoute, 1, discordtest.Fault{Hang: true})
	t.Cleanup(f.Release)
	id := w.post(w.kim, w.place, "to use it as a cache at work")
	w.Await(t, "the receipt", func() bool { return w.eyes(id) && f.Hits() == 1 })
	w.stop()
	if w.eyes(id) {
		t.Error("the eyes are still there")
	}
}

// eyes says whether a message bears a receipt.
func (w *world) eyes(id string) bool {
	m, _ := w.Message(id)
	return len(m.Reactions) > 0
}

// TestEyesWithoutAnswer: the receipt goes from what gets no answer, too.
func TestEyesWithoutAnswer(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Quiet: 200 * time.Millisecond}})
	w.closing()
	w.say("ok")
	id := w.post(w.kim, w.place, "thanks")
	w.Await(t, "the receipt", func() bool { return w.eyes(id) })
	w.Await(t, "the receipt to go", func() bool { return !w.eyes(id) })
	w.NoViolations(t)
}

// TestDiesWithEyes: a receipt that a process has left, since it was killed, goes with the answer, which
// another process gives.
func TestDiesWithEyes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	post := w.Fail(postRoute, 1, discordtest.Fault{Hang: true, Cut: true})
	id := w.post(w.kim, w.place, "to use it as a cache at work")
	w.Await(t, "the receipt", func() bool { return w.eyes(id) && post.Hits() == 1 })
	w.Fail("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", 1, discordtest.Fault{Status: 503}) // one that is killed takes nothing off
	w.stop()
	if !w.eyes(id) {
		t.Fatal("the process took its receipt with it")
	}
	w.again()
	w.Await(t, "the answer, and the receipt to go", func() bool { return w.saying("Scenario 1") == 1 && !w.eyes(id) })
	w.NoViolations(t)
}

// TestNewEyes: a process that has just begun shows that it sees what a learner writes.
func TestNewEyes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.again()
	w.Fail(postRoute, 1, discordtest.Fault{Hang: true})
	id := w.post(w.kim, w.place, "to use it as a cache at work")
	w.Await(t, "the receipt", func() bool { return w.eyes(id) })
}

// TestOldEyes: a receipt that was left under what is answered already goes when the next process catches up.
func TestOldEyes(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say("to use it as a cache at work")
	id := w.last().ID
	w.stop()
	w.must(w.React(w.BotID(), id, unicode("👀")))
	w.house.LeaveEyes(t, w.thread(), "discord:"+w.guild+":"+w.place+":"+id)
	w.again()
	w.Await(t, "the receipt to go", func() bool { return !w.eyes(id) })
	w.house.AwaitNoEyes(t, w.thread())
}

// TestMissedEdit: an edit that nobody listened to is caught up, and one that an event told of is no second one.
func TestMissedEdit(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	id := w.post(w.kim, w.place, "to use it as a cache at work")
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.answered(func() { w.must(w.Edit(id, "to use it as a cache at home")) })
	w.stop()
	w.must(w.Edit(id, "to use it as a queue at home"))
	w.again()
	adaptertest.Await(t, "the edit", func() bool { return w.house.Standing(t, w.thread()).Heard == 4 })
	w.again()
	w.post(w.kim, w.place, "no idea")
	w.Await(t, "the answer", func() bool { return w.saying("How much time") == 1 })
	if h := w.house.Standing(t, w.thread()).Heard; h != 5 {
		t.Errorf("%d events, want 5", h)
	}
}

// forgetful is the address of an API that does not tell nonces afterwards.
func (w *world) forgetful() string {
	w.Helper()
	to, err := url.Parse(w.Base())
	w.must(err)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ModifyResponse: func(r *http.Response) error {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			body = regexp.MustCompile(`"nonce":"[^"]*",?`).ReplaceAll(body, nil)
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return nil
		},
	}
	s := httptest.NewServer(proxy)
	w.Cleanup(s.Close)
	return s.URL + "/api"
}

// TestNoNonce: where Discord has forgotten the nonce, a message is known by where it stands and what it says.
func TestNoNonce(t *testing.T) {
	t.Parallel()
	w := enter(t, discordtest.Options{})
	s := setting{config: func(c *discord.Config) { c.APIURL = w.forgetful() }}
	w.house, w.adapter = w.build(s)
	w.run(s)
	summary := w.closing()
	w.Fail(postRoute, 1, discordtest.Fault{AfterEffect: true, Cut: true}) // of a document
	n := len(w.coach())
	w.must(w.React(w.kim, summary.ID, unicode("✅")))
	w.Await(t, "the document", func() bool { return len(w.coach()) > n })
	w.Advance(10 * time.Minute)
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.Fail(postRoute, 1, discordtest.Fault{AfterEffect: true, Cut: true}) // of a text
	n = len(w.coach())
	w.post(w.kim, w.place, "continue redis")
	w.Await(t, "the answer", func() bool { return len(w.coach()) > n })
	w.Advance(10 * time.Minute)
	w.house.AwaitState(t, w.thread(), coach.Coaching)
	files := 0
	for _, m := range w.coach() {
		files += len(m.Files)
	}
	if n := w.saying("session 2"); n != 1 || files != 1 {
		t.Errorf("the answer is there %d times, %d files:\n%s", n, files, w.Story())
	}
}
