package segment

import "strings"

// Prompt returns the length of the shell or tool prompt at the start of line, with its trailing
// space; 0: there is none. It knows POSIX shells, PowerShell, cmd, Python, Node, Ruby, IPython and
// the prompts of the usual database shells.
func Prompt(line string) int {
	s := strings.TrimLeft(line, " \t")
	lead := len(line) - len(s)
	if n := promptAt(s); n > 0 {
		return lead + n
	}
	// A virtual environment or a tag in front: (venv) $ , (base) mei@host ~ %
	if strings.HasPrefix(s, "(") {
		if end := strings.Index(s, ") "); end > 0 && end < 30 && !strings.ContainsRune(s[:end], ' ') {
			if n := promptAt(s[end+2:]); n > 0 {
				return lead + end + 2 + n
			}
		}
	}
	return 0
}

// Typed returns what is typed on a Command line: the line without its prompt.
func Typed(line string) string { return strings.TrimSpace(line[Prompt(line):]) }

var plainPrompts = []string{">>> ", "... ", "❯ ", "λ ", "mysql> ", "sqlite> ", "redis> ", "mongosh> ", "MariaDB [(none)]> "}

func promptAt(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '$':
		if len(s) == 1 {
			return 1
		}
		if s[1] == ' ' && len(s) > 2 && s[2] != ' ' {
			return 2
		}
		return 0
	case '#', '%':
		if len(s) > 2 && s[1] == ' ' && knownCommand(s[2:]) {
			return 2
		}
		return 0
	case '[':
		return bracketPrompt(s)
	}
	for _, p := range plainPrompts {
		if p == "... " && strings.HasSuffix(s, " more") { // of a Java trace
			continue
		}
		if strings.HasPrefix(s, p) || s == p[:len(p)-1] && p != "... " {
			return min(len(p), len(s))
		}
	}
	if strings.HasPrefix(s, "➜") {
		return arrowPrompt(s)
	}
	if strings.HasPrefix(s, "In [") || strings.HasPrefix(s, "irb(") {
		if i := strings.IndexAny(s, ":>"); i > 0 {
			if j := strings.Index(s[i:], " "); j >= 0 {
				return i + j + 1
			}
		}
	}
	if n := windowsPrompt(s); n > 0 {
		return n
	}
	return hostPrompt(s)
}

// bracketPrompt reads [mei@host dir]$ .
func bracketPrompt(s string) int {
	end := strings.IndexByte(s, ']')
	if end < 0 || end > 80 || end+1 >= len(s) || !strings.ContainsRune(s[:end], '@') {
		return 0
	}
	if c := s[end+1]; c == '$' || c == '#' || c == '%' {
		return min(end+3, len(s))
	}
	return 0
}

// arrowPrompt reads oh-my-zsh's "➜  dir git:(main) ✗ cmd".
func arrowPrompt(s string) int {
	rest := strings.TrimLeft(s[len("➜"):], " ")
	i := strings.IndexByte(rest, ' ')
	if i < 0 {
		return len(s)
	}
	rest = rest[i+1:]
	if strings.HasPrefix(rest, "git:(") {
		if j := strings.Index(rest, ") "); j > 0 {
			rest = rest[j+2:]
		}
	}
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "✗"), " ")
	return len(s) - len(rest)
}

// windowsPrompt reads "PS C:\x> cmd" and "C:\x>cmd".
func windowsPrompt(s string) int {
	p := strings.TrimPrefix(s, "PS ")
	if len(p) < 3 || p[1] != ':' || p[2] != '\\' || !isWordByte(p[0]) {
		if len(p) < len(s) && strings.HasPrefix(p, "/") || strings.HasPrefix(s, "PS>") {
			if i := strings.IndexByte(s, '>'); i > 0 && i < 120 {
				return min(i+2, len(s))
			}
		}
		return 0
	}
	i := strings.IndexByte(s, '>')
	if i < 0 || i > 200 || strings.ContainsAny(s[:i], "\"(<|") {
		return 0
	}
	if i+1 < len(s) && s[i+1] == ' ' {
		return i + 2
	}
	return i + 1
}

// hostPrompt reads mei@host:~/x$ , mei@host dir % , 127.0.0.1:6379> , shop=> , shop=# and
// "test> ": a first word (or user@host with a directory) ended by a prompt sign.
func hostPrompt(s string) int {
	limit := min(len(s), 120)
	for i := 1; i < limit; i++ {
		c := s[i]
		if c == ' ' && !strings.ContainsRune(s[:i], '@') {
			return 0
		}
		if c != '$' && c != '#' && c != '%' && c != '>' {
			continue
		}
		if i+1 < len(s) && s[i+1] != ' ' {
			continue
		}
		head := s[:i]
		if !promptHead(head, c) {
			return 0
		}
		return min(i+2, len(s))
	}
	return 0
}

// promptHead reports whether head can stand before the prompt sign c.
func promptHead(head string, c byte) bool {
	at := strings.IndexByte(head, '@')
	if c == '>' {
		word := strings.TrimRight(head, "=-(*!'\"")
		switch {
		case strings.HasSuffix(head, "=") || strings.HasSuffix(head, "-") && len(word) > 1:
			return identifier(word)
		case strings.Contains(head, ":"): // host:port, host:port[db]
			_, port, _ := strings.Cut(head, ":")
			return port != "" && port[0] >= '0' && port[0] <= '9'
		}
		return at > 0 || word == "test" || word == "admin" || word == "not connected"
	}
	if at > 0 {
		return strings.ContainsAny(head[at:], ":~/ ") || !strings.ContainsRune(head, ' ')
	}
	if c == '#' {
		return strings.HasSuffix(head, "=") && identifier(head[:len(head)-1]) || head[0] == '/'
	}
	if c == '$' {
		return head[0] == '~' || head[0] == '/' || strings.HasPrefix(head, "bash-") || strings.HasPrefix(head, "sh-")
	}
	return c == '%' && head[0] == '~'
}

func identifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWordByte(s[i]) && s[i] != '-' && s[i] != '.' {
			return false
		}
	}
	return s != ""
}

// commands are the first words by which "# " and "% " are known for prompts and not for headings.
var commands = map[string]bool{
	"apt": true, "apt-get": true, "brew": true, "cargo": true, "cat": true, "cd": true, "chmod": true,
	"chown": true, "composer": true, "cp": true, "curl": true, "docker": true, "docker-compose": true,
	"dotnet": true, "echo": true, "gcc": true, "git": true, "go": true, "gradle": true, "grep": true,
	"java": true, "kubectl": true, "ls": true, "make": true, "mkdir": true, "mv": true, "mvn": true,
	"mysql": true, "nginx": true, "node": true, "npm": true, "npx": true, "php": true, "pip": true,
	"pip3": true, "pnpm": true, "ps": true, "psql": true, "python": true, "python3": true,
	"redis-cli": true, "redis-server": true, "rm": true, "ruby": true, "service": true, "ssh": true,
	"sudo": true, "systemctl": true, "tail": true, "terraform": true, "yarn": true, "yum": true,
}

// IsCommand reports whether a line without prompt is a command, by its first word.
func IsCommand(line string) bool { return knownCommand(line) }

func knownCommand(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return commands[word] || strings.HasPrefix(word, "./")
}
