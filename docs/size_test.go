//go:build unix

package docs_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tack/adapters/slack/slacktest"
	"tack/internal/redistest"

	"go.etcd.io/bbolt"
)

// learnersMeasured go through testdata/session.txt, each in a channel of their own.
const learnersMeasured = 60

// BenchmarkSize says what a learner with one saved session of 15 turns takes in each store: of the file
// what is in use (it also has free pages), of Redis the memory for data.
func BenchmarkSize(b *testing.B) {
	b.Run("file", func(b *testing.B) {
		for b.Loop() {
			d := newDesk(b)
			cmd := d.start("--store-path", "data")
			d.learners(learnersMeasured)
			if err := cmd.Process.Signal(syscall.SIGUSR1); err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(d.dir, "data", "tack.db.snapshot")
			redistest.Wait(b, "the snapshot", func() bool { _, err := os.Stat(path); return err == nil })
			b.ReportMetric(float64(inUse(b, path))/learnersMeasured, "B/session")
		}
	})
	b.Run("redis", func(b *testing.B) {
		for b.Loop() {
			d, server := newDesk(b), redistest.Start(b)
			d.start("--store-redis", server.URL())
			d.learners(1)
			before := dataset(b, server)
			d.learners(learnersMeasured)
			b.ReportMetric(float64(dataset(b, server)-before)/learnersMeasured, "B/session")
		}
	})
}

// learners has so many of them go through the session side by side.
func (d *desk) learners(n int) {
	d.t.Helper()
	script, err := os.ReadFile("testdata/session.txt")
	if err != nil {
		d.t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(script)), "\n")
	lines = append(lines[:len(lines)-1:len(lines)-1], "ok") // in place of the reaction
	var all sync.WaitGroup
	for range n {
		all.Go(func() { d.learner(lines) })
	}
	all.Wait()
}

// learner says each line after the answer to the one before.
func (d *desk) learner(lines []string) {
	user := d.cloud.AddUser("kim")
	channel := d.cloud.AddChannel(slacktest.ChannelSpec{Name: "c" + user, Members: []string{user, d.cloud.BotUser()}})
	thread := ""
	for i, line := range lines {
		before := 0 // messages in the thread
		if i == 0 {
			thread = d.cloud.Mention(user, channel, line)
		} else {
			before = len(d.cloud.Thread(channel, thread))
			d.cloud.Send(slacktest.Draft{User: user, Channel: channel, Thread: thread, Text: line})
		}
		err := d.cloud.WaitFor(d.t.Context(), func(v *slacktest.Snapshot) bool {
			return len(v.Thread(channel, thread)) > before+1 // the learner's own is one
		})
		if err != nil {
			d.t.Error(err)
			return
		}
	}
}

// inUse is how large the pages of a store's file are that hold data, in bytes.
func inUse(tb testing.TB, path string) (n int) {
	tb.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
			stats := b.Stats()
			n += stats.LeafAlloc + stats.BranchAlloc
			return nil
		})
	})
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// dataset is the memory that Redis has data in, in bytes.
func dataset(tb testing.TB, s *redistest.Server) int64 {
	tb.Helper()
	for line := range strings.Lines(s.Do("INFO", "memory")) {
		if value, ok := strings.CutPrefix(line, "used_memory_dataset:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			if err != nil {
				tb.Fatal(err)
			}
			return n
		}
	}
	tb.Fatal("Redis does not tell used_memory_dataset")
	return 0
}
