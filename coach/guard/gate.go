package guard

import (
	"strings"

	"tack/coach"
	"tack/coach/tutor"
)

// gate is rule 3: before the learner has confirmed the route nothing is taught and no code given.
// A question of the diagnosis may show code or output.
func (g *Guard) gate(d *doc, r tutor.Reply, c Context) []finding {
	if c.RouteConfirmed || c.Phase == "" {
		return nil
	}
	var out []finding
	add := func(name, what string, args ...any) {
		f := found(RuleGate, name, nil, what, args...)
		f.fatal = true
		out = append(out, f)
	}
	if r.Teaches || len(r.Explains) > 0 {
		add("gate.teaching", "the reply says that it teaches")
	} else if n := g.taught(d); n > 0 {
		add("gate.teaching", "%d sentences teach", n)
	}
	if n := max(len(r.Commands), g.running(d)); n > 0 {
		add("gate.command", "%d commands to run", n)
	}
	if n := g.codeBlocks(d); n > 0 && !g.asksAbout(d, c) {
		add("gate.code", "%d code blocks", n)
	}
	return out
}

// running counts the commands that the prose tells to run; in a table or a list they are criteria of
// the route.
func (g *Guard) running(d *doc) int {
	n := 0
	for _, s := range d.sentences {
		if !s.bullet {
			n += len(g.askedIn(s))
		}
	}
	return n
}

// taught counts the sentences that teach; a table and a list of modules are a route.
func (g *Guard) taught(d *doc) int {
	n := 0
	for _, s := range d.sentences {
		if !s.table && !s.module && g.any(s, func(l *lang) family { return l.teaching }) {
			n++
		}
	}
	return n
}

// codeBlocks counts the blocks that hold code or commands.
func (g *Guard) codeBlocks(d *doc) int {
	n := 0
	for _, b := range d.blocks {
		if !has(g.shell.Shows, b.lang) && (b.lang != "" || len(g.blockCommands(b)) > 0 || looksLikeCode(b)) {
			n++
		}
	}
	return n
}

// looksLikeCode reports whether half the lines of a block end or begin like program code.
func looksLikeCode(b block) bool {
	n, all := 0, 0
	for _, l := range b.lines {
		s := strings.TrimSpace(l.text)
		if s == "" {
			continue
		}
		all++
		first, _, _ := strings.Cut(s, " ")
		if strings.ContainsAny(s[len(s)-1:], "{};:)") || strings.Contains(s, " = ") || strings.Contains("import from def func class package return const let var public SELECT CREATE INSERT", first) {
			n++
		}
	}
	return n > 0 && 2*n >= all
}

// asksAbout reports a question of the diagnosis that stands behind the code that it shows.
func (g *Guard) asksAbout(d *doc, c Context) bool {
	if c.Phase != coach.PhaseDiagnosis || len(d.blocks) != 1 {
		return false
	}
	for i, s := range d.sentences {
		if s.from >= d.blocks[0].to && g.puts(d, i) {
			return true
		}
	}
	return false
}
