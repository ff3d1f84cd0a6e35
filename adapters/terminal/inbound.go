package terminal

import (
	"regexp"
	"strings"
)

// input is one line as typed: a command, or a message when command is empty.
type input struct {
	command string // without the slash
	rest    string // what follows it, or the message
}

// command is a slash and a lower-case word; "/etc/redis.conf: no such file" is a message.
var command = regexp.MustCompile(`^/([a-z]+)(?:\s+(.*))?$`)

// parse reads a line. A message that must begin like a command begins with a blank.
func parse(line string) input {
	line = strings.TrimRight(line, "\r\n")
	if m := command.FindStringSubmatch(strings.TrimRight(line, " \t")); m != nil {
		return input{command: m[1], rest: strings.TrimSpace(m[2])}
	}
	return input{rest: line}
}
