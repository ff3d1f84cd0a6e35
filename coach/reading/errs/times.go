package errs

import "strings"

// time masks dates and times of day, and a zone behind them.
func (sc *scanner) time(a string) bool {
	low := lowerASCII(a)
	switch {
	case clockLike(a):
		sc.mask("time", a)
		sc.zone()
		sc.timed = sc.at
		return true
	case len(a) == 5 && a[2] == '-' && digits(a[:2]) && digits(a[3:]) && sc.at+6 < len(sc.s) && clockLike(sc.s[sc.at+1:sc.at+6]): // 05-01 10:00
		sc.mask("time", a)
		return true
	case months[low] && !sc.quoted:
		if n, size := sc.numberAhead(); size > 0 && n <= 31 || sc.afterDay() {
			if size > 0 && !sc.afterDay() {
				sc.at += size
			}
			sc.mask("time", a)
			sc.dropDay()
			return true
		}
	case days[low]:
		sc.mask("time", a)
		return true
	}
	return false
}

var months = set([]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"})

var days = set([]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"})

// afterDay reports a day of the month before the month: 04 Nov 2025.
func (sc *scanner) afterDay() bool {
	n := len(sc.out)
	return n > 0 && sc.out[n-1].kind == value && len(sc.out[n-1].text) <= 2 && digits(sc.out[n-1].text) && sc.at < len(sc.s) && sc.s[sc.at] == ' '
}

// dropDay takes back the day before a month, and takes the year behind it.
func (sc *scanner) dropDay() {
	if sc.afterDay() {
		sc.out = sc.out[:len(sc.out)-1]
	}
	if n, size := sc.numberAhead(); n >= 1990 && n < 2100 {
		sc.at += size
	}
}

// zone takes AM, PM or a time zone behind a time.
func (sc *scanner) zone() {
	rest := sc.s[sc.at:]
	for _, z := range []string{" AM", " PM", " am", " pm", " CST", " UTC", " GMT", " EST", " PST", " CET", " JST", " Z"} {
		if strings.HasPrefix(rest, z) && (len(rest) == len(z) || !wordByte(rest[len(z)])) {
			sc.at += len(z)
			rest = sc.s[sc.at:]
		}
	}
	if len(rest) > 5 && rest[0] == ' ' && (rest[1] == '+' || rest[1] == '-') && digits(rest[2:6]) {
		sc.at += 6
		sc.zone()
	}
}

// clockLike reports 10:02, 10:02:11.871, 2025-11-04, 2025/11/04, 2025-11-04T09:20:11.871Z and the
// like: groups of digits between the signs of a date or a time.
func clockLike(a string) bool {
	if len(a) < 4 || !digit(a[0]) {
		return false
	}
	colons, dashes, group, first := 0, 0, 0, 0
	for i := 0; i < len(a); i++ {
		switch c := a[i]; {
		case digit(c):
			group++
			if colons+dashes == 0 {
				first++
			}
			continue
		case c == ':':
			if group != 2 && !(colons == 0 && group == 1) {
				return false
			}
			colons++
		case c == '-' || c == '/':
			if dashes == 0 && group != 4 && group != 2 && group != 1 {
				return false
			}
			dashes++
		case c == 'T' || c == '_' || c == '.' || c == ',' || c == '+':
			if colons+dashes == 0 {
				return false
			}
		case c == 'Z' && i == len(a)-1:
		default:
			return false
		}
		group = 0
	}
	if colons == 0 && dashes == 1 {
		return false
	}
	return colons > 0 && first <= 2 && colons <= 2 && !(colons == 1 && group > 2) || dashes >= 2 && (first == 4 || first == 2)
}

// unitAhead takes a unit of time that comes next.
func (sc *scanner) unitAhead() bool {
	rest := strings.TrimLeft(sc.low[sc.at:], " ")
	end := strings.IndexAny(rest, " ,.;:)('|]")
	if end < 0 {
		end = len(rest)
	}
	u := rest[:end]
	for !sc.lex.unit[u] {
		// A Chinese unit may be the start of a run: 10 日下午
		if len(u) <= 3 || u[0] < 0x80 {
			return false
		}
		if u = u[:len(u)-1]; u[len(u)-1] < 0x80 {
			return false
		}
	}
	sc.at = len(sc.low) - len(rest) + len(u)
	sc.skipOne("下午", "上午", " 下午", " 上午")
	return true
}

// size masks 12MB, 2044.1MiB, 980kB/s: how much there was when it failed.
func (sc *scanner) size(a string) bool {
	t := strings.TrimSuffix(strings.TrimLeft(a, "0123456789."), "/s")
	if len(t) == len(a) || !sizes[t] {
		return false
	}
	sc.mask("size", a)
	return true
}

var sizes = map[string]bool{"B": true, "kB": true, "KB": true, "MB": true, "GB": true, "TB": true, "KiB": true, "MiB": true, "GiB": true, "Mi": true, "Gi": true, "kb": true, "mb": true, "gb": true}

// duration masks 5.002s, 3m12s, 120ms.
func (sc *scanner) duration(a string) bool {
	if !digit(a[0]) {
		return false
	}
	last, number := "", false
	for i := 0; i < len(a); {
		j := i
		for j < len(a) && (digit(a[j]) || a[j] == '.') {
			j++
		}
		k := j
		for k < len(a) && !digit(a[k]) {
			k++
		}
		last = a[j:k]
		switch last {
		case "ms", "s", "ns", "us", "h", "d", "sec", "secs", "m":
			number = true
		default:
			return false
		}
		i = k
	}
	if !number || last == "m" && !spans[sc.prev] && !strings.HasPrefix(sc.s[sc.at:], " ago") && !sc.row && !sc.inEvent() {
		return false
	}
	sc.mask("duration", a)
	return true
}

// inEvent reports the columns of an event: "Warning  FailedMount  3m".
func (sc *scanner) inEvent() bool {
	return len(sc.out) == 2 && sc.out[0].kind == word && sc.lex.level[lowerASCII(sc.out[0].text)]
}

// spans are the words before a duration.
var spans = map[string]bool{"over": true, "after": true, "in": true, "within": true, "for": true, "since": true, "every": true, "last": true}
