// Package guard checks what a tutor is about to say against the reply guard's eight rules, and
// repairs what can be repaired by rule.
//
// Goals: the text itself is judged, not only what the reply says of itself; precision first, as
// every message passes through; the wordings are data in templates/lexicon/guard, a file for each
// language; what is quoted or code carries no intent. Non-goals: rewriting (the tutor's), deciding
// (coach), sending, escaping for a platform (the adapters').
//
//	g, err := guard.New(templates)
//	if v := g.Check(reply, c); len(v) > 0 {
//		reply, ok = g.Repair(reply, c, v) // not ok: say something else
//	}
package guard

import (
	"fmt"
	"io/fs"

	"tack/coach"
	"tack/coach/tutor"
)

// The rules.
const (
	RuleCommands    = 1 // one command a message, with its four parts
	RuleQuestions   = 2 // one question a message in the diagnosis
	RuleGate        = 3 // no teaching before the route is confirmed
	RuleTerms       = 4 // a term is explained once, at its first use
	RulePreferences = 5 // confirmed preferences and the depth ceiling hold
	RuleClosed      = 6 // a closed option stays closed
	RuleEnd         = 7 // no goodbye and no "saved" outside a close-out
	RulePings       = 8 // nobody but the learner is addressed
)

// Context is where a reply would be said. The zero value is a message before any route.
type Context struct {
	Phase          coach.Phase // empty: no course yet; then rules 1 to 3 do not apply
	Locale         string
	Pace           coach.Pace
	CloseOut       bool     // the message belongs to a close-out
	Saved          bool     // the documents of that close-out are saved
	RouteConfirmed bool     // gate B
	Step           string   // of the coach's last message: a command of the same step needs no four parts again
	Terms          []string // explained and recorded
	Fresh          []string // new in this module and not recorded yet
	Preferences    []string // confirmed
	Depth          string   // the depth ceiling; empty: none is locked yet
	Closed         []string // closed options
	Learner        []string // how the learner may be addressed: "<@U1>", "<@!42>"
}

// Violation is a rule broken. What says how, for a log or for the tutor, without any text of the
// learner's or the reply's.
type Violation struct {
	Rule int
	Name string
	What string
}

// Guard is the rules with their words. It is never changed after New.
type Guard struct {
	shell shell
	langs map[string]*lang
	order []*lang
}

// New reads lexicon/guard: shell.yaml, and a file for each language.
func New(fsys fs.FS) (*Guard, error) {
	g := &Guard{langs: map[string]*lang{}}
	if err := g.load(fsys); err != nil {
		return nil, fmt.Errorf("words of the reply guard: %w", err)
	}
	return g, nil
}

// Check returns the violations of a reply, in the order of the rules; nil: there are none.
func (g *Guard) Check(r tutor.Reply, c Context) []Violation {
	var out []Violation
	for _, f := range g.check(r, c) {
		out = append(out, f.violation)
	}
	return out
}

// finding is a violation with where it stands, so that it can be taken out.
type finding struct {
	violation Violation
	cut       []span // pieces of the text without which the rule holds
	fatal     bool   // no cut helps
}

// check is Check with places.
func (g *Guard) check(r tutor.Reply, c Context) []finding {
	d := g.read(r.Text)
	var out []finding
	for _, rule := range [...]func(*doc, tutor.Reply, Context) []finding{
		g.commands, g.questions, g.gate, g.terms, g.preferences, g.closed, g.end, g.pings,
	} {
		out = append(out, rule(d, r, c)...)
	}
	return out
}

// found makes a finding.
func found(rule int, name string, cut []span, what string, args ...any) finding {
	return finding{violation: Violation{Rule: rule, Name: name, What: fmt.Sprintf(what, args...)}, cut: cut}
}
