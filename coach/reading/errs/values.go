package errs

import "strings"

// url emits host, port and path of a URL.
func (sc *scanner) url(a string) bool {
	i := strings.Index(a, "://")
	if i <= 0 {
		return false
	}
	rest := a[i+3:]
	if a[:i] == "file" {
		sc.name(rest)
		return true
	}
	if scheme := a[:i]; scheme == "unix" || scheme == "npipe" {
		sc.emit(value, cleanPath(rest))
		return true
	}
	host, path, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 { // user:password@
		user, _, _ := strings.Cut(host[:at], ":")
		sc.emit(value, user)
		host = host[at+1:]
	}
	if !sc.hostPort(host) {
		sc.emit(value, hostName(host))
	}
	if path, _, _ = strings.Cut(path, "?"); path != "" {
		sc.emit(value, cleanPath("/"+path))
	}
	return true
}

// sockets takes client->server: the port of the client is masked.
func (sc *scanner) sockets(a string) bool {
	from, to, ok := strings.Cut(a, "->")
	if !ok || from == "" || to == "" || !strings.ContainsRune(to, ':') {
		return false
	}
	if i := strings.LastIndexByte(from, ':'); i > 0 && digits(from[i+1:]) {
		sc.mask("client port", from[i+1:])
		from = from[:i]
	}
	sc.name(from)
	sc.name(to)
	return true
}

// hostPort takes host:port, [v6]:port, :port, *:port and name/host:port.
func (sc *scanner) hostPort(a string) bool {
	if hostName(a) == "localhost" {
		sc.emit(value, "localhost")
		return true
	}
	i := strings.LastIndexByte(a, ':')
	if i < 0 || i+1 == len(a) || len(a)-i > 6 || !digits(a[i+1:]) {
		return false
	}
	host, port := a[:i], a[i+1:]
	if len(port) < 2 && host != "" && !strings.ContainsAny(host, ".:*") && host != "localhost" {
		return false // an image tag
	}
	if strings.Contains(host, ":") && host[0] != '[' && strings.Trim(host, "0123456789abcdefABCDEF:.") != "" {
		return false
	}
	before := sc.prev
	sc.twoHosts(host)
	if before == "client" || strings.HasPrefix(sc.s[sc.at:], " -> ") || before == "from" && len(port) == 5 && port >= "32768" {
		sc.mask("client port", port)
		return true
	}
	sc.emit(value, port)
	return true
}

// twoHosts emits a host, or both of localhost/127.0.0.1 if they are two.
func (sc *scanner) twoHosts(host string) {
	a, b, two := strings.Cut(host, "/")
	if two && a != "" && hostName(a) != hostName(b) {
		sc.emitHost(a)
	}
	if two {
		host = b
	}
	sc.emitHost(host)
}

func (sc *scanner) emitHost(h string) {
	switch h = hostName(h); h {
	case "", "*", "::", "0.0.0.0": // any address of the own machine: only the port names it
		return
	}
	sc.emit(value, h)
}

// login emits both parts of user@host and of name@version.
func (sc *scanner) login(a string) bool {
	user, host, ok := strings.Cut(a, "@")
	if !ok || user == "" || host == "" || strings.ContainsAny(host, "@/:=") || !nameByte(user[len(user)-1]) {
		return false
	}
	sc.emit(value, user)
	sc.emitHost(host)
	return true
}

// hostName writes a host in one way; the names of the loopback are one.
func hostName(h string) string {
	h = strings.Trim(h, "[]")
	switch lowerASCII(h) {
	case "localhost", "127.0.0.1", "::1", "127.0.1.1", "localhost.localdomain", "ip6-localhost", "::ffff:127.0.0.1":
		return "localhost"
	}
	return h
}

// pair divides key=value, name==version and name:tag. A flag with its value is both.
func (sc *scanner) pair(a string) bool {
	if strings.Contains(a, "::") {
		return false
	}
	i, n := strings.Index(a, "=="), 2
	if i < 0 {
		i, n = strings.IndexByte(a, '='), 1
	}
	if i < 0 {
		i = strings.IndexByte(a, ':')
	}
	if i <= 0 || i+n >= len(a) || !nameByte(a[i-1]) || a[i-1] == '<' || a[i-1] == '>' {
		return false
	}
	left := a[:i]
	if sc.lex.level[lowerASCII(a[i+n:])] && wordlike(left) && len(sc.out) < 2 {
		return true // [core:error]
	}
	if wordlike(left) && !sc.quoted {
		sc.emit(word, lowerASCII(left))
	} else {
		sc.emit(value, left)
	}
	keep := sc.quoted
	sc.quoted = true
	sc.name(a[i+n:])
	sc.quoted = keep
	return true
}

func nameByte(c byte) bool { return wordByte(c) || c == '-' || c == '.' || c == ']' || c == '*' }
