//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tack/internal/folder"
	"tack/internal/redistest"
)

var newFixture = flag.String("fixture", "", "leave the data of this program in testdata/upgrade/NAME")

// stagedEnd is when the old program ended: an hour after the last word, and after the one rest.
var stagedEnd = stagedAt.Add(100 * time.Hour)

// TestUpgrade_Fixture: what this program leaves, it takes up again. With -fixture it is left in
// testdata/upgrade, where the other tests start from it; the README there says when.
func TestUpgrade_Fixture(t *testing.T) {
	t.Parallel()
	to := t.TempDir()
	if *newFixture != "" {
		to = filepath.Join("testdata", "upgrade", *newFixture)
	}
	leaveFile(t, to)
	leaveRedis(t, to)
	leaveDocuments(t, to)
	c := &changeover{T: t, now: stagedEnd}
	c.openFile(unpackFile(t, to))
	c.goesOn(to)
}

// leaveFile writes the embedded store, and what is kept of each learner.
func leaveFile(t *testing.T, to string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), storeName)
	c := &changeover{T: t, now: stagedAt}
	c.openFile(path)
	c.stage()
	for _, p := range staged() {
		write(t, filepath.Join(to, "learners", p.name+".json"), c.export(p))
	}
	shut(t, c)
	pack(t, filepath.Join(to, "tack.db.gz"), must(os.ReadFile(path))(t))
}

// leaveRedis writes the same of a Redis.
func leaveRedis(t *testing.T, to string) {
	t.Helper()
	redis := redistest.Start(t)
	c := &changeover{T: t, now: stagedAt}
	c.openRedis(redis.URL())
	c.stage()
	shut(t, c)
	pack(t, filepath.Join(to, "redis.txt.gz"), dumpRedis(t, redis))
}

// shut closes the store. It is closed once more at the end of the test, which does nothing.
func shut(t *testing.T, c *changeover) {
	t.Helper()
	if err := c.store.Close(); err != nil {
		t.Fatal(err)
	}
}

// stage brings every learner to where the old program leaves them.
func (c *changeover) stage() {
	c.Helper()
	c.study("settings language zh")
	for _, rests := range []bool{true, false} { // those that rest come to stand before the others begin
		for i, p := range staged() {
			if s := stages[i]; rests == (s.rest > 0) {
				p.steps = s.before
				c.say(p, 0)
				c.now = c.now.Add(s.rest)
				c.settle()
			}
		}
	}
	for i, p := range staged() {
		c.stands(p, stages[i].stands)
		c.leave(i, p)
	}
	if c.now.After(stagedEnd) {
		c.Fatalf("the stages took until %s", c.now)
	}
}

// leave leaves in hand what a stage says. What is not answered comes last: the next step would answer it.
func (c *changeover) leave(i int, p pupil) {
	c.Helper()
	if stages[i].left == nothing {
		return
	}
	n := len(p.steps)
	p.steps = append(p.steps, leftOver...)
	for _, in := range p.events(n, "") {
		c.receive(in)
	}
	if stages[i].left == unsent {
		c.now, c.refuse = c.now.Add(stepApart), p.thread()
		if err := c.engine.Settle(c.Context()); err == nil {
			c.Fatal("everything was delivered")
		}
		c.refuse = ""
	}
}

// leaveDocuments writes documents and a transcript, by the commands that people have for it.
func leaveDocuments(t *testing.T, to string) {
	t.Helper()
	d := newDesk(t)
	d.sit(sitting{lines: strings.Join(session, "\n")})
	write(t, filepath.Join(to, "transcript.jsonl"), must(os.ReadFile(d.export))(t))
	calls(t, exitOK, "handoff", "export", "redis", filepath.Join(to, "handoff", "redis"), "--data", d.data, "--learner", "kim")
	d = newDesk(t)
	d.sit(sitting{lines: "我想学 git\n今天就到这吧\n/react ✅\n"})
	calls(t, exitOK, "handoff", "export", "git", filepath.Join(to, "handoff", "git"), "--data", d.data, "--learner", "kim")
}

// write writes a file, and the folder that it is in.
func write(t *testing.T, path string, body []byte) {
	t.Helper()
	if _, err := folder.Dir(filepath.Dir(path)).Write(nil, filepath.Base(path), string(body)); err != nil {
		t.Fatal(err)
	}
}

func pack(t *testing.T, path string, body []byte) {
	t.Helper()
	var packed bytes.Buffer
	w := must(gzip.NewWriterLevel(&packed, gzip.BestCompression))(t)
	_, err := w.Write(body)
	if err != nil || w.Close() != nil {
		t.Fatal("pack", err)
	}
	write(t, path, packed.Bytes())
}

func unpack(t *testing.T, path string) []byte {
	t.Helper()
	f := must(os.Open(path))(t)
	defer f.Close()
	return must(io.ReadAll(must(gzip.NewReader(f))(t)))(t)
}

// must fails the test on an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// unpackFile puts the embedded store of a version into a folder of its own and returns its path.
func unpackFile(t *testing.T, from string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), storeName)
	write(t, path, unpack(t, filepath.Join(from, "tack.db.gz")))
	return path
}
