package guard

import (
	"strings"

	"tack/coach"
	"tack/coach/tutor"
)

// asked is a command that the text tells the learner to run.
type asked struct {
	text string
	cut  span
}

// maxSteps is how many commands one message may carry.
func maxSteps(p coach.Pace) int {
	if p == coach.PaceContinuous {
		return 3
	}
	return 1
}

// commands is rule 1.
func (g *Guard) commands(d *doc, r tutor.Reply, c Context) []finding {
	if c.Phase != coach.PhaseSetup && c.Phase != coach.PhaseModule {
		return nil
	}
	list := g.asked(d, r)
	kept, extra := keep(list, r.Commands, maxSteps(c.Pace))
	if n := len(kept) + len(extra); len(extra) > 0 {
		return []finding{found(RuleCommands, "commands.many", cuts(list, kept), "%d commands, at most %d", n, maxSteps(c.Pace))}
	}
	if len(kept) == 0 || !g.newStep(r, c) {
		return nil
	}
	if lacks := g.lacks(d); len(lacks) > 0 {
		f := found(RuleCommands, "commands.parts", nil, "the command comes without: %s", strings.Join(lacks, ", "))
		f.fatal = true
		return []finding{f}
	}
	return nil
}

// newStep reports whether the reply gives a step that the last message did not give; directions in
// trouble and reminders need no four parts.
func (g *Guard) newStep(r tutor.Reply, c Context) bool {
	return r.Asks == coach.AskAction && len(r.Directions) == 0 && (r.Step == "" || r.Step != c.Step)
}

// keep splits the distinct commands, in the order of the text and then of the claim, into those
// that may stay and those too many.
func keep(list []asked, claimed []string, limit int) (kept, extra []string) {
	seen := map[string]bool{}
	add := func(s string) {
		k := sameCommand(s)
		if k == "" || seen[k] {
			return
		}
		seen[k] = true
		if len(kept) < limit {
			kept = append(kept, k)
		} else {
			extra = append(extra, k)
		}
	}
	for _, a := range list {
		add(a.text)
	}
	for _, s := range claimed {
		add(s)
	}
	return kept, extra
}

// cuts are the places of the commands that are not kept.
func cuts(list []asked, kept []string) []span {
	stay := map[string]bool{}
	for _, k := range kept {
		stay[k] = true
	}
	var out []span
	for _, a := range list {
		if !stay[sameCommand(a.text)] {
			out = append(out, a.cut)
		}
	}
	return out
}

// sameCommand makes two writings of one command equal.
func sameCommand(s string) string { return strings.Join(strings.Fields(s), " ") }

// asked lists the commands that the text tells to run, in its order.
func (g *Guard) asked(d *doc, r tutor.Reply) []asked {
	wants := r.Asks == coach.AskAction || len(r.Commands) > 0
	var out []asked
	next := 0
	for _, b := range d.blocks {
		for ; next <= b.lead; next++ {
			out = append(out, g.askedBeside(d, next)...)
		}
		if g.typed(d, b, wants) {
			out = append(out, g.blockCommands(b)...)
		}
	}
	for ; next < len(d.sentences); next++ {
		out = append(out, g.askedBeside(d, next)...)
	}
	return out
}

// askedBeside is askedIn, but what stands under a label beside a code block belongs to its parts:
// a command there is what would help, or what would show more.
func (g *Guard) askedBeside(d *doc, i int) []asked {
	if len(d.blocks) > 0 && d.sentences[i].label {
		return nil
	}
	return g.askedIn(d.sentences[i])
}

// typed reports whether a code block is for the learner to type: by its language, and by the words
// before it.
func (g *Guard) typed(d *doc, b block, wants bool) bool {
	if has(g.shell.Shows, b.lang) {
		return false
	}
	if b.lead >= 0 {
		s := d.sentences[b.lead]
		run := g.any(s, func(l *lang) family { return l.runBefore })
		shows := !has(g.shell.Fences, b.lang) && g.any(s, func(l *lang) family { return l.outputBefore })
		if !run && shows || g.any(s, func(l *lang) family { return l.notRun }) {
			return false
		}
		wants = wants || run
	}
	return wants
}

// askedIn lists the commands in code spans that the sentence tells to run.
func (g *Guard) askedIn(s sentence) []asked {
	if len(s.codes) == 0 || s.table {
		return nil
	}
	for _, l := range g.order {
		if at := l.runsAt(s); at >= 0 {
			return g.joined(s, at)
		}
	}
	return nil
}

// runsAt is the place of the code span in s.plain that the sentence tells to run; -1: none.
func (l *lang) runsAt(s sentence) int {
	if matchesAny(l.runs.unless, s.asked) {
		return -1
	}
	for _, re := range l.runs.yes {
		for _, loc := range re.FindAllStringIndex(s.plain, -1) {
			if !matchesAny(l.runs.after, before(s.plain, loc[0])) {
				return loc[1] - len(string(codeHole))
			}
		}
	}
	return -1
}

// joined lists the command at a place in s.plain and those joined to it by "then", "and". Cutting
// a later one takes the sentence from the end of the one before it.
func (g *Guard) joined(s sentence, at int) []asked {
	hole := len(string(codeHole))
	k := strings.Count(s.plain[:at], string(codeHole))
	rest := s.plain[at:]
	cut := s.span
	var out []asked
	for ; k < len(s.codes); k++ {
		if text, ok := g.command(s.codes[k].text); ok {
			out = append(out, asked{text, cut})
			cut = span{s.codes[k].to, s.to}
		}
		rest = rest[hole:]
		n := g.joinLen(rest)
		if n == 0 {
			break
		}
		rest = rest[n-hole:]
	}
	return out
}

// joinLen is the length of the joining words with their code span at the start of s; 0: none.
func (g *Guard) joinLen(s string) int {
	for _, l := range g.order {
		if loc := l.joins.FindStringIndex(s); loc != nil && loc[0] == 0 && loc[1] > 0 {
			return loc[1]
		}
	}
	return 0
}

// lacks names the parts that a command should come with and that the text does not have.
func (g *Guard) lacks(d *doc) []string {
	var out []string
	for _, part := range [...]struct {
		name string
		pick func(*lang) family
	}{
		{"what it does", func(l *lang) family { return l.does }},
		{"what the parts mean", func(l *lang) family { return l.parts }},
		{"what to expect", func(l *lang) family { return l.expects }},
		{"what to do if it fails", func(l *lang) family { return l.fails }},
	} {
		if !g.anywhere(d, part.pick) {
			out = append(out, part.name)
		}
	}
	return out
}

func (g *Guard) anywhere(d *doc, pick func(*lang) family) bool {
	for _, s := range d.sentences {
		if g.any(s, pick) {
			return true
		}
	}
	return false
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s && s != "" {
			return true
		}
	}
	return false
}
