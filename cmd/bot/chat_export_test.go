package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/internal/transcript"
)

// session is a whole script: diagnosis, route, setup, the same error until the break-out and its
// end, the summary corrected and confirmed, the next window. Each line is one event of the log.
var session = []string{
	"I want to learn redis",
	"I want to use it as a cache at work",
	"I would use INCR, since it is atomic",
	"no idea",
	"about an hour on weekdays",
	"defaults",
	"a small cache layer for our web app",
	"confirm",
	"/react 👍 1",
	"/unreact",
	"ok",
	"Could not connect to Redis at 127.0.0.1:6379: Connection refused",
	"/edit Could not connect to Redis at 127.0.0.1:6380: Connection refused",
	"Could not connect to Redis at 127.0.0.1:6379: Connection refused",
	"still the same error",
	"the weather is nice",
	"and the birds sing",
	"/react ❌",
	"the port was 6379",
	"/react ✅",
	"continue redis",
	"what is a TTL?",
	"Redis server v=8.0.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1ec1a8c0",
	"mkdir: created directory '/home/kim/redis-lab'",
	"/wrap",
	"ok",
}

// toSetup leads to the first command of the redis track.
var toSetup = strings.Join(session[:8], "\n")

// A sitting is one run of bot chat, some time after the one before.
type sitting struct {
	after time.Duration
	lines string
	want  []string // in what is shown; "!" before what must not be
}

// desk is a learner's data folder with a clock of its own.
type desk struct {
	*testing.T
	data   string
	flags  chatCmd // beside data and learner
	now    time.Time
	export string // of the last sitting
}

