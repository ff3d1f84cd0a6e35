package track

import (
	"slices"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/course"
)

const (
	noServer  = "Could not connect to Redis at 127.0.0.1:6379: Connection refused"
	noProgram = "bash: redis-server: command not found"
)

// TestTutor_DirectionFitsStep: the first direction on an error is about the step on which it was seen.
func TestTutor_DirectionFitsStep(t *testing.T) {
	for _, tt := range []struct{ topic, step, shown, en, zh string }{
		{"redis", "setup-version", noProgram, "sudo apt install redis", "sudo apt install redis"},
		{"redis", "setup-version", "zsh: command not found: redis-server", "sudo apt install redis", "sudo apt install redis"},
		{"redis", "setup-version", "redis-sever: command not found", "spelling", "拼写"},
		{"redis", "setup-version", "sudo: apt: command not found", "installer that belongs", "系统自带的安装工具"},
		{"redis", "m3-sadd", "(error) WRONGTYPE Operation against a key holding the wrong kind of value", "redis-cli TYPE visitors:today", "redis-cli TYPE visitors:today"},
		{"redis", "m1-incr", "(error) ERR value is not an integer or out of range", "redis-cli GET page:home", "redis-cli GET page:home"},
		{"redis", "m3-zadd", "(error) ERR syntax error", "redis-cli HELP ZADD", "redis-cli HELP ZADD"},
		{"git", "setup-version", "bash: git: command not found", "installed at all", "装没装"},
	} {
		for locale, want := range map[string]string{"en": tt.en, "zh": tt.zh} {
			w := atAnyStep(t, tt.topic, locale, tt.step)
			r := w.turn(coach.KindError, tt.shown)
			if len(r.Directions) != 1 || !strings.Contains(r.Text, want) {
				t.Errorf("%s %s %q: want %q in\n%s", tt.step, locale, tt.shown, want, r.Text)
			}
		}
	}
}

// atAnyStep is a walker that waits for the output of a command of the setup or of a module.
func atAnyStep(t *testing.T, topic, locale, id string) *walker {
	t.Helper()
	track, _ := shipped(t).Topic(topic)
	w := atCommand(t, New(shipped(t), texts(t)), track, locale)
	byID := func(list []Command) int { return slices.IndexFunc(list, func(c Command) bool { return c.ID == id }) }
	if i := byID(track.Setup.Steps); i >= 0 {
		w.course.Position.Index = i
		return w
	}
	for _, m := range track.Modules {
		for step, list := range map[string][]Command{"hands_on": m.HandsOn, "verify": m.Verify} {
			if i := byID(list); i >= 0 {
				w.course.Position = course.Position{Module: m.ID, Step: step, Index: i, Waiting: waitOutput}
				return w
			}
		}
	}
	t.Fatalf("%s has no step %s", topic, id)
	return nil
}

// TestTutor_Solved: an output that shows the problem in hand to be gone is taken for that, whatever the
// position waits for, and takes nothing else for it.
func TestTutor_Solved(t *testing.T) {
	issue := course.Issue{Fault: "refused", Excerpt: noServer, Tried: []course.Tried{{Dimension: coach.DimState, Text: "x"}}}
	for locale, gone := range map[string]string{"en": "that problem is gone", "zh": "这个问题解决了"} {
		for waiting, position := range map[string]course.Position{
			"the next step":    {Module: setupID, Step: "hands_on", Index: 4, Waiting: waitOutput},
			"a direction":      {Module: setupID, Step: "hands_on", Waiting: waitEarly},
			"an answer":        {Module: "M1", Step: "concept", Waiting: waitAnswer, Put: 1},
			"a go-ahead":       {Module: "M1", Step: "concept", Waiting: waitGo},
			"a step of module": {Module: "M1", Step: "hands_on", Waiting: waitOutput},
		} {
			for _, shown := range []string{"PONG", "$ redis-cli PING\nPONG", "$ redis-cli PING\n" + noServer + "\n$ redis-cli PING\nPONG"} {
				kind := coach.KindEvidence
				if strings.Contains(shown, noServer) {
					kind = coach.KindError
				}
				w := atStep(t, "redis", locale, "setup-info")
				w.course.Position, w.course.Issue = position, issue
				w.last.Step = map[string]string{"M0": "M0/hands_on/setup-info", "M1": "M1/hands_on/m1-set"}[position.Module]
				if r := w.turn(kind, shown); !strings.Contains(r.Text, gone) || r.Course.Issue.Fault != "" || !r.Advanced {
					t.Errorf("%s, while it waits for %s: %q gets\n%s", locale, waiting, shown, r.Text)
				}
			}
			w := atStep(t, "redis", locale, "setup-info")
			w.course.Position, w.course.Issue = position, issue
			if r := w.turn(coach.KindError, "$ redis-cli PING\nPONG\n$ redis-cli PING\n"+noServer); strings.Contains(r.Text, gone) || r.Course.Issue.Fault == "" {
				t.Errorf("%s, while it waits for %s: a relapse is taken for solved\n%s", locale, waiting, r.Text)
			}
		}
	}
}

