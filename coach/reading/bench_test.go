package reading_test

import (
	"fmt"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading"
)

func trace(lines int) string {
	var b strings.Builder
	b.WriteString("Traceback (most recent call last):\n")
	for i := range lines {
		fmt.Fprintf(&b, "  File \"/home/lee/shop/mod%d.py\", line %d, in step\n    return run(item)\n", i, i*3)
	}
	b.WriteString("KeyError: 'amount'\n")
	return b.String()
}

func log(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "2026-03-04T10:%02d:%02d.120Z INFO worker-%d handled request id=%08x in %dms\n", i/60%60, i%60, i%7, i*7919, i%90)
	}
	return b.String()
}

func BenchmarkReader_Learner(b *testing.B) {
	r := newReader(b)
	ctx := reading.Context{State: coach.Coaching, Asks: coach.AskAction, Phase: coach.PhaseModule}
	texts := map[string]string{
		"ChatLine":   "ok, I restarted the service and it still shows the old page",
		"ChatLineZh": "好的，我重启了服务，不过页面还是老样子，没有变化",
		"Ack":        "ok",
		"Trace4k":    trace(60),
		"Log200k":    log(2700),
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r.Learner(ctx, reading.Message{Text: text})
			}
		})
	}
}

func BenchmarkReader_Coach(b *testing.B) {
	r := newReader(b)
	for b.Loop() {
		r.Coach(reading.Context{}, "The port is taken. Stop the old server, start yours once more and tell me what it prints.")
	}
}
