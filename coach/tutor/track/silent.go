package track

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// silence is what a paste shows that holds commands and no output at all. The zero value: it is no
// such paste.
type silence struct {
	ran  bool   // commands were run and printed nothing
	last string // the last of them, without its prompt
}

// is reports whether the last command that printed nothing is this one; quotes do not count.
func (s silence) is(run string) bool { return s.ran && run != "" && fold(s.last) == fold(run) }

// quietPrograms print nothing when all went well.
var quietPrograms = []string{"cd", "mkdir", "export", "touch", "rm", "cp", "mv", "git add"}

// quiet reports whether the last command prints nothing when all went well; one that is asked to talk does.
func (s silence) quiet() bool {
	words := strings.Fields(strings.TrimPrefix(s.last, "sudo "))
	talks := func(word string) bool { return word == "-v" || word == "-pv" || word == "--verbose" }
	if len(words) == 0 || slices.ContainsFunc(words, talks) || strings.ContainsAny(s.last, "|;&") {
		return false
	}
	return slices.Contains(quietPrograms, words[0]) || slices.Contains(quietPrograms, strings.Join(words[:min(2, len(words))], " "))
}

// nextPrompt is a line that holds a prompt alone, or the line that some shells put above it.
var nextPrompt = regexp.MustCompile(`^(?:\S*(?:\s\S+)?\s?[$#%>❯]|\S+@\S+ (?:MINGW|MSYS|UCRT|CLANG)\S* .*)$`)

// silenceIn finds a paste of commands without output. run is the command that the step asks for.
func (t *Track) silenceIn(text, run string) silence {
	var s silence
	for _, line := range lines(ansi.ReplaceAllString(text, "")) {
		if strings.HasPrefix(line, "```") || nextPrompt.MatchString(line) {
			continue
		}
		command := strings.Trim(prompt.ReplaceAllString(line, ""), "` ")
		typed := command != line && t.callsProgram(command, run)
		if !typed && fold(command) != fold(run) {
			return silence{}
		}
		s = silence{ran: true, last: command}
	}
	return s
}

// shellWords are the programs that a learner runs beside those of the track, most of them silent.
var shellWords = []string{"sudo", "cd", "mkdir", "export", "touch", "rm", "cp", "mv", "ps", "grep", "ls", "env", "printf", "echo"}

// callsProgram tells a line behind something like a prompt that is a command.
func (t *Track) callsProgram(line, run string) bool {
	words, own := strings.Fields(line), strings.Fields(run)
	return len(words) > 0 && (len(own) > 0 && words[0] == own[0] || slices.Contains(t.Needs, words[0]) || slices.Contains(shellWords, words[0]))
}

// maxTold is how long words about an output may be: runes.
const maxTold = 80

// tellsSilence reports whether the learner says that the command printed nothing.
func (u *turn) tellsSilence() bool {
	return utf8.RuneCountInString(u.text) <= maxTold && len(lines(u.text)) == 1 && u.hears("hear_silent", u.text)
}

// takeSilence takes the news that commands printed nothing; false: there is no such news. For the
// step's own command that may be an error that the track knows: its pattern is the bare command.
// After a direction it is what the direction's command found.
func (u *turn) takeSilence(c *Command) bool {
	s := u.track.silenceIn(u.text, c.Run)
	told := !s.ran && u.tellsSilence()
	d := u.lastDirection()
	switch {
	case s.is(c.Run), told && d.Run == "":
		u.ownSilence(c)
	case told, s.is(d.Run):
		u.c.Position.Tries++
		u.requestWith("silent_direction", c, data{"Run": c.Run, "Ran": d.Run})
	case s.ran && s.quiet():
		u.requestAgain("silent_other", c)
	case s.ran:
		u.requestWith("silent_unknown", c, data{"Run": c.Run, "Ran": code(oneLine(s.last))})
	default:
		return false
	}
	return true
}

// ownSilence takes the step's command having printed nothing.
func (u *turn) ownSilence(c *Command) {
	if c.Quiet {
		u.say("success_silent", nil)
		u.passed(c, sighting{})
		return
	}
	if f := u.faultIn(c, "$ "+c.Run); f != nil {
		u.takeError(f)
		return
	}
	u.failing("silent", c)
}

// failing is the answer to what is no success and no known error: what the step itself says to do
// comes first, and only then the general directions.
func (u *turn) failing(key string, c *Command) {
	if u.c.Position.Tries > 0 {
		if !u.hasIssue() {
			u.openIssue("", lastLine(u.text))
		}
		u.say("unmatched_again", nil)
		u.direct("")
		return
	}
	u.c.Position.Tries++
	u.requestWith(key, c, data{"Run": c.Run, "Expect": c.Expect.In(u.loc), "Fails": c.Fails.In(u.loc)})
}

// lastDirection is the direction given last on the problem in hand; zero: none was given, or it is
// no longer in the track.
func (u *turn) lastDirection() Direction {
	n := len(u.c.Issue.Tried)
	if n == 0 {
		return Direction{}
	}
	for _, d := range u.fitting() {
		if d.Dimension == u.c.Issue.Tried[n-1].Dimension {
			return d
		}
	}
	return Direction{}
}
