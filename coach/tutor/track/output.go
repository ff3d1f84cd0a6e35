package track

import (
	"regexp"
	"strings"

	"tack/coach"
	"tack/coach/course"
)

// takeOutput takes a turn while the output of a command is waited for.
func (u *turn) takeOutput() {
	c := u.command()
	if c == nil {
		u.onwards(false)
		return
	}
	output := shown(u.text, c.Run)
	success, fault := u.track.success(c, output), u.faultIn(c, output)
	switch {
	case success.line >= 0 && (fault == nil || success.line >= u.track.faultLine(fault, output)):
		u.succeed(c, success)
	case u.solved():
		u.requestAgain("solved_next", c)
	case fault == nil && u.takeSilence(c):
	case u.is(coach.KindQuestion):
		u.askedAtWork(c)
	case fault == nil && u.in.Reading.StillSame && u.hasIssue():
		u.direct("")
	case fault != nil || u.is(coach.KindError):
		u.takeError(fault)
	case u.lost():
		u.explainStep(c)
	case u.is(coach.KindEvidence) && !u.prose():
		u.unmatched(c)
	default:
		u.withoutOutput(c)
	}
}

func (u *turn) requestAgain(key string, c *Command) { u.requestWith(key, c, data{"Run": c.Run}) }

// requestWith asks for the output of the step's command.
func (u *turn) requestWith(key string, c *Command, d data) {
	u.say(key, d)
	u.r.Commands = []string{c.Run}
	u.asks(coach.AskAction, "")
}

// ansi is a terminal's colour or cursor sequence.
var ansi = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// prompt is what a shell or client puts before a command.
var prompt = regexp.MustCompile(`^\s*(?:\([^)]*\)\s*)?[^\s$#%>❯]*(?:\s?[^\s$#%>❯]+)?\s?[$#%>❯]\s+`)

// isEcho reports whether a line is the command itself, behind a prompt or bare.
func isEcho(line, run string) bool {
	run = strings.TrimSpace(run)
	return strings.HasSuffix(strings.TrimSpace(line), run) && strings.TrimSpace(prompt.ReplaceAllString(line, "")) == run
}

