package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tack/coach/voice"
	"tack/internal/modeltest"
	"tack/internal/openai/openaitest"
	"tack/templates"
)

// modelDesk is a learner at bot chat with a model, each sitting a process of its own.
type modelDesk struct {
	*desk
	env []string
}

// longest is how long a sitting may take, whatever the model does: far more than the settings allow it.
const longest = 2 * time.Minute

// sit runs the lines through the program and gives what it shows. Nothing may be logged as an error, and
// no credential be shown.
func (d *modelDesk) sit(learner string, lines ...string) string {
	d.Helper()
	d.export = filepath.Join(d.TempDir(), "transcript.jsonl")
	ctx, cancel := context.WithTimeoutCause(d.Context(), longest, errors.New("a sitting takes too long"))
	defer cancel()
	cmd := exec.CommandContext(ctx, "bot", "chat", "--data", d.data, "--learner", learner, "--export", d.export)
	cmd.Env = append(os.Environ(), append(d.env, "LANG=C")...)
	var in strings.Builder
	for _, line := range lines {
		if strings.Contains(line, "\n") {
			line = "/paste\n" + line + "\n."
		}
		in.WriteString(line + "\n")
	}
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.Fatalf("%v, %v\n%s", err, context.Cause(ctx), out)
	}
	for _, never := range []string{modelKey, "⟪", "level="} {
		if strings.Contains(string(out), never) {
			d.Errorf("it shows %q:\n%s", never, out)
		}
	}
	return string(out)
}

// inOrder looks for texts in order.
func inOrder(t *testing.T, out string, want ...string) {
	t.Helper()
	rest := out
	for _, w := range want {
		i := strings.Index(rest, w)
		if i < 0 {
			t.Fatalf("%q is missing, or out of order, in:\n%s", w, out)
		}
		rest = rest[i+len(w):]
	}
}

// A topic that no track has goes the whole way: diagnosis, draft, gate B, setup, a module with the same
// error three times, the close-out, and the next window from what was saved. Every export decides the
// same in a replay, and a second learner with the same diagnosis gets the same route without a question.
func TestModel_Course(t *testing.T) {
	t.Parallel()
	s := newTeacher(t, modeltest.Kafka)
	d := &modelDesk{newDesk(t), s.env()}
	inOrder(t, d.sit("kim", modeltest.Diagnosis...),
		"What do you want to be able to do with kafka", modeltest.ScenarioQuestion, "How much time", "Which language", "My suggestion: a chat on three topics",
		"move events between our services", "**L4: expert use**", "- **M9 Part 9** (0.5 days, builds on M8)", "4.5 days", "clear yes",
	)
	d.replays(1)
	inOrder(t, d.sit("kim", modeltest.Setup...), "The route is fixed", "kafka-topics.sh --version", "A stage is complete")
	inOrder(t, d.sit("kim", slices.Concat(modeltest.Module, modeltest.Stuck)...),
		"Shall we begin?", "A topic is a named log", "Why does a reader lose nothing", "--create --topic orders",
		"Look whether its port", "The same error has come 3 times", "Describe the whole thing again",
	)
	d.replays(1)
	inOrder(t, d.sit("kim", append(slices.Clone(modeltest.End), "/react ✅", "/docs CONTEXT.md", "/docs TRACE.md")...),
		"Now run the check", "An interview question", "A stage is complete", "Learned: Topics; Retention", "✅ Saved", "CONTEXT.md",
		"Confirmed: yes", "| kafka | 4.0.0 | kafka-topics.sh --version |", "| M1 | Part 1 | done |", "Begin M2 Part 2", "kafka-topics.sh --create --topic orders", "a topic for orders",
	)
	d.replays(1)
	if left, _ := d.documentsOf("kim", "kafka"); !slices.Contains(left, "kafka M1 Part 1.md") {
		t.Errorf("the folder has %v", left)
	}
	inOrder(t, d.sit("kim", "continue kafka"),
		"session 2", "**1. ", "--create --topic orders", "**2. ", "topic", "**3. ", "**4. ", "Begin M2 Part 2", "**5. ", "Orders pile up",
	)
	d.replays(1)
	routes := s.count("route")
	inOrder(t, d.sit("pat", modeltest.Diagnosis...), "**L4: expert use**", "- **M9 Part 9** (0.5 days, builds on M8)")
	if got := s.count("route"); routes != 1 || got != 1 {
		t.Errorf("the route was asked for %d times, then %d", routes, got)
	}
}

