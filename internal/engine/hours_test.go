package engine

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestHours_After(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ hours, at, want string }{
		{"22:00-07:00", "2026-01-05T21:59:00Z", "2026-01-05T21:59:00Z"},
		{"22:00-07:00", "2026-01-05T22:00:00Z", "2026-01-06T07:00:00Z"},
		{"22:00-07:00", "2026-01-06T06:59:59Z", "2026-01-06T07:00:00Z"},
		{"22:00-07:00", "2026-01-06T07:00:00Z", "2026-01-06T07:00:00Z"},
		{"12:00-13:30", "2026-01-06T12:10:00Z", "2026-01-06T13:30:00Z"},
		{"22:00-07:00 Asia/Shanghai", "2026-01-05T15:00:00Z", "2026-01-05T23:00:00Z"},
		{"22:00-07:00", "2026-01-31T23:00:00Z", "2026-02-01T07:00:00Z"},
		{"", "2026-01-05T23:00:00Z", "2026-01-05T23:00:00Z"},
		{"09:00-09:00", "2026-01-05T09:00:00Z", "2026-01-05T09:00:00Z"},
	} {
		h, err := ParseHours(test.hours)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := time.Parse(time.RFC3339, test.at)
		if got := h.After(at).Format(time.RFC3339); got != test.want {
			t.Errorf("%q after %s: %s, want %s", test.hours, test.at, got, test.want)
		}
	}
}

func TestParseHours_Wrong(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"22", "22:00", "25:00-07:00", "22:00-07:00 Mars/Base", "a-b"} {
		if _, err := ParseHours(s); err == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

// TestHours_Outside: what comes out is never earlier, at most a day later, and outside the hours.
func TestHours_Outside(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		day := func(name string) time.Duration {
			return time.Duration(rapid.IntRange(0, 24*60-1).Draw(t, name)) * time.Minute
		}
		h := Hours{From: day("from"), To: day("to"), Zone: time.UTC}
		at := nine.Add(time.Duration(rapid.IntRange(0, 72*60).Draw(t, "at")) * time.Minute)
		got := h.After(at)
		if got.Before(at) || got.Sub(at) > 24*time.Hour || !h.After(got).Equal(got) {
			t.Fatalf("%v after %v: %v", h, at, got)
		}
	})
}