// shown takes out of a paste what the program did not print: colours, fences, the command itself.
func shown(text, run string) string {
	var kept []string
	for _, line := range strings.Split(ansi.ReplaceAllString(text, ""), "\n") {
		line = strings.TrimRight(line, "\r")
		if isEcho(line, run) || strings.HasPrefix(strings.TrimSpace(line), "```") {
			continue
		}
		if n := len(line); n > 2 && line[0] == '`' && line[n-1] == '`' {
			line = line[1 : n-1]
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// lineEnd finds the blanks at the ends of lines.
var lineEnd = regexp.MustCompile(`(?m)[ \t]+$`)

// sighting is a success seen in an output. line is -1 where there is none.
type sighting struct {
	line  int
	text  string        // what the program printed of the line
	facts []course.Fact // of named groups
}

// quoted is the text as it stands in a code span.
func (s sighting) quoted() string { return strings.ReplaceAll(s.text, "`", "'") }

// success finds the last successful output. Blanks that pasting left at the ends of lines do not count.
func (t *Track) success(c *Command, output string) sighting {
	re := t.patterns[successFlags+c.Success]
	if re == nil {
		return sighting{line: -1}
	}
	all := re.FindAllStringSubmatchIndex(output, -1)
	if len(all) == 0 {
		output = lineEnd.ReplaceAllString(output, "")
		all = re.FindAllStringSubmatchIndex(output, -1)
	}
	if len(all) == 0 {
		return sighting{line: -1}
	}
	m := all[len(all)-1]
	s := sighting{line: strings.Count(output[:m[0]], "\n"), text: lineAt(output, m[0], m[1])}
	for i, name := range re.SubexpNames() {
		if name != "" && m[2*i] >= 0 {
			s.facts = append(s.facts, course.Fact{Name: name, Value: oneLine(output[m[2*i]:m[2*i+1]])})
		}
	}
	return s
}

// lineAt is what a program printed of the line that holds the match [i, end), or of the next one with
// anything in it.
func lineAt(text string, i, end int) string {
	from := strings.LastIndexByte(text[:i], '\n') + 1
	rest := strings.TrimLeft(text[from:], "\n")
	from = len(text) - len(rest)
	line, _, _ := strings.Cut(rest, "\n")
	return quoted(line, i-from, end-from)
}

// faultLine is the line in which an error is seen last; -1: it is not.
func (t *Track) faultLine(f *Fault, output string) int {
	line := -1
	for _, expr := range f.Match {
		re := t.patterns[faultFlags+expr]
		if re == nil {
			continue
		}
		if all := re.FindAllStringIndex(output, -1); len(all) > 0 {
			line = max(line, strings.Count(output[:all[len(all)-1][0]], "\n"))
		}
	}
	return line
}

// succeed says what was seen and goes on to the next item.
func (u *turn) succeed(c *Command, seen sighting) {
	u.say("success", data{"Seen": seen.quoted()})
	u.passed(c, seen)
}

// passed records what a command that succeeded did and showed, and goes on to the next item.
func (u *turn) passed(c *Command, seen sighting) {
	u.r.Advanced = true
	u.outlived()
	run := asRun(u.text, c.Run)
	if !c.Trace.Empty() {
		u.c.Trace = append(u.c.Trace, course.Trace{
			Module: u.c.Position.Module, Command: run,
			Effect: c.Trace.In(u.loc), Undone: c.Undone.In(u.loc), At: u.in.Now,
		})
	}
	u.facts(c, run, seen)
	u.onwards(u.endsWork())
}

// endsWork reports whether the command at the position is the last one of its module's steps
// before the interview: there a go-ahead is asked for.
func (u *turn) endsWork() bool {
	m, ok := u.module()
	return ok && u.c.Position.Step == "verify" && u.c.Position.Index == len(m.Verify)-1
}

// facts records what an output says of the environment: its named groups, else in the setup the
// line seen.
func (u *turn) facts(c *Command, run string, seen sighting) {
	facts := seen.facts
	if len(facts) == 0 && seen.text != "" && u.c.Position.Module == setupID {
		facts = []course.Fact{{Name: c.Title.In(u.loc), Value: seen.text}}
	}
	for _, f := range facts {
		f.From = run
		u.setFact(f)
	}
}

func (u *turn) setFact(f course.Fact) {
	for i := range u.c.Environment {
		if u.c.Environment[i].Name == f.Name {
			u.c.Environment[i] = f
			return
		}
	}
	u.c.Environment = append(u.c.Environment, f)
}

// asRun is the command as the learner ran it, when the paste shows it behind a prompt; else run.
func asRun(text, run string) string {
	want := strings.Fields(run)
	if len(want) == 0 {
		return run
	}
	for _, line := range strings.Split(text, "\n") {
		if !strings.Contains(line, want[0]) {
			continue
		}
		bare := prompt.ReplaceAllString(line, "")
		words := strings.Fields(strings.TrimPrefix(bare, "sudo "))
		if bare != line && len(words) > 0 && words[0] == want[0] {
			return oneLine(bare)
		}
	}
	return run
}

// unmatched takes output that shows neither success nor a known error. What follows a direction
// is the output of another command: the step's own is asked for. The second time in a row the
// next direction is given.
func (u *turn) unmatched(c *Command) {
	if u.c.Position.Tries == 0 && u.hasIssue() {
		u.found(c)
		return
	}
	u.failing("unmatched", c)
}

// found takes what a direction showed, where nothing in it is known. What differs is to be repaired, and
// the step's command tells whether it helped; in a log there is nothing to repair, so the next side is looked at.
func (u *turn) found(c *Command) {
	if u.looksAtText() {
		u.say("symptom_read", nil)
		u.direct("")
		return
	}
	u.c.Position.Tries++
	u.requestAgain("after_direction", c)
}

// looksAtText reports whether the last direction asks for an error text or a log, and for no command's output.
func (u *turn) looksAtText() bool {
	n := len(u.c.Issue.Tried)
	return n > 0 && u.c.Issue.Tried[n-1].Dimension == coach.DimSymptom && u.lastDirection().Run == ""
}

// lastLine is the last line of a paste with anything in it.
func lastLine(text string) string {
	lines := lines(text)
	for i := len(lines) - 1; i >= 0; i-- {
		if !strings.HasPrefix(lines[i], "```") {
			return oneLine(lines[i])
		}
	}
	return ""
}
