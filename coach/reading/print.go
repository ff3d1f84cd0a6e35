package reading

import (
	"hash/fnv"
	"strconv"
	"strings"
)

// fingerprint is a short name for a shown text: equal for texts that differ only in what varies
// from run to run (times, dates, durations, hashes, long ids) and in white space. 64 bits, base 36.
func fingerprint(kind, text string) string {
	h := fnv.New64a()
	h.Write([]byte(kind))
	words := strings.FieldsSeq(text)
	ago := false
	for w := range words {
		h.Write([]byte{' '})
		switch {
		case ago && isUnit(w):
			h.Write([]byte("#"))
		case varies(w):
			h.Write([]byte("#"))
		default:
			h.Write([]byte(w))
		}
		ago = isNumber(w)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// varies tells whether a word is a time, a date, a duration, a hash or an id.
func varies(w string) bool {
	w = strings.Trim(w, "[](){}<>,;\"'|")
	digits, letters, hex, marks := 0, 0, 0, 0
	for i := 0; i < len(w); i++ {
		switch c := w[i]; {
		case c >= '0' && c <= '9':
			digits++
			hex++
		case c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F':
			letters++
			hex++
		case c == ':' || c == '-' || c == '/' || c == '.' || c == ',' || c == '+' || c == 'T' || c == 'Z':
			marks++
		default:
			letters++
		}
	}
	switch {
	case digits == 0:
		return false
	case hex == len(w) && len(w) >= 7 && letters > 0: // a hash or container id
		return true
	case hex+strings.Count(w, "-") == len(w) && len(w) == 36: // a UUID
		return true
	case letters == 0 && digits >= 3 && strings.Count(w, ":") >= 1 && marks >= 1 && !strings.Contains(w, "."): // a time
		return clock(w)
	case letters == 0 && digits >= 6 && marks >= 2: // a date, or a date with a time
		return !ipLike(w)
	}
	return duration(w)
}

func clock(w string) bool {
	h, rest, _ := strings.Cut(w, ":")
	return len(h) <= 2 && len(rest) >= 2 && len(rest) != 4
}

func ipLike(w string) bool { return strings.Count(w, ".") == 3 }

// duration reads "1.2s", "40ms", "3m12s".
func duration(w string) bool {
	i := 0
	for i < len(w) && (w[i] >= '0' && w[i] <= '9' || w[i] == '.') {
		i++
	}
	if i == 0 || i == len(w) {
		return false
	}
	switch strings.TrimRight(w[i:], "0123456789.") {
	case "s", "ms", "us", "µs", "ns", "sec":
		return true
	case "m", "h":
		return false
	}
	return strings.HasSuffix(w, "s") && strings.Trim(w[i:], "0123456789.hms") == ""
}

func isNumber(w string) bool {
	return w != "" && w[0] >= '0' && w[0] <= '9' && strings.Trim(w, "0123456789.") == ""
}

func isUnit(w string) bool {
	switch strings.TrimRight(w, ".,)") {
	case "second", "seconds", "minute", "minutes", "hour", "hours", "sec", "secs", "ms", "s", "days", "day", "weeks":
		return true
	}
	return false
}
