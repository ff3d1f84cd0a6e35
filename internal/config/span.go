package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// span is a length of time within bounds.
func span(at *time.Duration, least, most time.Duration) value {
	want := fmt.Sprintf("duration such as 2.5s, 72h or 180d, %s to %s", formatSpan(least), formatSpan(most))
	return field{
		write: func(s string) error {
			d, err := parseSpan(s)
			if err != nil || d < least || d > most {
				return wanted(want, s)
			}
			*at = d
			return nil
		},
		read: func() string { return formatSpan(*at) }, wanted: want, form: shapeSpan,
	}
}

// keep is how long something is kept; 0 is Forever.
func keep(at *time.Duration, least time.Duration) value {
	want := fmt.Sprintf("duration such as 72h or 180d, %s or more, or 0", formatSpan(least))
	return field{
		write: func(s string) error {
			d, err := parseSpan(s)
			switch {
			case err != nil || d != 0 && d < least:
				return wanted(want, s)
			case d == 0:
				d = Forever
			}
			*at = d
			return nil
		},
		read: func() string { return formatSpan(max(0, *at)) }, wanted: want, form: shapeSpan,
	}
}

var errSpan = errors.New("no duration")

// maxDays keeps a span in the range of a time.Duration.
const maxDays = 100000

// parseSpan reads Go's form of a duration, whole days before it: "2.5s", "180d", "1d12h". Never below 0.
func parseSpan(s string) (time.Duration, error) {
	var sum time.Duration
	if days, rest, ok := strings.Cut(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 32)
		if err != nil || n > maxDays {
			return 0, errSpan
		}
		if sum = time.Duration(n) * day; rest == "" {
			return sum, nil
		}
		s = rest
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || sum+d < 0 {
		return 0, errSpan
	}
	return sum + d, nil
}

// formatSpan is the shortest form that parseSpan reads: "180d", "72h" is "3d", "1m30s", "0".
func formatSpan(d time.Duration) string {
	switch {
	case d == 0:
		return "0"
	case d%day == 0:
		return strconv.FormatInt(int64(d/day), 10) + "d"
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
