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

// number takes digits alone. It is masked as a position, a counter, a time or an epoch by what
// stands around it, and kept else.
func (sc *scanner) number(a string) bool {
	t := strings.TrimSuffix(a, "%")
	if strings.Trim(t, "0123456789.,-+") != "" || !strings.ContainsAny(t, "0123456789") || strings.Count(t, ".") > 1 {
		return false
	}
	switch {
	case sc.lex.position[sc.prev]:
		sc.mask("position", a)
		sc.skipOne(" 行", " 列", "行", "列")
		sc.prev = "" // "line 3 column 9": each number has its own word
	case sc.lex.counter[sc.prev] || sc.lex.counter[sc.prev2+" "+sc.prev]:
		sc.mask("counter", a)
	case digits(t) && len(t) >= 10 || len(t) >= 12 && strings.Count(t, ".") == 1 && digits(strings.Replace(t, ".", "", 1)):
		sc.mask("epoch", a)
	case sc.ephemeral(t):
		sc.mask("client port", a)
	case len(t) == 4 && (t[:2] == "19" || t[:2] == "20") && sc.timed > 0 && sc.at-sc.timed <= 6:
		sc.mask("time", a)
	case len(t) >= 8 && t[:2] == "00":
		sc.mask("address", a)
	case len(sc.out) == 0 && sc.job, len(t) > 1 && sc.signalAhead():
		sc.mask("pid", a)
	case sc.unitAhead():
		sc.mask("time", a)
	case strings.HasPrefix(sc.s[sc.at:], " ---") && sc.lex.level[sc.prev]:
		sc.mask("pid", a)
	default:
		sc.emit(value, a)
		return true
	}
	return true
}

// signalAhead reports that a shell tells next which signal ended the process.
func (sc *scanner) signalAhead() bool {
	rest := strings.TrimLeft(sc.low[sc.at:], " ")
	if strings.HasPrefix(rest, "killed ") {
		return true
	}
	p := sc.lex.phraseAt(rest, 0)
	return p != nil && signals[p.family]
}

// signals are the families of errors by which a signal ends a process.
var signals = map[string]bool{"killed": true, "segfault": true, "abort": true, "bus-error": true, "fpe": true, "illegal-instruction": true, "terminated": true}

// skipOne takes the first of the texts that comes next.
func (sc *scanner) skipOne(texts ...string) {
	for _, t := range texts {
		if strings.HasPrefix(sc.s[sc.at:], t) {
			sc.at += len(t)
			return
		}
	}
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

// ephemeral reports a port of the client: of the range that systems hand out, behind "from".
func (sc *scanner) ephemeral(t string) bool {
	if len(t) != 5 || !digits(t) || t < "32768" || sc.prev != "port" {
		return false
	}
	for i := len(sc.out) - 1; i >= 0 && i > len(sc.out)-6; i-- {
		if sc.out[i].kind == word && sc.out[i].text == "from" {
			return true
		}
	}
	return false
}

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
	if !number || last == "m" && !spans[sc.prev] {
		return false
	}
	sc.mask("duration", a)
	return true
}

// spans are the words before a duration.
var spans = map[string]bool{"over": true, "after": true, "in": true, "within": true, "for": true, "since": true, "every": true, "last": true}

// counters masks 2/5 behind a counting word, 29#29 and *14 of nginx, 7:M of Redis, and the numbers
// of threads and workers in their names.
func (sc *scanner) counters(a string) bool {
	if i := strings.IndexAny(a, "/#"); i > 0 && digits(a[:i]) && digits(a[i+1:]) && (a[i] == '#' || sc.lex.counter[sc.prev]) {
		sc.mask("counter", a)
		return true
	}
	if num, ok := strings.CutSuffix(a, ":tid"); ok && digits(num) { // Apache: [pid 2201:tid 1401]
		sc.mask("pid", num)
		sc.emit(word, "")
		sc.prev = "tid"
		return true
	}
	if n := len(sc.out); a[0] == 'x' && digits(a[1:]) && n > 0 && sc.out[n-1].kind == bracket { // (x4 over 60s)
		sc.mask("counter", a)
		return true
	}
	if a[0] == '*' && digits(a[1:]) {
		sc.mask("counter", a)
		return true
	}
	if len(sc.out) == 0 && len(a) > 2 && digits(a[:len(a)-2]) && a[len(a)-2] == ':' && strings.ContainsRune("MSCX", rune(a[len(a)-1])) {
		sc.mask("pid", a)
		return true
	}
	t := strings.TrimRight(a, "0123456789")
	if len(t) == len(a) {
		return false
	}
	low := lowerASCII(t)
	for _, w := range []string{"thread-", "exec-", "worker-", "thread_", "worker_", "goroutine-", "task-", "threadpoolexecutor-0_", "executor-"} {
		if strings.HasSuffix(low, w) {
			sc.mask("thread", a)
			return true
		}
	}
	return false
}

