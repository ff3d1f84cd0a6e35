package track

import (
	"context"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

// BenchmarkReply takes the tutor's answer to a pasted log and to an answer, on the largest track.
func BenchmarkReply(b *testing.B) {
	lib := shipped(b)
	w := newWalker(b, "en")
	w.tutor = New(lib, texts(b))
	w.course = course.State{
		Topic: "redis", Phase: coach.PhaseModule, Route: course.Route{Confirmed: true},
		Position: course.Position{Module: "M1", Step: "hands_on", Waiting: waitOutput},
	}
	log := strings.Repeat("2026-03-02 09:00:00 INFO worker 17 took a job from the queue and finished it\n", 2600)
	for _, tt := range []struct{ name, text string }{
		{"Line", "ok, what does that do?"}, {"Stack4kB", log[:4096]}, {"Log200kB", log},
	} {
		b.Run(tt.name, func(b *testing.B) {
			in := tutor.Input{Course: w.course, Locale: "en", Reading: coach.Reading{Kind: coach.KindEvidence}}
			in.Message.Text = tt.text
			for b.Loop() {
				if _, err := w.tutor.Reply(context.Background(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