// documentsOf are the names of the files that a learner was given.
func (d *modelDesk) documentsOf(learner, topic string) (names []string, err error) {
	err = filepath.WalkDir(filepath.Join(d.data, "documents", learner, topic), func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, e.Name())
		}
		return err
	})
	return names, err
}

// The same in Chinese as far as the setup.
func TestModel_Chinese(t *testing.T) {
	t.Parallel()
	s := newTeacher(t, modeltest.KafkaChinese)
	d := &modelDesk{newDesk(t), s.env()}
	inOrder(t, d.sit("kim", "我想学 kafka", "在服务之间传递订单", "没思路", "每天半小时", "默认", "一个订单通知程序", "就这么学"),
		"想用", "重启之后", "多少时间", "语言", "订单通知程序", "路线草案", "- **M8 第 8 部分**", "kafka-topics.sh --version",
	)
	d.replays(1)
}

// Outside a session: a one-off question is answered and opens nothing, and what is no software is declined.
func TestModel_Lobby(t *testing.T) {
	t.Parallel()
	s := newTeacher(t, map[string]modeltest.Reply{
		"question: what is the difference between a topic and a queue?": {"text": "A queue hands each message to one reader; a topic lets every group read them all."},
		"topic: 我想学炒菜":                     {"software": false, "topic": ""},
		"topic: I want to learn kafka":     modeltest.Kafka["topic: I want to learn kafka"],
		"diagnosis: I want to learn kafka": modeltest.Kafka["diagnosis: I want to learn kafka"],
	})
	d := &modelDesk{newDesk(t), s.env()}
	out := d.sit("kim", "what is the difference between a topic and a queue?", "我想学炒菜", "I want to learn to bake bread", "I want to learn @everyone <!channel>", "I want to learn kafka")
	inOrder(t, out, "A queue hands each message", "我只辅导软件开发", "I coach software development only", "Tell me what you want to learn", "**kafka**")
	if strings.Contains(out, "@everyone") {
		t.Errorf("it repeats a ping:\n%s", out)
	}
	if s.count("topic") != 2 {
		t.Errorf("the rules had to be helped %d times", s.count("topic"))
	}
}

// atDraft is a data folder in which kim has a route draft before her; it is made once.
func atDraft(t *testing.T) func(*testing.T) *desk {
	t.Helper()
	s := newTeacher(t, modeltest.Kafka)
	d := &modelDesk{newDesk(t), s.env()}
	d.sit("kim", modeltest.Diagnosis...)
	return func(t *testing.T) *desk {
		t.Helper()
		own := newDesk(t)
		if err := os.CopyFS(own.data, os.DirFS(d.data)); err != nil {
			t.Fatal(err)
		}
		return own
	}
}

// What the rules are unsure of is read by the model, recorded, and the same in the replay. It cannot make
// a stop, a confirmation or evidence of it.
func TestModel_SecondOpinion(t *testing.T) {
	t.Parallel()
	start := atDraft(t)
	for kind, recorded := range map[string]string{"question": `"kind":"question"`, "stop": "", "confirm": "", "evidence": ""} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			lesson := maps.Clone(modeltest.Kafka)
			lesson["reading: that thing with the offsets"] = modeltest.Reply{"kind": kind}
			lesson["setup: that thing with the offsets"] = modeltest.Reply{"text": "An offset is a reader's place in the log.", "asks": "none", "verdict": modeltest.Quoted("none", "none", "")}
			s := newTeacher(t, lesson)
			d := &modelDesk{start(t), s.env()}
			inOrder(t, d.sit("kim", "confirm", "that thing with the offsets"), "kafka-topics.sh --version", "An offset is")
			d.replays(1)
			log, err := os.ReadFile(d.export)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(string(log), `"kind":"`); s.count("reading") != 1 || got != (recorded != "") || !strings.Contains(string(log), recorded) {
				t.Errorf("asked %d times; the log:\n%s", s.count("reading"), log)
			}
		})
	}
}

