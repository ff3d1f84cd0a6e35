package track

import (
	"slices"
	"strings"

	"tack/coach/course"
	"tack/coach/tutor"
)

// Translate returns a course that goes on in another language: the learner's preferences, and the names of
// what the track teaches, are said in it. What was said or shown by anybody stays as it was.
func (t *Tutor) Translate(c course.State, locale string) course.State {
	track, ok := t.lib.Topic(c.Topic)
	c.Locale = locale
	u := t.newTurn(tutor.Input{Course: c, Locale: locale}, track)
	u.loc = locale
	u.translatePreferences()
	if !ok || !u.ofTrack() {
		return u.c
	}
	open := u.todoOfTrack()
	u.translateNames()
	if u.c.Route.Rhythm != "" {
		u.c.Route.Rhythm = u.rhythm()
	}
	if open {
		u.c.Todo = course.Todo{}
		u.lockSomething()
	}
	return u.c
}

// translatePreferences says the preferences anew; the language is the new one.
func (u *turn) translatePreferences() {
	values := map[string][]string{"language": {"en", "zh"}, "order": {"examples", "theory"}, "pace": {"step", "continuous"}}
	for _, dim := range preferences {
		for _, value := range values[dim] {
			if !u.prefers(dim, value) {
				continue
			}
			if dim == "language" {
				value = u.tag()
			}
			u.preferInstead(dim, value)
			break
		}
	}
	if u.c.Diagnosis.Preferences != "" {
		u.summarizePreferences()
	}
}

// preferInstead puts a preference in the place of the one on the same matter.
func (u *turn) preferInstead(dim, value string) {
	said := u.words("label_"+dim, nil) + ": " + u.words("value_"+dim+"_"+value, nil)
	for i, p := range u.c.Preferences {
		for _, tag := range u.voice.Languages() {
			if strings.HasPrefix(p, u.voice.Say(tag, "label_"+dim, nil)+":") {
				u.c.Preferences[i] = said
				return
			}
		}
	}
}

// ofTrack reports whether the course's route is one of the track.
func (u *turn) ofTrack() bool {
	return !slices.ContainsFunc(u.c.Route.Modules, func(id string) bool {
		_, ok := u.track.module(id)
		return !ok
	})
}

// translateNames says the names of the topic, its modules and its points anew, where they are the track's.
func (u *turn) translateNames() {
	again := func(was string, text Text) string {
		for _, said := range text {
			if said == was {
				return text.In(u.loc)
			}
		}
		return was
	}
	u.c.Title = again(u.c.Title, u.track.Title)
	u.c.Stack = again(u.c.Stack, u.track.Stack)
	u.c.Diagnosis.Deliverable = again(u.c.Diagnosis.Deliverable, u.track.Result)
	for i, p := range u.c.Modules {
		title := u.track.Setup.Title
		if m, ok := u.track.module(p.ID); ok {
			title = m.Title
		}
		u.c.Modules[i].Title = again(p.Title, title)
	}
	titles := map[string]Text{}
	for i := range u.track.Modules {
		for _, p := range u.track.Modules[i].points() {
			titles[p.ID] = p.Title
		}
	}
	for i, p := range u.c.Points {
		u.c.Points[i].Title = again(p.Title, titles[p.ID])
	}
}

// todoOfTrack reports whether the to-do is, in any language, the one that the position gives.
func (u *turn) todoOfTrack() bool {
	for _, tag := range u.voice.Languages() {
		v := *u
		v.loc, v.c.Todo = tag, course.Todo{}
		if v.lockSomething(); v.c.Todo.Text == u.c.Todo.Text {
			return true
		}
	}
	return false
}

// rhythm is the line about the time that the route takes.
func (u *turn) rhythm() string {
	days := 0.0
	for _, id := range u.c.Route.Modules {
		m, _ := u.track.module(id)
		days += m.Days
	}
	return u.words("rhythm", data{"Days": number(days), "Time": bare(u.c.Diagnosis.Time)})
}