// TestTutor_SolvedInAnotherSession: what an output shows to be gone no longer stands among the problems left open.
func TestTutor_SolvedInAnotherSession(t *testing.T) {
	w := atStep(t, "redis", "en", "setup-ping")
	w.course.Past = []course.Issue{{Fault: "refused", Excerpt: noServer}, {Fault: "wrongtype", Excerpt: "WRONGTYPE"}}
	r := w.turn(coach.KindEvidence, "PONG")
	if len(r.Course.Past) != 1 || r.Course.Past[0].Fault != "wrongtype" {
		t.Errorf("left open %+v", r.Course.Past)
	}
	w.course.Past = []course.Issue{{Fault: "refused", Excerpt: noServer}}
	w.course.Position = course.Position{Module: "M1", Step: "concept", Waiting: waitAnswer, Put: 1}
	r = w.turn(coach.KindEvidence, "PONG")
	if len(r.Course.Past) != 0 || !strings.Contains(r.Text, "that problem is gone") || r.Advanced {
		t.Errorf("left open %+v after %s", r.Course.Past, r.Text)
	}
}

// TestQuoted: only what a program printed is quoted, not what the learner says in the same line.
func TestQuoted(t *testing.T) {
	for _, tt := range []struct{ line, match, want string }{
		{"I installed it. Redis server v=7.0.15 bits=64", "Redis server v=7.0", "Redis server v=7.0.15 bits=64"},
		{"我装好了，Redis server v=7.0.15 bits=64", "Redis server v=7.0", "Redis server v=7.0.15 bits=64"},
		{"ok now it says: Redis server v=7.0.15", "Redis server v=7.0", "Redis server v=7.0.15"},
		{"现在是：`Redis server v=7.0.15`", "Redis server v=7.0", "Redis server v=7.0.15"},
		{"Redis server v=7.0.15, is that right?", "Redis server v=7.0", "Redis server v=7.0.15"},
		{"I started it again, and still: " + noServer, noServer, noServer},
		{"mkdir: created directory '/home/ada/redis-lab'", "redis-lab", "mkdir: created directory '/home/ada/redis-lab'"},
		{"1234:M 03 Mar 2026 10:00:00.123 * Ready to accept connections", "Ready to accept connections", "1234:M 03 Mar 2026 10:00:00.123 * Ready to accept connections"},
		{"fatal: not a git repository (or any of the parent directories): .git", "not a git repository", "fatal: not a git repository (or any of the parent directories): .git"},
		{"remote: error: denied", "denied", "remote: error: denied"},
		{"致命错误：不是 git 仓库", "不是 git 仓库", "致命错误：不是 git 仓库"},
		{"Redis server v=7.0.15", "Redis server v=7.0", "Redis server v=7.0.15"},
	} {
		at := strings.Index(tt.line, tt.match)
		if got := quoted(tt.line, at, at+len(tt.match)); got != tt.want {
			t.Errorf("%q is quoted as %q", tt.line, got)
		}
	}
}

// TestTutor_QuotesOutputOnly: the ✅ and the problem in hand hold no words of the learner's.
func TestTutor_QuotesOutputOnly(t *testing.T) {
	for _, said := range []string{"I installed it. ", "我装好了，"} {
		w := atStep(t, "redis", "en", "setup-version")
		w.play([]line{{kind: coach.KindEvidence, text: said + "Redis server v=7.0.15 sha=0 bits=64", says: []string{"I see `Redis server v=7.0.15", "!" + strings.TrimSpace(said)}}})
	}
	for _, said := range []string{"I started it again, and still: ", "重新启动了，还是不行："} {
		w := atStep(t, "redis", "en", "setup-ping")
		if r := w.turn(coach.KindError, said+noServer); r.Course.Issue.Excerpt != noServer {
			t.Errorf("excerpt %q", r.Course.Issue.Excerpt)
		}
		w = atStep(t, "redis", "en", "setup-ping")
		if r := w.turn(coach.KindError, said+"Error: the frob is not aligned"); r.Course.Issue.Excerpt != "Error: the frob is not aligned" {
			t.Errorf("excerpt %q", r.Course.Issue.Excerpt)
		}
	}
}
