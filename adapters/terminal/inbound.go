package terminal

import (
	"regexp"
	"strings"
)

// input is one line as typed: a command, or a message when command is empty.
type input struct {
	command string // without the slash, in small letters
	rest    string // what follows it, or the message
}

// command is a slash and a word; "/etc/redis.conf: no such file" is a message. Of several lines only
// an edit is a command: any other was pasted.
var command = regexp.MustCompile(`^/(?:([A-Za-z]+|\p{Han}+)(?:[ \t　]+(.*))?|((?i:edit)|修改|编辑)\s+(?s:(.*)))$`)

// parse reads a line. A message that must begin like a command begins with a blank.
func parse(line string) input {
	line = strings.TrimRight(line, "\r\n")
	if m := command.FindStringSubmatch(strings.TrimRight(line, " \t")); m != nil {
		return input{command: strings.ToLower(m[1] + m[3]), rest: strings.TrimSpace(m[2] + m[4])}
	}
	return input{rest: line}
}
