package slack

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestPlain(t *testing.T) {
	t.Parallel()
	in := &inbox{self: self{user: "UBOT"}}
	for text, want := range map[string]string{
		"<@UBOT> learn redis":                            "learn redis",
		"hey <@UBOT>":                                    "hey",
		"a &lt;b&gt; &amp;amp; c":                        "a <b> &amp; c",
		"see <https://redis.io/docs>":                    "see https://redis.io/docs",
		"see <https://redis.io/docs|the docs>":           "see the docs (https://redis.io/docs)",
		"see <http://redis.io|redis.io>":                 "see redis.io",
		"<mailto:kim@example.com|kim@example.com> said":  "kim@example.com said",
		"<@U2|lee> and <@U3>":                            "@lee and @U3",
		"in <#C1|redis> and <#C2>":                       "in #redis and #C2",
		"<!here> <!channel|@channel> <!subteam^S1|@ops>": "@here @channel @ops",
		"```\nif a &lt; b {\n```":                        "```\nif a < b {\n```",
	} {
		if got := in.plain(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// FuzzPlain: whatever comes, valid text stays valid, and text without markup stays as it was typed.
func FuzzPlain(f *testing.F) {
	f.Add("<@UBOT> a &lt;b&gt; <https://redis.io|redis> <!subteam^S1|@ops> <")
	f.Fuzz(func(t *testing.T, text string) {
		in := &inbox{self: self{user: "UBOT"}}
		got := in.plain(text)
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("%q becomes %q", text, got)
		}
		typed := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
		if got := in.plain(typed); got != strings.TrimSpace(text) {
			t.Errorf("typed %q, read %q", text, got)
		}
	})
}

func TestIDs(t *testing.T) {
	t.Parallel()
	p, ok := parsePlace("slack:T1:C1:1700000000.000100")
	if !ok || p != (place{"T1", "C1", "1700000000.000100"}) || p.String() != "slack:T1:C1:1700000000.000100" {
		t.Errorf("%+v %v", p, ok)
	}
	if p, ok := parsePlace("slack:T1:C1:"); !ok || p.ts != "" || p.thread().Workspace() != "slack:T1" {
		t.Errorf("a channel's own thread: %+v %v", p, ok)
	}
	for _, bad := range []string{"", "slack", "slack:T1:C1", "discord:T1:C1:1", "slack::C1:1", "slack:T1::1", "slack:T1:C1:1:2"} {
		if _, ok := parsePlace(bad); ok {
			t.Errorf("%q is taken for a place", bad)
		}
	}
}

func FuzzTimestamps(f *testing.F) {
	f.Add(int64(1700000000_000100))
	f.Fuzz(func(t *testing.T, us int64) {
		if us < 0 {
			return
		}
		at, err := timeOf(tsOf(time.UnixMicro(us)))
		if err != nil || at.UnixMicro() != us {
			t.Errorf("%d comes back as %d, %v", us, at.UnixMicro(), err)
		}
	})
}

func FuzzTimeOf(f *testing.F) {
	f.Add("1700000000.000100")
	f.Add("1700000000.1")
	f.Fuzz(func(t *testing.T, ts string) {
		at, err := timeOf(ts)
		if _, fraction, _ := strings.Cut(ts, "."); err == nil && at.Nanosecond() != 0 && !strings.HasSuffix(tsOf(at), fraction) && at.Unix() >= 0 {
			t.Errorf("%q is read as %s", ts, tsOf(at))
		}
	})
}

// TestGap: from when on a thread is looked at after a connect.
func TestGap(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for name, c := range map[string]struct{ last, since, want time.Time }{
		"start":                    {ago(time.Hour), time.Time{}, ago(time.Hour + catchUpOverlap)},
		"gap began before":         {ago(time.Minute), ago(time.Hour), ago(time.Hour + catchUpOverlap)},
		"gap began after":          {ago(time.Hour), ago(time.Minute), ago(time.Hour + catchUpOverlap)},
		"quiet for days":           {ago(72 * time.Hour), time.Time{}, ago(72 * time.Hour)},
		"not heard for days":       {ago(time.Hour), ago(72 * time.Hour), ago(catchUpMost)},
		"both are long ago":        {ago(48 * time.Hour), ago(72 * time.Hour), ago(48 * time.Hour)},
		"just within what is kept": {ago(catchUpMost - time.Hour), time.Time{}, ago(catchUpMost - time.Hour + catchUpOverlap)},
	} {
		if got := gap(c.last, c.since, now); !got.Equal(c.want) {
			t.Errorf("%s: from %s ago, want %s", name, now.Sub(got), now.Sub(c.want))
		}
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	m := newMemory[int](2)
	for i, k := range []string{"a", "b", "a", "c"} {
		m.put(k, i)
	}
	_, a := m.get("a")
	b, _ := m.get("b")
	c := m.getOr("c", func() int { return 9 })
	if a || b != 1 || c != 3 || len(m.order) != 2 {
		t.Errorf("a %v, b %d, c %d, %d keys", a, b, c, len(m.order))
	}
}
