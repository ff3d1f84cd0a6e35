package errs

import "strings"

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
	case sc.lex.counter[sc.prev] || sc.lex.counter[sc.prev2+" "+sc.prev] || len(t) < len(a) && sc.advancing():
		sc.mask("counter", a)
		sc.processName()
	case sc.sqlState(a):
	case sc.row || digits(t) && sc.counterBefore():
		sc.mask("counter", a)
	case digits(t) && len(t) >= 10 || len(t) >= 12 && strings.Count(t, ".") == 1 && digits(strings.Replace(t, ".", "", 1)):
		sc.mask("epoch", a)
	case sc.ephemeral(t):
		sc.mask("client port", a)
	case len(t) == 4 && (t[:2] == "19" || t[:2] == "20") && sc.timed > 0 && sc.at-sc.timed <= 6:
		sc.mask("time", a)
	case len(t) >= 8 && t[:2] == "00":
		sc.mask("address", a)
	case len(sc.out) == 0 && (sc.job || sc.timed > 0), len(t) > 1 && sc.signalAhead():
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

// sqlState takes the number of an SQL error and its state, "1205 (HY000)", which say what the text
// behind them says.
func (sc *scanner) sqlState(a string) bool {
	rest := sc.s[sc.at:]
	if len(a) != 4 || !digits(a) || len(rest) < 9 || rest[:2] != " (" || rest[7:9] != "):" || strings.Trim(rest[2:7], "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return false
	}
	sc.mask("code", a+rest[:8])
	sc.at += 8
	return true
}

// counterBefore reports a counting word and a colon before: "Daemon pid: 5120".
func (sc *scanner) counterBefore() bool {
	n := len(sc.out)
	return n >= 2 && sc.out[n-1].kind == colon && sc.out[n-2].kind == word && sc.lex.counter[lowerASCII(sc.out[n-2].text)]
}

// advancing reports that a percentage tells how far something is: it stands at the front or behind
// a word such as "Downloading".
func (sc *scanner) advancing() bool {
	for _, t := range sc.out {
		if t.kind == word && (strings.HasSuffix(t.text, "ing") || strings.Contains(t.text, "进度") || strings.HasSuffix(t.text, "到")) {
			return true
		}
	}
	return len(sc.out) == 0
}

// tableRow takes "0/1" of a table of pods, behind which a reason and counters stand.
func (sc *scanner) tableRow(a string) bool {
	l, r, ok := strings.Cut(a, "/")
	rest := sc.s[sc.at:]
	if !ok || !digits(l) || !digits(r) || len(rest) < 2 || rest[0] != ' ' || rest[1] < 'A' || rest[1] > 'Z' {
		return false
	}
	sc.mask("counter", a)
	sc.row = true
	return true
}

// processName takes the name in parentheses behind the number of a process.
func (sc *scanner) processName() {
	rest, ok := strings.CutPrefix(sc.s[sc.at:], " (")
	if name, _, closed := strings.Cut(rest, ")"); ok && closed && name != "" && !strings.ContainsAny(name, " '") {
		sc.emit(value, name)
		sc.at += len(name) + len(" ()")
	}
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

// counters masks 2/5 behind a counting word, 29#29 and *14 of nginx, 7:M of Redis, and the numbers
// of threads and workers in their names.
func (sc *scanner) counters(a string) bool {
	if i := strings.IndexAny(a, "/#"); i > 0 && digits(a[:i]) && digits(a[i+1:]) && (a[i] == '#' || sc.lex.counter[sc.prev] || sc.bracketed() && sc.retried()) {
		sc.mask("counter", a)
		return true
	}
	if sc.tableRow(a) {
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

// bracketed reports that the last token opens a bracket.
func (sc *scanner) bracketed() bool {
	return len(sc.out) > 0 && sc.out[len(sc.out)-1].kind == bracket
}

// retried reports that the text tells of a further try.
func (sc *scanner) retried() bool {
	for _, w := range [...]string{"again", "retry", "attempt", "重试", "尝试"} {
		if strings.Contains(sc.low[:sc.at], w) {
			return true
		}
	}
	return false
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
