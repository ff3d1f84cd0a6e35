package inhand

import (
	"slices"
	"testing"
	"time"
)

// TestGap: from when on a thread is looked at after a connect.
func TestGap(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for name, c := range map[string]struct{ last, since, want time.Time }{
		"start":                    {ago(time.Hour), time.Time{}, ago(time.Hour + CatchUpOverlap)},
		"gap began before":         {ago(time.Minute), ago(time.Hour), ago(time.Hour + CatchUpOverlap)},
		"gap began after":          {ago(time.Hour), ago(time.Minute), ago(time.Hour + CatchUpOverlap)},
		"quiet for days":           {ago(72 * time.Hour), time.Time{}, ago(72 * time.Hour)},
		"not heard for days":       {ago(time.Hour), ago(72 * time.Hour), ago(CatchUpMost)},
		"both are long ago":        {ago(48 * time.Hour), ago(72 * time.Hour), ago(48 * time.Hour)},
		"just within what is kept": {ago(CatchUpMost - time.Hour), time.Time{}, ago(CatchUpMost - time.Hour + CatchUpOverlap)},
	} {
		if got := Gap(c.last, c.since, now); !got.Equal(c.want) {
			t.Errorf("%s: from %s ago, want %s", name, now.Sub(got), now.Sub(c.want))
		}
	}
}

// TestMemory: the newest are kept, and what is put again is no newer.
func TestMemory(t *testing.T) {
	t.Parallel()
	m := NewMemory[int](2)
	for i, k := range []string{"a", "b", "a", "c"} {
		m.Put(k, i)
	}
	_, a := m.Get("a")
	b, _ := m.Get("b")
	c := m.GetOr("c", func() int { return 9 })
	if a || b != 1 || c != 3 || len(m.order) != 2 {
		t.Errorf("a %v, b %d, c %d, %d keys", a, b, c, len(m.order))
	}
}

// TestMemory_Drop: what was forgotten and is put again is new, and not forgotten in its old turn.
func TestMemory_Drop(t *testing.T) {
	t.Parallel()
	m := NewMemory[int](2)
	m.Put("a", 1)
	m.Drop("a")
	m.Drop("a")
	for i, k := range []string{"b", "a", "c"} {
		m.Put(k, i)
	}
	a, _ := m.Get("a")
	_, b := m.Get("b")
	c, _ := m.Get("c")
	if a != 1 || b || c != 2 {
		t.Errorf("a %d, b %v, c %d", a, b, c)
	}
}

// TestHealth: what concerns one channel is told, and can be left out.
func TestHealth(t *testing.T) {
	t.Parallel()
	var h Health
	h.Set("pins", "a summary could not be pinned")
	if len(h.List()) != 1 || len(h.List("pins")) != 0 {
		t.Errorf("all %v, without pins %v", h.List(), h.List("pins"))
	}
	h.Set("token", "refused")
	if got := h.List("pins"); !slices.Equal(got, []string{"refused"}) {
		t.Errorf("without pins %v", got)
	}
	h.Set("token", "")
	if got := h.List("pins"); got != nil {
		t.Errorf("without pins %v", got)
	}
}
