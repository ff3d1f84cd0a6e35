package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tack/coach/guard"
	"tack/coach/tutor"
)

// What is wrong with a model's second answer: errUnfit, it cannot be said either; errGarbled, it cannot
// even be read, as if the model was not there.
var (
	errUnfit   = errors.New("the answer breaks a rule and cannot be repaired")
	errGarbled = errors.New("the answer cannot be read")
)

// maxAnswerTokens bounds an answer: a message of a few hundred words with its fields. A route is the longest.
const maxAnswerTokens = 2000

// ask has the model answer a scene. settle takes an answer into the turn: whatever the answer says, it
// keeps the rules, and it names what it had to leave out. For a serious fault the model is asked once
// more, with the faults named, on the turn as it was; the second answer is taken as far as the rules
// let it. A request to look back is answered once, by another prompt.
func (u *turn) ask(scene string, settle func(*turn, answer) []fault) error {
	before := u.copy()
	p := prompting{scene: scene}
	for try := 1; ; try++ {
		a, faults, err := u.complete(&p)
		if err != nil {
			return err
		}
		if found := u.lookBack(a, p); found != "" {
			p.recalled = found
			before.r.Recalls = true
			*u = *before.copy()
			try--
			continue
		}
		if !has(faults, "json") {
			faults = append(faults, settle(u, a)...)
			faults = append(faults, u.guarded()...)
		}
		u.watch(faults)
		if !serious(faults) {
			return nil
		}
		if try == 2 {
			return u.repaired(faults, before)
		}
		*u = *before.copy()
		p.faults = faults
	}
}

// complete asks the model once.
func (u *turn) complete(p *prompting) (answer, []fault, error) {
	request := u.request(*p)
	got, err := u.Chat.Complete(u.ctx, request)
	if errors.Is(err, ErrTooLong) && !p.short {
		p.short = true
		return u.complete(p)
	}
	if errors.Is(err, ErrLong) {
		return answer{}, []fault{again("json", "the answer was cut because it was too long: text has at most a few hundred words")}, nil
	}
	if err != nil {
		return answer{}, nil, fmt.Errorf("ask the model for %s: %w", p.scene, err)
	}
	a, faults := parse(got.Text, scenes[p.scene])
	return a, faults, nil
}

// lookBack answers a request for what was said earlier, once a turn; empty: there is none, or nothing
// to be found.
func (u *turn) lookBack(a answer, p prompting) string {
	if strings.TrimSpace(a.Recall) == "" || p.recalled != "" || u.in.Past == nil {
		return ""
	}
	list, err := u.in.Past.Find(u.ctx, oneLine(a.Recall), recalled)
	if err != nil || len(list) == 0 {
		return ""
	}
	return exchanges(list)
}

// recalled is how many exchanges a look back may bring.
const recalled = 3

func (u *turn) watch(faults []fault) {
	for _, f := range faults {
		u.Watch(f.name)
	}
}

func has(faults []fault, name string) bool {
	for _, f := range faults {
		if f.name == name {
			return true
		}
	}
	return false
}

// guarded holds the reply as it stands to the reply guard, and to what only this tutor can break.
func (u *turn) guarded() []fault {
	var faults []fault
	r := u.r
	r.Text, r.Course = strings.Join(u.parts, "\n\n"), u.c
	for _, v := range u.Guard.Check(r, u.place()) {
		faults = append(faults, again("guard."+v.Name, v.What))
	}
	return append(faults, u.unfit(r.Text)...)
}

// place is where the reply would be said: as before the turn, unless the learner's own yes opened
// gate B in it.
func (u *turn) place() guard.Context {
	before := u.in.Course
	if u.agreed {
		before.Phase, before.Route = u.c.Phase, u.c.Route
	}
	c := guard.Context{
		Phase: before.Phase, Locale: u.loc, Pace: u.in.Pace, Step: u.in.Last.Step, RouteConfirmed: before.Route.Confirmed,
		Preferences: before.Preferences, Closed: before.Closed, Depth: before.Route.Depth,
	}
	for _, t := range before.Terms {
		c.Terms = append(c.Terms, t.Term)
	}
	return c
}

// repaired is repair on the turn, which is left as it was before where that is not possible.
func (u *turn) repaired(faults []fault, before *turn) error {
	err := u.repair(faults)
	if err != nil {
		*u = *before
	}
	return err
}

// fatal are the faults that no cut repairs: the text is not to be said at all.
var fatal = []string{"secret", "prompt", "claim", "saves", "stops", "language", "unfit", "direction.method", "direction.again"}

// repair makes of the second answer what the rules allow, by cuts; what is then left may be said.
func (u *turn) repair(faults []fault) error {
	if has(faults, "json") {
		return errGarbled
	}
	for _, f := range faults {
		if f.again && (slices.Contains(fatal, f.name) || strings.HasPrefix(f.name, "route.")) {
			return errUnfit
		}
	}
	r := u.done()
	where := u.place()
	violations := u.Guard.Check(r, where)
	if len(violations) > 0 {
		repaired, ok := u.Guard.Repair(r, where, violations)
		if !ok {
			return errUnfit
		}
		r = repaired
	}
	if has(faults, "name") {
		r.Text = uncalled(r.Text)
	}
	u.take(r)
	return nil
}

// take makes a repaired reply the turn's.
func (u *turn) take(r tutor.Reply) {
	u.r, u.c, u.parts = r, r.Course, []string{r.Text}
}
