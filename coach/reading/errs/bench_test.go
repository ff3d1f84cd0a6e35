package errs

import (
	"fmt"
	"strings"
	"testing"

	"tack/coach/reading/segment"
)

// trace is a Java stack trace of about 4 kB with one cause.
func trace() string {
	var b strings.Builder
	b.WriteString("java.lang.RuntimeException: could not start\n")
	for i := 0; b.Len() < 3800; i++ {
		fmt.Fprintf(&b, "\tat demo.shop.Layer%d.call(Layer%d.java:%d)\n", i, i, i*7)
	}
	b.WriteString("Caused by: java.net.ConnectException: Connection refused\n\tat demo.Main.main(Main.java:3)\n")
	return b.String()
}

// log is a log of about n bytes with an error line in every tenth.
func log(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		level := "INFO"
		if i%10 == 0 {
			level = "ERROR"
		}
		fmt.Fprintf(&b, "2026-01-05 10:%02d:%02d %s worker-%d could not read item %d of queue mail: timeout after %dms\n", i/60%60, i%60, level, i%8, i%3, i)
	}
	return b.String()
}

func BenchmarkFind(b *testing.B) {
	c := catalog(b)
	for _, bench := range []struct{ name, text string }{
		{"Chat", "ok, I tried the second one and it looks fine to me now"},
		{"ChatChinese", "好的，我按第二种方法试了一下，看起来没有问题了"},
		{"ChatColon", "one question: is it fine to use the \"latest\" tag here, or rather not?"},
		{"Error", "still: Error: Cannot find module 'express'"},
		{"Trace4k", trace()},
		{"Log200k", log(200_000)},
		{"Log2M", log(2_000_000)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			for b.Loop() {
				c.Find(segment.Parse(bench.text))
			}
		})
	}
}

func FuzzFind(f *testing.F) {
	c := catalog(f)
	for _, s := range []string{"Error: a", "[Errno 111] x", "a: b: Permission denied", "[ 1.2] x", "(13)P", "\"'`“ ECONNREFUSED :::80", "==1==E", "错误：第 3 行", "Caused by:\n 0: x"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		sets := Sets(b)
		if len(sets) > maxSets {
			t.Fatalf("%d sets", len(sets))
		}
		known, fresh := c.Identify(a), c.Identify(b)
		c.Explain(a)
		for _, e := range append(known, fresh...) {
			if len(e.Identity.Key) > 13 || len(e.Identity.Sketch) > 256 || !c.Same(e.Identity, e.Identity, nil) {
				t.Fatalf("identity %+v of %q", e.Identity, e.Excerpt)
			}
		}
	})
}
