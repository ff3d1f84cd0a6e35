package engine

import (
	"fmt"
	"strings"
	"time"
)

// Hours are hours of the day in which nobody is reminded of anything. The zero value is none.
type Hours struct {
	From, To time.Duration // since midnight, < 24 h; From > To spans midnight
	Zone     *time.Location
}

// ParseHours reads "22:00-07:30 Europe/Berlin"; without a zone it is UTC. Empty, or equal ends, are none.
func ParseHours(s string) (Hours, error) {
	span, zone, _ := strings.Cut(strings.TrimSpace(s), " ")
	if span == "" {
		return Hours{}, nil
	}
	from, to, _ := strings.Cut(span, "-")
	h := Hours{}
	var err error
	if h.From, err = clock(from); err == nil {
		h.To, err = clock(to)
	}
	if err == nil {
		h.Zone, err = time.LoadLocation(strings.TrimSpace(zone))
	}
	if err != nil {
		return Hours{}, fmt.Errorf("hours %q: want the form 22:00-07:30 Europe/Berlin: %w", s, err)
	}
	return h, nil
}

// clock reads a time of the day.
func clock(s string) (time.Duration, error) {
	t, err := time.Parse("15:04", strings.TrimSpace(s))
	if err != nil {
		return 0, err
	}
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, nil
}

// After returns t, or the end of the hours that t falls into.
func (h Hours) After(t time.Time) time.Time {
	if h.From == h.To || h.Zone == nil {
		return t
	}
	local := t.In(h.Zone)
	since := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute
	inside := h.From <= since && since < h.To
	if h.From > h.To {
		inside = since >= h.From || since < h.To
	}
	if !inside {
		return t
	}
	day := local.Day()
	if h.From > h.To && since >= h.From {
		day++
	}
	return time.Date(local.Year(), local.Month(), day, 0, int(h.To/time.Minute), 0, 0, h.Zone).In(t.Location())
}
