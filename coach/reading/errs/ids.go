package errs

import "strings"

// address masks memory addresses and offsets, UUIDs, and hexadecimal ids of seven digits or more.
func (sc *scanner) address(a string) bool {
	switch {
	case strings.HasPrefix(a, "0x") || strings.HasPrefix(a, "0X") || strings.HasPrefix(a, "+0x"):
		sc.mask("address", a)
	case uuid(a):
		sc.mask("uuid", a)
	case hexID(a), a[0] == '@' && len(a) >= 7 && hexish(a[1:]):
		sc.mask("hash", a)
	default:
		if i := strings.LastIndexAny(a, "_-"); i > 0 && len(a)-i > 12 && hexID(a[i+1:]) { // shop_run_3f9c2e1a77b0
			sc.mask("hash", a[i+1:])
			sc.name(a[:i])
			return true
		}
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

// jobRun masks the minute behind the name of a scheduled job: mail-28471200.
func (sc *scanner) jobRun(a string) bool {
	i := strings.LastIndexByte(a, '-')
	if i <= 1 || len(a)-i != 9 || !digits(a[i+1:]) || a[i+1] != '2' && a[i+1] != '3' {
		return false
	}
	sc.mask("job", a[i:])
	sc.name(a[:i])
	return true
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

// runs are the words with which programs begin the ids of one run.
var runs = map[string]bool{"req": true, "request": true, "trace": true, "span": true, "sess": true, "session": true, "txn": true, "cid": true, "rid": true, "corr": true, "conn": true, "run": true, "build": true}

// randomID masks tokens that only a generator writes: a prefix, "_" or "-", and eight signs or
// more with digits and letters of both cases, or one that says that it names a run: req-7f2a91.
func (sc *scanner) randomID(a string) bool {
	i := strings.LastIndexAny(a, "_-")
	if i > 0 && len(a)-i > 4 && runs[lowerASCII(a[:i])] && strings.ContainsAny(a[i:], "0123456789") && strings.Trim(lowerASCII(a[i+1:]), "0123456789abcdefghijklmnopqrstuvwxyz") == "" {
		sc.mask("id", a)
		return true
	}
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