func newDesk(t *testing.T) *desk {
	return &desk{T: t, data: t.TempDir(), now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
}

// sit runs one sitting in this process, a minute a line, and returns what was shown.
func (d *desk) sit(s sitting) string {
	d.Helper()
	d.now = d.now.Add(s.after)
	c := d.flags
	c.Data, c.Learner, c.Lang = d.data, "kim", "auto"
	c.now = func() time.Time { d.now = d.now.Add(time.Second); return d.now }
	d.export = filepath.Join(d.TempDir(), "transcript.jsonl")
	c.Export = d.export
	var out, errs bytes.Buffer
	if err := c.Run(&streams{strings.NewReader(s.lines), &out, &errs}); err != nil {
		d.Fatalf("%v\n%s", err, out.String())
	}
	if errs.Len() > 0 {
		d.Errorf("standard error: %s", errs.String())
	}
	for _, want := range s.want {
		not := strings.HasPrefix(want, "!")
		if strings.Contains(out.String(), strings.TrimPrefix(want, "!")) == not {
			d.Errorf("want %q in:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "⟪") {
		d.Errorf("a text is missing:\n%s", out.String())
	}
	return out.String()
}

// replays holds each exported session to the stored one: all that the core remembers must be the same.
func (d *desk) replays(want int) {
	d.Helper()
	body, err := os.ReadFile(d.export)
	if err != nil {
		d.Fatal(err)
	}
	reader, err := newReader()
	if err != nil {
		d.Fatal(err)
	}
	sessions := bytes.SplitAfter(body, []byte("\n"))
	var runner *transcript.Runner
	n := 0
	finish := func() {
		if runner != nil {
			runner.End()
			d.same(runner.Session())
			n++
		}
	}
	parser := transcript.NewParser("export", bytes.NewReader(bytes.Join(sessions, nil)))
	for {
		line, err := parser.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			d.Fatal(err)
		}
		if _, begins := line.Event.(transcript.Session); begins {
			finish()
			runner = transcript.NewRunner(reader)
		}
		if _, err := runner.Line(line); err != nil {
			d.Fatal(err)
		}
	}
	finish()
	if n != want {
		d.Errorf("%d sessions exported, want %d", n, want)
	}
}

// same compares a replayed session with the one in the store.
func (d *desk) same(replayed coach.Session) {
	d.Helper()
	flags := dataFlags{Data: d.data, Learner: "kim"}
	store, err := flags.open(nil)
	if err != nil {
		d.Fatal(err)
	}
	defer store.Close()
	stored, err := store.Load(d.Context(), coach.ThreadID(replayed.ID()))
	if err != nil {
		d.Fatal(err)
	}
	var thread engine.Thread
	if err := json.Unmarshal(stored.Body, &thread); err != nil {
		d.Fatal(err)
	}
	got, _ := json.Marshal(replayed)
	want, _ := json.Marshal(thread.Session)
	if !bytes.Equal(got, want) {
		d.Errorf("the replay ends otherwise\nreplayed %s\nstored   %s", got, want)
	}
}

// TestChat_Export: a replay of what --export writes decides what the chat has decided.
func TestChat_Export(t *testing.T) {
	t.Parallel()
	const refused = "Could not connect to Redis at 127.0.0.1:6379: Connection refused\n"
	for _, c := range []struct {
		name     string
		sittings []sitting
		sessions int // in the last export; 0: 1
	}{
		{name: "CloseOutByReply", sittings: []sitting{
			{lines: toSetup + "\nthat's enough for today\nok\n", want: []string{"> 📌", "[9] ✅ Saved.", "Next time write **continue redis**"}},
			{after: 20 * time.Hour, lines: "continue redis\n", want: []string{"session 2", "**1. ", "**2. ", "**3. ", "**4. ", "**5. "}},
		}},
		{name: "CloseOutByReaction", sittings: []sitting{
			{lines: toSetup + "\n/wrap\n/pins\n/react 👍\nthanks\n", want: []string{"closed and saved"}},
			{after: time.Hour, lines: "continue\ncontinue redis\n", want: []string{"Which topic shall we continue: redis?", "session 2"}},
		}},
		{name: "ReactionTakenBack", sittings: []sitting{
			{lines: toSetup + "\n/react 👍\n/unreact\nok\n/react 👍 8\n/unreact 👍 8\n", want: []string{"👍 is on [8]", "👍 is off [8]"}},
		}},
		{name: "Edit", sittings: []sitting{
			{lines: toSetup + "\n" + refused + "/edit it works now\n" + refused, want: []string{"Changed in the record"}},
			{after: time.Hour, lines: "/edit after a restart\n", want: []string{"Changed in the record"}},
		}},
		{name: "BreakOutExhausted", sittings: []sitting{
			{
				lines: toSetup + "\n" + refused + refused + "/status\nstill the same error\nthe weather is nice\nand the birds sing\n",
				want:  []string{"🔁", "the same error: 2 of 3 ⚠️ close (`spin.same_error`)", "Tried"},
			},
			{after: time.Hour, lines: "continue\nwe must go on\n/react ✅\n", want: []string{"still waits for your ✅", "Confirm the summary first", "We go on with the next step"}},
		}},
		{name: "CorrectionsAndVagueYes", sittings: []sitting{
			{
				lines: toSetup + "\nI gotta go\nwhatever\nwhatever\nno, the goal is a leaderboard\n/react ✏️\n/react ❌\n/react 💯\n",
				want:  []string{"is the summary right as it stands", "Your corrections: no, the goal is a leaderboard", "What should I change", "Shall we continue", "✅ Saved."},
			},
		}},
		{name: "Withdrawn", sittings: []sitting{
			{lines: toSetup + "\n/wrap\ncontinue\n/status\n", want: []string{"↩️ Withdrawn", "going on"}},
		}},
		{name: "ReminderAndParking", sittings: []sitting{
			{lines: toSetup + "\n/wrap\n", want: []string{"Nothing is saved yet"}},
			{after: 25 * time.Hour, want: []string{"A reminder", "still waits for your ✅"}},
			{after: 50 * time.Hour, lines: "/status\nhello\n/react 👍\n", want: []string{"🅿️", "its summary unconfirmed", "left unconfirmed, so it comes first", "✅ Saved."}},
		}},
		{name: "ReopenedInTheSameSitting", sittings: []sitting{
			{lines: toSetup + "\n/wrap\nok\ncontinue\n/wrap\nok\nwhat is a TTL?\n", want: []string{"session 2", "session 3"}},
		}},
		{name: "LeftOpenOverNight", sittings: []sitting{
			{lines: toSetup + "\nRedis server v=8.0.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1ec1a8c0\n"},
			{after: 20 * time.Hour, lines: "continue redis\n", want: []string{"Back in your session on redis", "**1. ", "**2. ", "**3. ", "**4. ", "**5. ", "mkdir"}},
			{after: time.Minute, lines: "continue redis\n", want: []string{"!**5. "}},
		}},
		{name: "LeftOpenInTheDiagnosis", sittings: []sitting{
			{lines: "I want to learn redis\nI want to use it as a cache at work\n"},
			{after: 20 * time.Hour, lines: "continue redis\n", want: []string{"**5. ", "Scenario 1"}},
		}},
		{name: "TwoTopics", sittings: []sitting{
			{
				lines: toSetup + "\n/topics git\nI want to use it at work\ncontinue redis\n/status\ncontinue git\n/status\n",
				want:  []string{"Git", "Back in your session on redis", "Back in your session on git", "**redis** · session 1 · phase: setup", "**git** · session 1 · phase: diagnosis"},
			},
		}, sessions: 2},
		{name: "Chinese", sittings: []sitting{
			{
				lines: "我想学 Redis\n工作里做缓存\n用 INCR，它是原子的\n不知道\n每天半小时\n默认\n给网站做一个缓存层\n确认\n/status\n今天就到这吧\n可以\n",
				want:  []string{"阶段：环境准备", "还没有保存", "✅ 已保存"},
			},
			{after: 20 * time.Hour, lines: "继续\n继续学 Redis\n", want: []string{"继续哪个主题：redis？", "第 2 个窗口", "**1. ", "**5. "}},
		}},
		{name: "LanguageChanged", sittings: []sitting{
			{lines: "/lang zh\nI want to learn redis\n/lang en\nto use it at work\n", want: []string{"接下来用中文", "想用", "From here on in English"}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			for _, s := range c.sittings {
				d.sit(s)
				d.replays(max(c.sessions, 1))
			}
		})
	}
}

// TestChat_PastedContext: a CONTEXT.md that is pasted wins, and the replay knows it.
func TestChat_PastedContext(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.sit(sitting{lines: toSetup + "\n/wrap\nok\n"})
	doc, err := os.ReadFile(filepath.Join(d.data, "documents", "kim", "redis", "CONTEXT.md"))
	if err != nil {
		t.Fatal(err)
	}
	pasted := strings.Replace(string(doc), "a small cache layer for our web app", "a leaderboard", 1)
	d.sit(sitting{after: time.Hour, lines: "continue redis\n/paste\n" + pasted + "\n.\n/docs CONTEXT.md\n", want: []string{
		"it replaces the one I had", "a leaderboard", "!a small cache layer",
	}})
	d.replays(1)
	d.sit(sitting{lines: "/paste\n" + pasted[:len(pasted)/2] + "\n.\n", want: []string{"Nothing was changed"}})
	d.replays(1)
}

// TestChat_StatusIsTheReplay: the counters of /status are those of the last decision.
func TestChat_StatusIsTheReplay(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	said := d.sit(sitting{lines: toSetup + "\nok\nCould not connect to Redis at 127.0.0.1:6379: Connection refused\nCould not connect to Redis at 127.0.0.1:6379: Connection refused\n/status\n"})
	var out, errs bytes.Buffer
	if code := run([]string{"replay", d.export}, strings.NewReader(""), &out, &errs); code != exitOK {
		t.Fatalf("replay: %d: %s", code, errs.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var last struct {
		Counts map[string]int `json:"counts"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	for rule, count := range map[string]string{
		"length.threshold": "turns", "spin.same_error": "same_error", "spin.same_question": "same_question",
		"spin.no_progress": "no_progress", "disengaged.acks": "acks",
	} {
		m := regexp.MustCompile(`: (\d+) of \d+.*\(` + "`" + regexp.QuoteMeta(rule)).FindStringSubmatch(said)
		want, err := json.Marshal(last.Counts[count])
		if err != nil || m == nil || m[1] != string(want) {
			t.Errorf("%s: /status says %q, the replay %s", rule, m, want)
		}
	}
}
