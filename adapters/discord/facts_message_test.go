package discord_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/coach"
)

// TestFacts_BareEdit: an edit is one though its update names no author and no member.
func TestFacts_BareEdit(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{house: adaptertest.Options{Quiet: 400 * time.Millisecond}})
	w.study("redis")
	id := w.post(w.kim, w.place, "I have no idea")
	w.must(w.EditBare(id, "to use it as a cache at work"))
	w.house.AwaitAnswered(t, w.thread(), 3)
	if log := w.log(); !strings.Contains(log, "cache at work") {
		t.Errorf("the edit did not count:\n%s", log)
	}
}

// TestFacts_Nonces: each message has a nonce of its own, notice and answer of one turn too, and asks Discord to
// enforce it.
func TestFacts_Nonces(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.say(course...)
	w.say(failing, failing, "still the same error") // a notice, and what is asked
	seen := map[string]bool{}
	for _, c := range w.Calls(postRoute) {
		var body struct {
			Nonce   string
			Enforce bool `json:"enforce_nonce"`
		}
		if c.Route != postRoute {
			continue
		}
		w.must(json.Unmarshal(c.Body, &body))
		if seen[body.Nonce] || !body.Enforce || body.Nonce == "" || len(body.Nonce) > 25 {
			t.Errorf("nonce %q, enforced %v, came before %v", body.Nonce, body.Enforce, seen[body.Nonce])
		}
		seen[body.Nonce] = true
	}
	if len(seen) < len(course)+4 {
		t.Errorf("%d messages", len(seen))
	}
	w.NoViolations(t)
}

// TestFacts_EmojiRoute: an emoji goes into a route as Discord gives it, variation selector and all.
func TestFacts_EmojiRoute(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	summary := w.closing()
	w.stop()
	w.house.Close()
	w.must(w.React(w.kim, summary.ID, unicode("✏\uFE0F")))
	w.house, w.adapter = w.build(setting{house: adaptertest.Options{Path: w.house.Path}})
	w.run(setting{})
	w.Await(t, "the question for a correction", func() bool { return w.last().ID != summary.ID })
	calls := w.Calls("GET /channels/{channel}/messages/{message}/reactions/{emoji}")
	if len(calls) == 0 || !strings.Contains(calls[0].Path, "/reactions/%E2%9C%8F%EF%B8%8F?") {
		t.Errorf("asked for %+v", calls)
	}
}

// TestFacts_DirectCommand: /study is answered in direct messages, where it comes from a user and no member.
func TestFacts_DirectCommand(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	dm := w.OpenDM(w.kim)
	w.post(w.kim, dm, "I want to learn redis")
	w.house.AwaitAnswered(t, coach.ThreadID("discord:@me:"+dm+":"+dm), 1)
	for what, want := range map[string]string{"status": "session 1", "": "/study redis"} {
		id := w.slash(w.kim, dm, what)
		w.Await(t, "an answer", func() bool { return w.Asked(id).Answered == 4 })
		w.has(w.Asked(id).Messages[0].Content, want)
	}
	w.NoViolations(t)
}

// TestFacts_Form: whoever sends the form for a correction is answered, for their eyes, in words.
func TestFacts_Form(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.closing()
	form, _ := w.press(w.kim, "correct")
	id, err := w.Submit(form, map[string]string{"correction": "the firewall is on"})
	w.must(err)
	w.Await(t, "an answer", func() bool { return w.Asked(id).Answered == 4 })
	if a := w.Asked(id); !a.Ephemeral || strings.Contains(a.Messages[0].Content, "⟪") {
		t.Errorf("%+v", a)
	}
}
