package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/tutor/model"
	"tack/coach/voice"
	"tack/internal/modeltest"
	"tack/state"
	"tack/templates"
)

// chat is a model that goes by a lesson, or by a function, or is away.
type chat struct {
	mu    sync.Mutex
	t     *testing.T
	worst bool                       // it answers with the worst
	away  error                      // nil: it can be asked
	more  map[string]modeltest.Reply // beside modeltest.Kafka
	asked []model.Request
}

func (c *chat) Complete(_ context.Context, r model.Request) (model.Answer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, r)
	turn := turnOf(r)
	switch {
	case c.away != nil:
		return model.Answer{}, c.away
	case c.worst:
		return model.Answer{Text: modeltest.Worst(turn, r.Messages[0].Text, len(r.Messages[1].Text)).String()}, nil
	}
	said, ok := modeltest.Kafka[r.Scene+": "+turn]
	if !ok {
		said, ok = c.more[r.Scene+": "+turn]
	}
	if !ok {
		c.t.Errorf("the model has no answer to %q", r.Scene+": "+turn)
	}
	return model.Answer{Text: said.String()}, nil
}

// turnOf is the learner's turn as a prompt shows it.
func turnOf(r model.Request) string {
	_, text, _ := strings.Cut(r.Messages[len(r.Messages)-1].Text, "<<DATA turn ")
	_, text, _ = strings.Cut(text, "\n")
	return text[:max(0, strings.LastIndex(text, "\n<<END "))]
}

// taught builds a house in which a model teaches what no track has.
func taught(t *testing.T, on opener) (*house, *chat) {
	t.Helper()
	h, c := build(t, on, nil), &chat{t: t}
	m := model.New(model.Config{
		Chat: c, Guard: must[*guard.Guard](t)(guard.New(templates.FS)), Prompts: must[*model.Prompts](t)(model.NewPrompts(templates.FS)),
		Words: must[*voice.Voice](t)(voice.New(templates.FS, "messages/tutor")), Voice: must[*voice.Voice](t)(voice.New(templates.FS, "messages/model")),
		Track: h.Engine.Tutor, Tracks: func(topic string) bool { return topic == "redis" || topic == "git" },
	})
	h.Engine.Tutor, h.Engine.Model = m, m
	return h, c
}

// A course of the model's goes its whole way on either store: the break-out, the close-out, what is saved,
// and the next window; and the log decides the same.
func TestModel(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h, c := taught(t, on)
		h.say(modeltest.Diagnosis...)
		h.say(modeltest.Setup...)
		h.say(modeltest.Module...)
		if said := h.say(modeltest.Stuck...); !strings.Contains(said, "The same error has come 3 times") {
			t.Errorf("no break-out:\n%s", said)
		}
		h.replay()
		h.say(modeltest.End...)
		h.state(coach.Closing)
		h.react("✅")
		h.state(coach.Closed)
		h.replay()
		docs := must[[]state.Document](t)(h.file.Documents(t.Context(), state.Learner{Workspace: "test:here", ID: "kim"}, "kafka"))
		if len(docs) != 3 {
			t.Errorf("%d documents are saved", len(docs))
		}
		if said := h.say("continue kafka"); !strings.Contains(said, "session 2") || !strings.Contains(said, "Begin M2 Part 2") {
			t.Errorf("the next window:\n%s", said)
		}
		h.replay()
		for _, r := range c.asked {
			if r.Estimate > model.DefaultBudget || r.Learner != "test:here:kim" {
				t.Errorf("%s: %d tokens, of %q", r.Scene, r.Estimate, r.Learner)
			}
		}
	})
}

// A closed thread opens another topic of the model's, and what the model knows to be no software nothing.
func TestModel_OtherTopic(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h, c := taught(t, on)
		c.more = map[string]modeltest.Reply{
			"topic: 我想学炒菜":                    {"software": false},
			"topic: I want to learn rust":     {"software": true, "topic": "rust"},
			"diagnosis: I want to learn rust": {"text": "Rust it is.", "scenario": "A value is used after it was moved; what do you do?"},
			"reading: 我想学炒菜":                  {"kind": "chat"},
		}
		if said := h.say("我想学炒菜"); !strings.Contains(said, "software development only") {
			t.Errorf("cooking is answered:\n%s", said)
		}
		h.say(modeltest.Diagnosis[:2]...)
		h.say("that's enough for today")
		h.react("👍")
		h.state(coach.Closed)
		h.say("I want to learn rust")
		if got := h.standing(); got.Course.Topic != "rust" || got.Session.State() != coach.Coaching {
			t.Errorf("topic %s, %s", got.Course.Topic, got.Session.State())
		}
		h.say("that's enough for today")
		h.react("👍")
		asked := len(c.asked)
		if said := h.say("continue kafka"); !strings.Contains(said, "session 2") || h.standing().Course.Topic != "kafka" {
			t.Errorf("the saved topic does not go on:\n%s", said)
		}
		if len(c.asked) > asked && c.asked[asked].Scene == "topic" {
			t.Error("the model was asked for a topic that is saved")
		}
	})
}

// Outside of a session the model's absence is told once, until it is back.
func TestModel_LobbyAway(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h, c := taught(t, on)
		away := h.Engine.Model.Away("en", nil)
		for _, turn := range []struct {
			text  string
			away  error
			tells bool
		}{
			{"I want to learn kafka", errors.New("gone"), true},
			{"what is a broker?", errors.New("gone"), false},
			{"I want to learn redis", errors.New("gone"), true}, // a session of its own
			{"to cache pages at work", errors.New("gone"), false},
		} {
			c.away = turn.away
			if said := h.say(turn.text); said == "" || strings.Contains(said, away) != turn.tells {
				t.Errorf("%q is answered:\n%s", turn.text, said)
			}
		}
	})
}

// What fell out of the prompt is found in the thread's log, and looking back too often ends the session.
func TestModel_LookBack(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h, c := taught(t, on)
		h.say(modeltest.Diagnosis...)
		h.say(modeltest.Setup...)
		h.say(modeltest.Module...)
		c.more = map[string]modeltest.Reply{}
		for _, text := range []string{"what did I want to make by the end?", "and how much time did I say I have each day?", "what was it that I want to move?"} {
			c.more["module: "+text] = modeltest.Reply{
				"text": "It stands above.", "asks": "none", "step": "hands_on", "recall": "time each day: half an hour a day", "verdict": modeltest.Quoted("none", "none", ""),
			}
			h.say(text)
			if h.standing().Session.State() != coach.Coaching {
				break
			}
		}
		found := slices.ContainsFunc(c.asked, func(r model.Request) bool {
			_, earlier, _ := strings.Cut(r.Messages[1].Text, "<<DATA earlier")
			return strings.Contains(earlier, "learner> half an hour a day")
		})
		if !found || !slices.Contains(h.standing().Session.CloseRules(), coach.RuleLookback) {
			t.Errorf("found: %v; closes by %v", found, h.standing().Session.CloseRules())
		}
		h.replay()
	})
}
