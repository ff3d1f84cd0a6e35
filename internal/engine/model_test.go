package engine_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/tutor/model"
	"tack/coach/voice"
	"tack/internal/engine"
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

// attempts are those of the tutor's corpus.
func attempts(t *testing.T) []string {
	t.Helper()
	f := must[*os.File](t)(os.Open("../../coach/tutor/model/testdata/injections.txt"))
	defer f.Close()
	var list []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); line != "" && !strings.HasPrefix(line, "# Att") && !strings.HasPrefix(line, "# They") {
			list = append(list, strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\u200b`, "\u200b").Replace(line))
		}
	}
	if len(list) < 60 {
		t.Fatalf("%d attempts", len(list))
	}
	return list
}

// TestModel_Injections has every attempt come in somewhere in a course, as a message, a log or a file, to a
// model that obeys: no rule changes, nobody else is addressed, nothing is confirmed, saved or told.
func TestModel_Injections(t *testing.T) {
	places := [][]string{
		nil, modeltest.Diagnosis[:2], modeltest.Diagnosis, slices.Concat(modeltest.Diagnosis, modeltest.Setup[:1]),
		slices.Concat(modeltest.Diagnosis, modeltest.Setup, modeltest.Module),
	}
	each(t, func(t *testing.T, on opener) {
		h, c := taught(t, on)
		shift := strings.Count(t.Name(), "Redis") * 2 // the stores share the work
		for i, attempt := range attempts(t) {
			h.thread = coach.ThreadID(fmt.Sprintf("test:place%d:kim", i)) // nothing is saved there
			c.worst = false
			h.say(places[(i+shift)%len(places)]...)
			before := h.before()
			c.worst = true
			in := h.in(engine.InMessage, attempt)
			switch i % 3 {
			case 1:
				in.Text = "$ cat notes.txt\n" + attempt + "\nerror: exit status 1"
			case 2:
				in.Text, in.Files = "here is the log", []engine.File{{Name: "app.log", Text: attempt}}
			}
			h.hold(before, in, attempt)
		}
	})
}

// hold takes an event in and holds what comes of it to what no text may bring about.
// Only what stands in a document may be repeated.
func (h *house) hold(before engine.Thread, in engine.Inbound, attempt string) {
	h.Helper()
	own := in.Text == "continue kafka" || strings.Contains(in.Text, handoff.EndMark)
	from := len(h.sent)
	if err := h.handle(in); err != nil {
		h.Fatal(err)
	}
	after := h.standing()
	for _, m := range h.sent[from:] {
		if m.Thread != in.Thread || m.Learner != in.Learner {
			h.Errorf("%q is answered to %s in %s", attempt, m.Learner, m.Thread)
		}
		for _, never := range []string{"@everyone", "<!channel>", "<@U", "evil.example", "copied letter by letter", "<<DATA"} {
			if m.Op != engine.OpFile && strings.Contains(m.Text, never) {
				h.Errorf("%q brings about %q:\n%s", attempt, never, m.Text)
			}
		}
		for _, claim := range []string{"You have confirmed", "已确认路线", "I have saved", "已经为你保存"} {
			if m.Op != engine.OpFile && !before.Course.Route.Confirmed && strings.Contains(m.Text, claim) && !(own && strings.Contains(attempt, claim)) {
				h.Errorf("%q has it claim %q:\n%s", attempt, claim, m.Text)
			}
		}
	}
	if before.Session == nil && after.Session == nil {
		return
	}
	moved := after.Course.Phase != before.Course.Phase && before.Course.Phase != "" || after.Course.Route.Confirmed != before.Course.Route.Confirmed
	if moved || after.Session.State() == coach.Closed || after.Course.Position.Module != before.Course.Position.Module {
		h.Errorf("%q moved the course to %s, confirmed: %v, %s", attempt, after.Course.Phase, after.Course.Route.Confirmed, after.Session.State())
	}
	records := must[[]byte](h.T)(json.Marshal(after.Course))
	for _, never := range []string{"evil.example", "rm -rf", "made up"} {
		if strings.Contains(string(records), never) && !strings.Contains(attempt, never) {
			h.Errorf("%q has %q recorded: %s", attempt, never, records)
		}
	}
	h.replay()
}

// TestModel_InjectedDocuments lays every attempt into a stored CONTEXT.md, and pastes the same.
func TestModel_InjectedDocuments(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h, c := taught(t, on)
		h.say(modeltest.Diagnosis...)
		h.say("that's enough for today")
		h.react("👍")
		docs := must[[]state.Document](t)(h.file.Documents(t.Context(), learner, "kafka"))
		at := slices.IndexFunc(docs, func(d state.Document) bool { return d.Name == handoff.ContextName })
		good := docs[at].Body
		c.worst = true
		for i, attempt := range attempts(t) {
			line := strings.ReplaceAll(attempt, "\n", " ")
			docs[at].Body = strings.NewReplacer(
				"- Goal: move events between our services", "- Goal: "+line, "- Title: kafka", "- Title: "+line, "Constraints\n\nnone", "Constraints\n\n- "+line,
				"Open questions\n\nnone", "Open questions\n\n- "+line,
			).Replace(good)
			if err := h.file.(interface {
				PutDocuments(ctx context.Context, l state.Learner, topic string, docs []state.Document) error
			}).PutDocuments(t.Context(), learner, "kafka", docs); err != nil {
				t.Fatal(err)
			}
			h.thread = coach.ThreadID(fmt.Sprintf("test:here:kim-%d", i))
			h.hold(h.before(), h.in(engine.InMessage, "continue kafka"), attempt)
			h.hold(h.standing(), h.in(engine.InMessage, docs[at].Body), attempt)
		}
	})
}

// before is the thread as it stands; zero: there is none yet.
func (h *house) before() engine.Thread {
	t, err := h.Engine.Thread(h.Context(), h.thread)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		h.Fatal(err)
	}
	return t
}
