package model

import (
	"hash/fnv"
	"strings"

	"tack/coach"
	"tack/coach/tutor"
)

// prompting is what one prompt is made for.
type prompting struct {
	scene    string
	faults   []fault // of the answer before
	recalled string  // what a look back brought
	short    bool    // half the budget: the last one was too long for the model
}

// instruct fills the instructions of a scene.
type instruct struct {
	Method string // of a break-out: the dimension in which to look; empty outside one
	Pace   string // "continuous", else one step a message
	First  bool   // the module or the setup begins with this message
}

// shown fills the frame of what a prompt shows: all of it fenced.
type shown struct {
	Course, Issue, Recalled, History, Turn string
	Faults                                 []string // what was wrong with the last answer
	Reaction                               bool     // the turn is a go-ahead by a reaction
	Kind                                   string   // of the turn, as it was read
}

// The shares of a prompt in percent of its budget. Instructions and schema are as long as they are;
// the history has what is left, at most the last few exchanges, so that a prompt is as large at
// turn 500 as at turn 5.
const (
	shareCourse   = 25
	shareIssue    = 8
	shareTurn     = 25
	shareRecalled = 10
	kept          = 4   // exchanges
	perSide       = 180 // tokens of one side of an exchange
	perMessage    = 4   // tokens that a message takes beside its text
)

// request makes the prompt of a scene.
func (u *turn) request(p prompting) Request {
	budget := u.Budget
	if p.short {
		budget /= 2
	}
	schema := schemaOf(p.scene)
	system := u.Prompts.say(u.loc, "base", instruct{}) + "\n\n" + u.Prompts.say(u.loc, p.scene, u.instruct())
	r := Request{
		Scene: p.scene, Schema: schema, MaxTokens: maxAnswerTokens, Learner: u.in.Learner, Channel: u.in.Channel,
		Messages: []Message{
			{RoleSystem, system},
			{RoleUser, u.Prompts.say(u.loc, "turn", u.show(p, budget, Tokens(system)+Tokens(string(schema))))},
		},
	}
	r.Estimate = estimate(r)
	if p.scene == "route" {
		r.Seed = seed(u.routeBrief())
	}
	return r
}

// show is what a prompt of a budget shows, of which the instructions and the schema have taken their part.
// A route follows from the diagnosis alone.
func (u *turn) show(p prompting, budget, taken int) shown {
	var s shown
	for _, f := range p.faults {
		s.Faults = append(s.Faults, f.what)
	}
	if p.scene == "route" {
		s.Course = fence("course", fit(u.routeBrief(), budget*shareCourse/100))
		return s
	}
	s.Course = fence("course", fit(u.extract(), budget*shareCourse/100))
	s.Issue = fence("issue", fit(u.issue(), budget*shareIssue/100))
	s.Recalled = fence("earlier", fit(p.recalled, budget*shareRecalled/100))
	s.Turn = fence("turn", fit(u.text, budget*shareTurn/100))
	s.Reaction, s.Kind = u.in.Go, string(u.in.Reading.Kind)
	room := func() int { return budget - taken - Tokens(u.Prompts.say(u.loc, "turn", s)) - 3*perMessage }
	if over := -room(); over > 0 { // half a budget is little beside the instructions
		s.Turn = fence("turn", fit(u.text, budget*shareTurn/100-over))
	}
	s.History = fence("history", u.history(room()-historyFrame))
	return s
}

// historyFrame is what the marks and the heading around the history take, in tokens.
const historyFrame = 60

func (u *turn) instruct() instruct {
	i := instruct{Pace: string(u.in.Pace), First: u.c.Position.Waiting == waitBegin}
	if u.in.Why == tutor.WhyBreakOut {
		i.Method = string(u.in.Method)
	}
	return i
}

// history is the last exchanges that fit into room tokens.
func (u *turn) history(room int) string {
	list := u.in.History[max(0, len(u.in.History)-kept):]
	for ; len(list) > 0; list = list[1:] {
		if text := exchanges(list); Tokens(text) <= room {
			return text
		}
	}
	return ""
}

// exchanges writes exchanges as they are shown in a prompt.
func exchanges(list []tutor.Exchange) string {
	var b strings.Builder
	for _, e := range list {
		if e.Learner != "" {
			b.WriteString("learner> " + fit(masked(e.Learner), perSide) + "\n")
		}
		if e.Coach != "" {
			b.WriteString("coach> " + fit(masked(e.Coach), perSide) + "\n")
		}
	}
	return b.String()
}

// seed follows from a text: the same is asked with the same seed. It is from 1 to 2³¹-1, which every
// endpoint takes.
func seed(text string) int {
	h := fnv.New64a()
	h.Write([]byte(text))
	return int(h.Sum64()%(1<<31-1)) + 1
}

// issue is the problem in hand with what was tried on it, and what was only suggested.
func (u *turn) issue() string {
	if !u.hasIssue() {
		return ""
	}
	lines := []string{"error: " + u.c.Issue.Excerpt}
	for _, t := range u.c.Issue.Done() {
		lines = append(lines, "tried "+string(t.Dimension)+": "+t.Text)
	}
	for _, t := range u.c.Issue.Suggested() {
		lines = append(lines, "suggested, not tried yet "+string(t.Dimension)+": "+t.Text)
	}
	return strings.Join(lines, "\n")
}

// hasIssue reports whether a problem is in hand.
func (u *turn) hasIssue() bool {
	return u.c.Issue.Excerpt != "" || len(u.c.Issue.Tried)+len(u.c.Issue.Left) > 0
}

// untried lists the dimensions not tried on the issue yet, the methods of a break-out left out.
func (u *turn) untried() []string {
	var list []string
	for _, d := range looks {
		if !u.hasTried(d) {
			list = append(list, string(d))
		}
	}
	return list
}

func (u *turn) hasTried(d coach.Dimension) bool {
	for _, t := range u.c.Issue.Tried {
		if t.Dimension == d {
			return true
		}
	}
	for _, t := range u.in.Tried {
		if t == d {
			return true
		}
	}
	return false
}