// notices are what a learner is told of a model that cannot be asked.
func notices(t *testing.T, locale string) (away, spent string) {
	t.Helper()
	own, err := voice.New(templates.FS, "messages/model")
	if err != nil {
		t.Fatal(err)
	}
	return own.Say(locale, "away", nil), own.Say(locale, "spent", nil)
}

// However the endpoint fails in the middle of a course, the learner is answered, is told so once, no gate
// is lost, and the model speaks again as soon as it can.
func TestModel_Failures(t *testing.T) {
	t.Parallel()
	away, _ := notices(t, "en")
	start := atDraft(t)
	for name, step := range map[string]openaitest.Step{
		"timeout":      openaitest.Hang(),
		"limited":      openaitest.Status(429, "rate_limit_exceeded", "Retry-After", "1"),
		"server error": openaitest.Status(503, "server_error"),
		"cut":          openaitest.Cut(),
		"empty choice": openaitest.Empty(),
		"wrong JSON":   openaitest.Says(`{"text": "half`),
		"no JSON body": openaitest.Garbage(),
		"too long":     openaitest.Status(400, "context_length_exceeded"),
		"key revoked":  openaitest.Status(401, "invalid_api_key"),
		"gone":         nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTeacher(t, modeltest.Kafka)
			d := &modelDesk{start(t), s.env("TACK_MODEL_TIMEOUT=2s")}
			s.fail(step)
			if step == nil {
				s.Close()
			}
			out := d.sit("kim", "confirm", modeltest.KafkaError, "what is a broker?")
			inOrder(t, out, away, "The route is fixed", "**Direction: error text", "I cannot go into that right now")
			if n := strings.Count(out, away); n != 1 {
				t.Errorf("told %d times:\n%s", n, out)
			}
			d.replays(1)
			if name == "server error" {
				s.fail(nil)
				inOrder(t, d.sit("kim", modeltest.Setup[1:]...), "A stage is complete")
			}
		})
	}
}

// A budget that is spent is said so in friendly words, once outside of a session and once in it.
func TestModel_Spent(t *testing.T) {
	t.Parallel()
	_, spent := notices(t, "en")
	start := atDraft(t)
	s := newTeacher(t, nil)
	for _, limit := range [][]string{
		{"TACK_MODEL_LEARNER_TOKENS=100"},
		{"TACK_MODEL_CHANNEL_TOKENS=100"},
		{"TACK_MODEL_DAY_TOKENS=100"},
		{"TACK_MODEL_DAY_COST=0.0001", "TACK_MODEL_INPUT_PRICE=1", "TACK_MODEL_OUTPUT_PRICE=1"},
	} {
		d := &modelDesk{start(t), s.env(limit...)}
		out := d.sit("kim", "confirm", modeltest.KafkaError)
		inOrder(t, out, spent, "The route is fixed", "**Direction")
		if n := strings.Count(out, spent); n != 1 {
			t.Errorf("%v: told %d times:\n%s", limit, n, out)
		}
	}
	d := &modelDesk{newDesk(t), s.env("TACK_MODEL_LEARNER_TOKENS=100")}
	out := d.sit("kim", "I want to learn kafka", "what is a broker?", "I want to learn redis")
	inOrder(t, out, spent, "no track for “kafka”", "from my tracks", spent, "**Redis")
	if n := strings.Count(out, spent); n != 2 || len(s.Requests()) > 0 {
		t.Errorf("told %d times, %d requests:\n%s", n, len(s.Requests()), out)
	}
}
