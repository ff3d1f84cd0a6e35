package errs

import "strings"

// filePlace takes file:line:col and file.ext(12,7) and masks the place.
func (sc *scanner) filePlace(a string) bool {
	i := strings.IndexByte(a, ':')
	if len(a) > 2 && a[1] == ':' && (a[2] == '\\' || a[2] == '/') {
		i = strings.IndexByte(a[2:], ':') + 2
		if i < 2 {
			return false
		}
	}
	if i <= 0 || i+1 >= len(a) {
		return false
	}
	place := strings.TrimSuffix(a[i+1:], ":in")
	if place != a[i+1:] {
		sc.skipQuoted() // the method of a Ruby frame
	}
	if strings.Trim(place, "0123456789:,[]-") != "" || !strings.ContainsAny(place, "0123456789") || !sc.fileLike(a[:i]) {
		return false
	}
	sc.mask("position", place)
	sc.emit(value, cleanPath(a[:i]))
	return true
}

// skipQuoted takes the quoted name that comes next.
func (sc *scanner) skipQuoted() {
	rest := sc.s[sc.at:]
	if !strings.HasPrefix(rest, " '") {
		return
	}
	if end := strings.IndexByte(rest[2:], '\''); end >= 0 {
		sc.mask("frame", rest[2:2+end])
		sc.at += end + 3
	}
}

// bundle masks the hash in the name of a file that a bundler wrote: main.9f2c11ab.js.
func (sc *scanner) bundle(a string) bool {
	parts := strings.Split(a, ".")
	if len(parts) != 3 || len(parts[1]) < 8 || !hexID(parts[1]) || !sc.lex.extension[lowerASCII(parts[2])] {
		return false
	}
	sc.mask("hash", parts[1])
	sc.emit(value, parts[0]+"."+parts[2])
	return true
}

// fileLike reports a name that can only be a file's.
func (sc *scanner) fileLike(f string) bool {
	dot := strings.LastIndexByte(f, '.')
	if dot >= 0 && sc.lex.extension[lowerASCII(f[dot+1:])] {
		return true
	}
	base := f[strings.LastIndexAny(f, "/\\")+1:]
	return f[0] == '/' && len(f) > 1 && !digit(f[1]) || base == "Makefile" || base == "Dockerfile" || base == "CMakeLists.txt" || len(f) > 2 && f[0] == '.' && f[1] == '/'
}

// path takes a file path or a file name.
func (sc *scanner) path(a string) bool {
	if len(a) > 2 && a[0] == '/' && digit(a[1]) && strings.ContainsRune(a, ':') && sc.hostPort(a[1:]) { // Java's /10.0.0.1:80
		return true
	}
	switch {
	case a[0] == '/' && len(a) > 1, a[0] == '~' && len(a) > 1 && a[1] == '/', strings.HasPrefix(a, "./"), strings.HasPrefix(a, "../"):
	case len(a) > 2 && a[1] == ':' && (a[2] == '\\' || a[2] == '/') && letter(a[0]):
	case strings.ContainsRune(a, '\\') && !strings.ContainsRune(a, '('):
		if exceptionName(a) {
			return false
		}
	case podKind(a):
		_, a, _ = strings.Cut(a, "/")
		if base, ok := podBase(a); ok {
			sc.mask("pod", a[len(base):])
			a = base
		}
	case strings.ContainsRune(a, '/') && !strings.Contains(a, ":") && !wordlike(a) && a[0] != '-' && !strings.ContainsRune(a, '='):
		if host, rest, _ := strings.Cut(a, "/"); hostName(host) == "localhost" && hostName(rest) == "localhost" {
			a = "localhost"
		}
	default:
		return false
	}
	if base, ok := replicaBase(a); ok { // shop/cart-77f9c6d5b8-4hq2m
		sc.mask("pod", a[len(base):])
		a = base
	}
	sc.emit(value, cleanPath(a))
	return true
}

// podKind reports "kind/name" of a Kubernetes object with a generated name.
func podKind(a string) bool {
	kind, _, ok := strings.Cut(a, "/")
	return ok && (kind == "pod" || kind == "pods" || kind == "job" || kind == "job.batch" || kind == "replicaset.apps")
}

// cleanPath writes a path in one way on all systems: "/" between the parts, "~" for home
// directories, "$TMP" for temporary ones, "*" for parts that a generator or a clock named.
func cleanPath(p string) string {
	if strings.ContainsRune(p, '\\') {
		p = strings.ReplaceAll(strings.ReplaceAll(p, `\\`, "/"), `\`, "/")
	}
	if len(p) > 2 && p[1] == ':' && p[2] == '/' {
		p = p[2:]
	}
	if len(p) > 1 {
		p = strings.TrimSuffix(p, "/")
	}
	p = homeless(p)
	p = templess(p)
	if !strings.ContainsAny(p, "0123456789") {
		return p
	}
	parts := strings.Split(p, "/")
	for i, s := range parts {
		if generated(s) {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// homeless replaces the home directory of whoever it is.
func homeless(p string) string {
	for _, root := range []string{"/home/", "/Users/", "/users/"} {
		if rest, ok := strings.CutPrefix(p, root); ok {
			_, rest, deep := strings.Cut(rest, "/")
			if !deep {
				return "~"
			}
			return tempHome("~/" + rest)
		}
	}
	if p == "/root" {
		return "~"
	}
	if rest, ok := strings.CutPrefix(p, "/root/"); ok {
		return "~/" + rest
	}
	return p
}

// tempHome finds the temporary directory of Windows in a home directory.
func tempHome(p string) string {
	if rest, ok := strings.CutPrefix(p, "~/AppData/Local/Temp/"); ok {
		return "/tmp/" + rest
	}
	return p
}

// templess replaces a temporary directory, with the part below it if that has a generated name.
func templess(p string) string {
	p = strings.TrimPrefix(p, "/private")
	rest, ok := strings.CutPrefix(p, "/tmp/")
	if !ok {
		if rest, ok = strings.CutPrefix(p, "/var/tmp/"); !ok {
			return foldersTemp(p)
		}
	}
	first, below, deep := strings.Cut(rest, "/")
	if deep && (strings.ContainsAny(first, "0123456789") || strings.HasPrefix(first, "tmp") || generated(first)) {
		return "$TMP/" + below
	}
	if !deep && (strings.HasPrefix(first, "cc") || strings.HasPrefix(first, "tmp") || strings.ContainsAny(first, "0123456789")) {
		if dot := strings.LastIndexByte(first, '.'); dot >= 0 {
			return "$TMP/*" + first[dot:]
		}
		return "$TMP/*"
	}
	return "$TMP/" + rest
}

// foldersTemp replaces /var/folders/xx/yyyy/T/ of macOS.
func foldersTemp(p string) string {
	if strings.HasPrefix(p, "/var/folders/") {
		if _, rest, ok := strings.Cut(p, "/T/"); ok {
			return templess("/tmp/" + rest)
		}
	}
	return p
}

// generated reports a part of a path that is named by a clock, a hash or a generator.
func generated(s string) bool {
	if dot := strings.LastIndexByte(s, '.'); dot > 0 && len(s)-dot <= 5 {
		s = s[:dot]
	}
	if uuid(s) || hexID(s) || clockLike(s) {
		return true
	}
	run, best := 0, 0
	for i := 0; i < len(s); i++ {
		if digit(s[i]) || run > 0 && (s[i] == '-' || s[i] == '_' || s[i] == 'T') {
			run++
			best = max(best, run)
		} else {
			run = 0
		}
	}
	return best >= 10
}
