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
