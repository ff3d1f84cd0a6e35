package track

import (
	"slices"
	"strings"
	"unicode"

	"tack/coach"
)

// change makes the change to the draft that the learner asks for and shows the whole draft again,
// or says why it cannot be done. false: no change is asked for.
func (u *turn) change() bool {
	if u.newAim("goal") || u.newAim("deliverable") {
		return true
	}
	named, at := u.named(u.text)
	switch u.nearest(at, "hear_keep_only", "hear_add", "hear_leave_out", "hear_before") {
	case "hear_keep_only":
		u.keep(named)
	case "hear_add":
		u.keep(append(slices.Clone(u.c.Route.Modules), named...))
	case "hear_leave_out":
		u.leaveOut(named)
	case "hear_before":
		u.moveUp(named)
	default:
		if !u.hears("hear_less", u.text) {
			return u.newTime() || u.newThing()
		}
		u.shorten()
	}
	return true
}

// nearest is the key with the phrase nearest to the first module named; at below 0: none is named.
func (u *turn) nearest(at int, keys ...string) string {
	best, least := "", 0
	for _, key := range keys {
		if d, ok := u.near(key, u.text, at); at >= 0 && ok && (best == "" || d < least) {
			best, least = key, d
		}
	}
	return best
}

// newTime takes another time budget.
func (u *turn) newTime() bool {
	said, ok := u.finds("find_time", u.text)
	if !ok || u.is(coach.KindConfirm, coach.KindQuestion) {
		return false
	}
	u.c.Diagnosis.Time = oneLine(said)
	u.redraft("route_time", data{"Time": u.c.Diagnosis.Time})
	return true
}

// newAim takes another goal or deliverable that is named as one.
func (u *turn) newAim(dim string) bool {
	said, ok := u.finds("find_change_"+dim, u.text)
	if !ok || u.is(coach.KindConfirm, coach.KindQuestion) {
		return false
	}
	u.setAim(dim, said)
	return true
}

// newThing takes the name of a thing, said in place of a change, for the deliverable.
func (u *turn) newThing() bool {
	said, ok := u.finds("find_thing", u.text)
	if !ok || !u.is(coach.KindAnswer, coach.KindChat, coach.KindCorrection) || u.mentions("hear_no_thing", u.text) {
		return false
	}
	u.setAim("deliverable", said)
	return true
}

func (u *turn) setAim(dim, said string) {
	if said = oneLine(said); dim == "goal" {
		u.c.Diagnosis.Goal = said
	} else {
		u.c.Diagnosis.Deliverable = said
	}
	u.redraft("route_aim", data{"What": u.words("dimension_"+dim, nil), "Said": bare(said)})
}

func (u *turn) redraft(key string, d data) {
	u.say(key, d)
	u.draft()
}

// refuse says why a change cannot be made and waits for the answer to the draft.
func (u *turn) refuse(key string, d data) {
	u.say(key, d)
	u.askRoute()
}

// leaveOut takes modules off, unless one that stays builds on them.
func (u *turn) leaveOut(ids []string) {
	var rest []string
	for _, id := range u.c.Route.Modules {
		if !slices.Contains(ids, id) {
			rest = append(rest, id)
		}
	}
	if len(rest) == len(u.c.Route.Modules) {
		u.refuse("route_not_there", data{"Modules": strings.Join(ids, u.words("list_comma", nil))})
		return
	}
	if len(rest) == 0 {
		u.refuse("route_nothing_left", nil)
		return
	}
	for _, id := range rest {
		m, _ := u.track.module(id)
		for _, need := range m.Requires {
			if slices.Contains(ids, need) {
				u.refuse("route_builds_on", data{"Module": id, "Needs": need})
				return
			}
		}
	}
	u.c.Route.Modules = rest
	u.redraft("route_left_out", data{"Modules": strings.Join(ids, u.words("list_comma", nil))})
}

// keep makes the route of these modules and all that they build on, in the track's order.
func (u *turn) keep(ids []string) {
	want := map[string]bool{}
	for _, id := range ids {
		want[id] = true
	}
	for i := len(u.track.Modules) - 1; i >= 0; i-- {
		if m := &u.track.Modules[i]; want[m.ID] {
			for _, need := range m.Requires {
				want[need] = true
			}
		}
	}
	var route []string
	for i := range u.track.Modules {
		if id := u.track.Modules[i].ID; want[id] {
			route = append(route, id)
		}
	}
	u.c.Route.Modules = route
	u.redraft("route_kept", data{"Modules": strings.Join(route, u.words("list_comma", nil))})
}

// moveUp puts the first named module before the second, or as early as it can stand.
func (u *turn) moveUp(ids []string) {
	route := slices.Clone(u.c.Route.Modules)
	from := slices.Index(route, ids[0])
	if from < 0 {
		u.refuse("route_not_there", data{"Modules": ids[0]})
		return
	}
	earliest := 0
	m, _ := u.track.module(ids[0])
	for _, need := range m.Requires {
		earliest = max(earliest, slices.Index(route, need)+1)
	}
	to := earliest
	if len(ids) > 1 {
		to = slices.Index(route, ids[1])
	}
	if to < earliest || to >= from {
		u.refuse("route_order", data{"Module": ids[0], "Needs": strings.Join(m.Requires, u.words("list_comma", nil))})
		return
	}
	route = slices.Insert(slices.Delete(route, from, from+1), to, ids[0])
	u.c.Route.Modules = route
	u.redraft("route_moved", data{"Module": ids[0]})
}

// shorten takes off the last module: nothing can build on it.
func (u *turn) shorten() {
	n := len(u.c.Route.Modules)
	if n < 2 {
		u.refuse("route_nothing_left", nil)
		return
	}
	u.leaveOut([]string{u.c.Route.Modules[n-1]})
}

// named gives the modules that text names, by id, by a word of the title or by a term, in the order
// in which text names them, and where the first stands; -1: none.
func (u *turn) named(text string) (ids []string, first int) {
	var clauses []string
	for _, clause := range strings.FieldsFunc(text, parting) {
		clauses = append(clauses, fold(clause))
	}
	folded := strings.Join(clauses, "\n")
	places := map[string]int{}
	for i := range u.track.Modules {
		m := &u.track.Modules[i]
		for _, name := range names(m) {
			at := find(folded, name)
			if seen, ok := places[m.ID]; at >= 0 && (!ok || at < seen) {
				places[m.ID] = at
			}
		}
	}
	ids = sortedKeys(places)
	slices.SortStableFunc(ids, func(a, b string) int { return places[a] - places[b] })
	if len(ids) == 0 {
		return nil, -1
	}
	return ids, places[ids[0]]
}

// names are the folded words by which a module can be called: its id, the longer words of its
// titles, its terms.
func names(m *Module) []string {
	list := []string{fold(m.ID)}
	for _, title := range m.Title {
		for _, part := range strings.FieldsFunc(title, parts) {
			if f := fold(part); len([]rune(f)) > 4 || f != "" && wide(firstRune(f)) && len([]rune(f)) > 1 {
				list = append(list, f)
			}
		}
	}
	for _, t := range m.Terms {
		for _, name := range append([]string{t.Term}, t.Aliases...) {
			list = append(list, fold(name))
		}
	}
	return list
}

// parts tells the characters between the parts of a title.
func parts(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsPunct(r) || strings.ContainsRune("与和的及或", r)
}
