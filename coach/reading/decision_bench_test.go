package reading_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/reading"
	"tack/templates"

	"io/fs"
)

// talk is a session under way, with the reader that reads it.
type talk struct {
	reader  *reading.Reader
	session coach.Session
	turns   int
	at      time.Time
}

// after holds a conversation of n turns: questions, outputs, errors, acks and small talk, all
// different, and goes on whenever a close-out is proposed.
func after(tb testing.TB, n int) *talk {
	tb.Helper()
	lexicon, err := fs.Sub(templates.FS, "lexicon")
	if err != nil {
		tb.Fatal(err)
	}
	r, err := reading.New(lexicon)
	if err != nil {
		tb.Fatal(err)
	}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	t := &talk{reader: r, at: at, session: coach.Open(coach.Opening{ID: "b", Topic: "redis", At: at})}
	texts := []string{
		"how do I set the limit of list%d?", "Error: Cannot find module 'package%d'", "it printed (integer) %d",
		"ok", "what is the difference between key%d and value%d?", "$ redis-cli get key%d\n\"value %d\"",
	}
	for i := range n {
		t.coach(fmt.Sprintf("Run `redis-cli -p %d ping` and paste what it prints.", 6000+i))
		text := strings.ReplaceAll(texts[i%len(texts)], "%d", fmt.Sprint(i))
		if t.learner(text).State == coach.Closing {
			t.learner("let's go on")
		}
	}
	return t
}

func (t *talk) coach(text string) {
	c := t.reader.Coach(reading.ContextOf(t.session), text)
	t.at = t.at.Add(time.Minute)
	said := coach.Said{
		ID: fmt.Sprintf("c%d", t.turns), At: t.at, Asks: c.Asks, Question: c.Question,
		Directions: c.Directions, Sets: c.Sets, YesMeans: c.YesMeans, Problem: c.Problem,
	}
	t.session, _, _ = coach.Step(t.session, said)
}

func (t *talk) learner(text string) coach.Decision {
	t.turns++
	t.at = t.at.Add(time.Minute)
	var d coach.Decision
	t.session, d, _ = t.decide(text)
	return d
}

// decide reads and decides one turn, and leaves the talk as it was.
func (t *talk) decide(text string) (coach.Session, coach.Decision, bool) {
	r := t.reader.Learner(reading.ContextOf(t.session), reading.Message{Text: text})
	return coach.Step(t.session, coach.Turn{ID: fmt.Sprintf("l%d", t.turns), At: t.at, Reading: r})
}

// trace4k is a Java stack trace of about 4 kB, log200k a server log of about 200 kB.
func trace4k() string {
	var b strings.Builder
	b.WriteString("java.lang.RuntimeException: context did not start\n")
	for i := range 45 {
		fmt.Fprintf(&b, "\tat org.example.shop.module%d.Service%d.handle(Service%d.java:%d)\n", i, i, i, 10+i)
	}
	b.WriteString("Caused by: java.lang.IllegalStateException: pool \"orders\" is exhausted\n")
	for b.Len() < 4<<10 {
		b.WriteString("\tat org.example.shop.Pool.take(Pool.java:77)\n")
	}
	return b.String()
}

func log200k() string {
	var b strings.Builder
	for i := 0; b.Len() < 200<<10; i++ {
		fmt.Fprintf(&b, "2026-01-05 09:%02d:%02d,%03d [worker-%d] INFO  shop.Orders - order %d taken in %d ms\n", i/60%60, i%60, i%1000, i%8, 1000+i, i%40)
	}
	b.WriteString("2026-01-05 10:00:00,000 [worker-1] ERROR shop.Orders - dial tcp 10.0.0.8:5432: connect: connection refused\n")
	return b.String()
}

func BenchmarkDecision(b *testing.B) {
	inputs := []struct{ name, text string }{
		{"ChatLine", "ok, I restarted the server and it printed PONG this time"},
		{"Trace4kB", trace4k()},
		{"Log200kB", log200k()},
	}
	for _, turns := range []int{5, 5000} {
		t := after(b, turns)
		for _, in := range inputs {
			b.Run(fmt.Sprintf("%s/turn%d", in.name, turns), func(b *testing.B) {
				b.SetBytes(int64(len(in.text)))
				b.ReportAllocs()
				for b.Loop() {
					t.decide(in.text)
				}
			})
		}
	}
}

// TestSessionSize holds the bound of a session's encoded size: 8 kB at 20 turns, and no growth
// between a session of 500 turns and one of 1,500.
func TestSessionSize(t *testing.T) {
	size := func(turns int) int {
		body, err := json.Marshal(after(t, turns).session)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d turns: %d bytes", turns, len(body))
		return len(body)
	}
	if n := size(20); n > 8<<10 {
		t.Errorf("%d bytes at 20 turns, want at most 8192", n)
	}
	if early, late := size(500), size(1500); late > early*11/10 {
		t.Errorf("the session grows: %d bytes at 500 turns, %d at 1500", early, late)
	}
}
