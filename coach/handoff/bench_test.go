package handoff

import (
	"strings"
	"testing"
)

func BenchmarkIsContext(b *testing.B) {
	f := forms(b)
	log := strings.Repeat("2026-03-04 12:00:00 INFO # a line of a pasted log, with a colon: and <b>more</b>\n", 2500)
	b.SetBytes(int64(len(log)))
	for b.Loop() {
		f.IsContext(log)
	}
}

func BenchmarkRead(b *testing.B) {
	f := forms(b)
	docs, _ := f.Write(sample(), Session{}, nil)
	for b.Loop() {
		if _, err := f.Read(docs); err != nil {
			b.Fatal(err)
		}
	}
}