// address masks memory addresses and offsets, UUIDs, and hexadecimal ids of seven digits or more.
func (sc *scanner) address(a string) bool {
	switch {
	case strings.HasPrefix(a, "0x") || strings.HasPrefix(a, "0X") || strings.HasPrefix(a, "+0x"):
		sc.mask("address", a)
	case uuid(a):
		sc.mask("uuid", a)
	case hexID(a):
		sc.mask("hash", a)
	default:
		if i := strings.Index(a, "=0x"); i > 0 && wordlike(a[:i]) { // addr=0x18
			sc.mask("address", a[i+1:])
			sc.emit(word, a[:i])
			return true
		}
		if i := strings.Index(a, "+0x"); i > 0 {
			sc.mask("address", a[i:])
			sc.name(a[:i])
			return true
		}
		return false
	}
	return true
}

func uuid(a string) bool {
	if len(a) != 36 {
		return false
	}
	for i := 0; i < len(a); i++ {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (a[i] == '-') || !dash && !hexDigit(a[i]) {
			return false
		}
	}
	return true
}

func hexDigit(c byte) bool { return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// hexID reports hexadecimal digits with a letter and a digit among them, in one case.
func hexID(a string) bool {
	if len(a) < 7 {
		return false
	}
	num, low, up := false, false, false
	for i := 0; i < len(a); i++ {
		switch c := a[i]; {
		case digit(c):
			num = true
		case c >= 'a' && c <= 'f':
			low = true
		case c >= 'A' && c <= 'F':
			up = true
		default:
			return false
		}
	}
	return num && low != up
}

// pod masks the ids behind the name of a pod: web-7c9d8f6b5-x2x4q.
func (sc *scanner) pod(a string) bool {
	base, ok := podBase(a)
	if !ok {
		return false
	}
	sc.mask("pod", a[len(base):])
	if base == "" {
		return true
	}
	sc.name(base)
	return true
}

func podBase(a string) (string, bool) {
	i := strings.LastIndexByte(a, '-')
	if i <= 0 || len(a)-i != 6 || !podID(a[i+1:]) {
		return "", false
	}
	if base, ok := replicaBase(a); ok {
		return base, true
	}
	if strings.ContainsAny(a[i+1:], "0123456789") && strings.ContainsAny(a[i+1:], "bcdfghjklmnpqrstvwxz") {
		return a[:i], true
	}
	return "", false
}

// replicaBase is the name before the two ids of a pod of a replica set.
func replicaBase(a string) (string, bool) {
	i := strings.LastIndexByte(a, '-')
	if i <= 0 || len(a)-i != 6 || !podID(a[i+1:]) {
		return "", false
	}
	j := strings.LastIndexByte(a[:i], '-')
	if j > 0 && i-j >= 6 && i-j <= 11 && (podID(a[j+1:i]) || hexish(a[j+1:i])) {
		return a[:j], true
	}
	return "", false
}

// podID reports the alphabet of generated names, which has no vowels and no 0, 1, 3.
func podID(s string) bool { return strings.Trim(s, "bcdfghjklmnpqrstvwxz2456789") == "" }

func hexish(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == "" && strings.ContainsAny(s, "0123456789")
}

// randomID masks tokens that only a generator writes: a prefix, "_" or "-", and eight signs or
// more with digits and letters of both cases.
func (sc *scanner) randomID(a string) bool {
	i := strings.LastIndexAny(a, "_-")
	if i < 2 || i > 8 || len(a)-i < 9 {
		return false
	}
	num, low, up := false, false, false
	for _, c := range []byte(a[i+1:]) {
		switch {
		case digit(c):
			num = true
		case c >= 'a' && c <= 'z':
			low = true
		case c >= 'A' && c <= 'Z':
			up = true
		default:
			return false
		}
	}
	if !num || !low || !up {
		return false
	}
	sc.mask("id", a)
	return true
}

// hanWord emits a run of Chinese, without the words for positions and times of day.
func (sc *scanner) hanWord(h string) {
	for _, p := range []string{"第", "下午", "上午", "行", "列"} {
		if h == p {
			if p == "第" || p == "行" || p == "列" {
				sc.prev2, sc.prev = sc.prev, p
			}
			return
		}
	}
	if sc.lex.filler[h] {
		sc.prev2, sc.prev = sc.prev, h
		return
	}
	if t := strings.TrimSuffix(h, "第"); t != h {
		sc.emit(word, t)
		sc.prev = "第"
		return
	}
	sc.emit(word, h)
}

// numbered takes sshd[811] and ERRO[0003]: the number in brackets is the process or a counter.
func (sc *scanner) numbered(a string) bool {
	i := strings.IndexByte(a, '[')
	if i <= 0 || a[len(a)-1] != ']' {
		return false
	}
	in := a[i+1 : len(a)-1]
	if uuid(in) || hexID(in) || strings.ContainsRune(in, '+') && strings.Trim(in, "0123456789abcdef+") == "" {
		sc.mask("id", in)
		sc.name(a[:i])
		return true
	}
	if !digits(in) || !wordlike(a[:i]) {
		return false
	}
	if len(sc.out) > 2 && !(sc.at < len(sc.s) && sc.s[sc.at] == ':') {
		return false
	}
	sc.mask("pid", a[i:])
	if sc.at < len(sc.s) && sc.s[sc.at] == ':' { // the program behind time and host of a system log
		sc.out = sc.out[:0]
		sc.at++
	}
	sc.emit(word, lowerASCII(a[:i]))
	return true
}

// dash takes the way in which dash says that it does not find a command: "sh: 1: jq: not found".
func (sc *scanner) dash() {
	rest, ok := strings.CutSuffix(sc.low[sc.at:], ": not found")
	if !ok {
		return
	}
	if i := strings.Index(rest, "sh: "); i >= 0 && i < 10 {
		number, name, ok := strings.Cut(rest[i+4:], ": ")
		if ok && digits(number) && !strings.ContainsRune(name, ' ') {
			sc.emit(value, sc.s[sc.at+len(rest)-len(name):sc.at+len(rest)])
			sc.emit(system, "no-command")
			sc.at = len(sc.s)
		}
	}
}

// prefix masks what log collectors put before a line: "web-1  | ", "E1104 09:01:12.33 20817 f.go:2] ".
func (sc *scanner) prefix() {
	if i := strings.Index(sc.s, " | "); i > 0 && i < 40 && !strings.ContainsAny(sc.s[:i], " ':") {
		sc.mask("log prefix", sc.s[:i])
		sc.at = i + 3
	}
	rest := sc.s[sc.at:]
	if strings.HasPrefix(rest, "curl: (") { // its exit code says what the text says
		sc.at += len("curl: (")
		_, size := sc.numberAhead()
		sc.at += size
		return
	}
	if strings.HasPrefix(rest, "[ ") { // the clock of a kernel log
		if n := numbersUntil(strings.Replace(rest[2:min(len(rest), 20)], ".", ",", 1), ']'); n > 0 {
			sc.mask("time", rest[:n+2])
			sc.at += n + 2
			return
		}
	}
	if len(rest) > 6 && strings.IndexByte("IWEF", rest[0]) >= 0 && digits(rest[1:5]) && rest[5] == ' ' {
		if i := strings.IndexByte(rest, ']'); i > 0 && i < 100 {
			sc.mask("log prefix", rest[:i+1])
			sc.at += i + 1
		}
	}
}

// counted takes pid=331, pid:331, attempt=2, trace_id=…: a word that counts or announces an id,
// joined to it.
func (sc *scanner) counted(a string) bool {
	i := strings.IndexAny(a, "=:")
	if i < 2 || i+1 == len(a) {
		return false
	}
	low := lowerASCII(a[:i])
	if !sc.lex.counter[low] && !sc.lex.ident[low] && !(sc.lex.position[low] && digit(a[i+1])) {
		return false
	}
	sc.mask("counter", a[i+1:])
	sc.emit(word, low)
	return true
}
