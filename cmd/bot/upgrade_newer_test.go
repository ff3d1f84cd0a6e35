//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/redistest"
	"tack/state"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

// storeCalls are all commands that open a store, but bot chat, which knows the embedded one alone, and the
// two that have settings in place of flags.
var storeCalls = [][]string{
	{"handoff", "list"},
	{"handoff", "show", "redis"},
	{"handoff", "export", "redis", "out"},
	{"handoff", "import", "redis", "testdata/upgrade/first/handoff/redis"},
	{"learner", "list"},
	{"learner", "export", "--learner", "load:w1:learner000003"},
	{"learner", "forget", "--learner", "load:w1:learner000003", "--yes"},
}

// TestUpgrade_NewerFile: a file of a newer layout is refused by every command, in words that say what,
// where and which version, and not one byte of it changes.
func TestUpgrade_NewerFile(t *testing.T) {
	t.Parallel()
	path := unpackFile(t, fixtures(t)[0])
	bumpFile(t, path)
	before := must(os.ReadFile(path))(t)
	folder := filepath.Dir(path)
	want := []string{path, "layout 3", "knows 2"}
	for _, call := range storeCalls {
		refuses(t, exitUsage, want, append(call, "--data", folder)...)
	}
	refuses(t, exitUsage, want, "chat", "--data", folder)
	refuses(t, exitUsage, want, "serve", "--store-path", folder)
	refuses(t, exitProblem, want, "doctor", "store", "--store-path", folder)
	if after := must(os.ReadFile(path))(t); !bytes.Equal(before, after) {
		t.Error("the file has changed")
	}
	if names := must(filepath.Glob(filepath.Join(folder, "*")))(t); len(names) != 1 {
		t.Errorf("beside it are %v", names)
	}
}

// bumpFile makes a file one of the next layout.
func bumpFile(t *testing.T, path string) {
	t.Helper()
	db := must(bbolt.Open(path, 0o600, nil))(t)
	err := db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("version"), []byte("3")) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestUpgrade_NewerRedis: the same of a Redis.
func TestUpgrade_NewerRedis(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	unpackRedis(t, redis, fixtures(t)[0])
	redis.Do("HSET", "tack:layout", "version", "2")
	before := dumpRedis(t, redis)
	want := []string{redis.Addr(), `layout "2"`, "knows 1"}
	for _, call := range storeCalls {
		refuses(t, exitUsage, want, append(call, "--redis", redis.URL())...)
	}
	refuses(t, exitUsage, want, "serve", "--store-redis", redis.URL())
	refuses(t, exitProblem, want, "doctor", "store", "--store-redis", redis.URL())
	same(t, before, dumpRedis(t, redis))
}

// same holds a database to what it was. Of what runs out the rest is shorter.
func same(t *testing.T, before, after []byte) {
	t.Helper()
	var lines [2][]string
	for i, dump := range [][]byte{before, after} {
		for line := range strings.Lines(string(dump)) {
			if !strings.HasPrefix(line, `"PEXPIRE"`) {
				lines[i] = append(lines[i], line)
			}
		}
	}
	if diff := cmp.Diff(lines[0], lines[1]); diff != "" {
		t.Errorf("Redis has changed (-before +after):\n%s", diff)
	}
}

// refuses runs the program itself and holds it to an exit code and to what it says.
func refuses(t *testing.T, code int, want []string, args ...string) {
	t.Helper()
	bot := exec.CommandContext(t.Context(), "bot", args...)
	bot.Env = append(os.Environ(), loadVariable+"=127.0.0.1:1") // a platform, so that there is one to serve
	bot.Stdin = strings.NewReader("hello\n")
	out, err := bot.CombinedOutput()
	if got := bot.ProcessState.ExitCode(); got != code {
		t.Errorf("%v: exit code %d (%v), want %d: %s", args, got, err, code, out)
	}
	for _, text := range want {
		if !strings.Contains(string(out), text) {
			t.Errorf("%v: want %q in: %s", args, text, out)
		}
	}
}

// newer are the versions within a thread's body, each as a newer program would write it.
var newer = map[string]struct{ old, new, says string }{
	"Thread":  {`{"v":1,"session":`, `{"v":2,"session":`, "thread of version 2, this program knows 1"},
	"Course":  {`"course":{"version":1,`, `"course":{"version":2,`, "course of version 2, this program knows 1"},
	"Session": {`"session":{"v":1,`, `"session":{"v":2,`, "version 2, want 1"},
}

// TestUpgrade_NewerThread: a thread that a newer program has written rests, and says why, for as long as the
// older one runs: its learner's message is kept, and so is every byte of it. Others go on.
func TestUpgrade_NewerThread(t *testing.T) {
	t.Parallel()
	for name, bump := range newer {
		t.Run("File/"+name, func(t *testing.T) {
			t.Parallel()
			c := &changeover{T: t, now: stagedEnd}
			c.openFile(unpackFile(t, fixtures(t)[0]))
			c.leavesAlone(bump.old, bump.new, bump.says)
		})
		t.Run("Redis/"+name, func(t *testing.T) {
			t.Parallel()
			c := &changeover{T: t, now: stagedEnd}
			redis := redistest.Start(t)
			unpackRedis(t, redis, fixtures(t)[0])
			c.openRedis(redis.URL())
			c.leavesAlone(bump.old, bump.new, bump.says)
		})
	}
}

// leavesAlone bumps a version in the thread of the first learner.
func (c *changeover) leavesAlone(old, bumped, says string) {
	c.Helper()
	c.settle()
	p, other := staged()[0], staged()[1]
	for _, in := range p.events(len(stages[0].before), "") {
		c.receive(in)
	}
	c.bump(p, old, bumped)
	before := c.export(p)
	for range 20 { // more often than an event is tried that cannot be decided
		c.now = c.now.Add(10 * time.Minute)
		err := c.engine.Settle(c.Context())
		if err == nil || !strings.Contains(err.Error(), says) {
			c.Fatalf("settle: %v, want %q", err, says)
		}
	}
	if diff := cmp.Diff(string(before), string(c.export(p))); diff != "" {
		c.Errorf("it has changed:\n%s", diff)
	}
	if _, err := c.engine.Thread(c.Context(), p.thread()); err == nil || !strings.Contains(err.Error(), says) {
		c.Errorf("look: %v, want %q", err, says)
	}
	c.goesOnBeside(other)
}

// bump changes the body of a thread.
func (c *changeover) bump(p pupil, old, bumped string) {
	c.Helper()
	c.now = c.now.Add(stepApart)
	claims := must(c.store.Claim(c.Context(), 8, 0))(c)
	if len(claims) != 1 || claims[0].Thread.ID != p.thread() {
		c.Fatalf("claims %v", claims)
	}
	body := string(claims[0].Thread.Body)
	if strings.Count(body, old) != 1 {
		c.Fatalf("no %q in %s", old, body)
	}
	_, err := c.store.Commit(c.Context(), claims[0], state.Change{Body: []byte(strings.Replace(body, old, bumped, 1)), Learner: p.learner()})
	if err == nil {
		err = c.store.Release(c.Context(), claims[0], state.Release{})
	}
	if err != nil {
		c.Fatal(err)
	}
}

// goesOnBeside holds a learner to being answered while another's thread rests.
func (c *changeover) goesOnBeside(p pupil) {
	c.Helper()
	for _, in := range p.events(len(stages[1].before), "") {
		c.receive(in)
	}
	c.now = c.now.Add(time.Second) // the other rests for longer
	c.settle()
	if c.shown(p) == "" {
		c.Errorf("%s is not answered", p.name)
	}
	c.stands(p, coach.Coaching)
}
