package track

import (
	"slices"
	"strings"
	"unicode"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

// turn is one reply in the making.
type turn struct {
	*Tutor
	in    tutor.Input
	track *Track
	loc   string
	text  string // what the learner wrote, files included
	c     course.State
	r     tutor.Reply
	parts []paragraph
}

// data fills a text.
type data map[string]any

// newTurn copies the course, so that the caller's is never changed.
func (t *Tutor) newTurn(in tutor.Input, track *Track) *turn {
	u := &turn{Tutor: t, in: in, track: track, c: copied(in.Course), r: tutor.Reply{Asks: coach.AskNone}}
	u.loc = in.Locale
	if u.loc == "" || u.preference("language") != "" && u.c.Locale != "" {
		u.loc = u.c.Locale
	}
	texts := []string{in.Message.Text}
	for _, f := range in.Message.Files {
		texts = append(texts, f.Text)
	}
	u.text = strings.ToValidUTF8(clip(strings.Join(texts, "\n")), "�")
	return u
}

// The bytes of a long paste that are looked at: its beginning and its end.
const (
	keptHead = 8 << 10
	keptTail = 16 << 10
)

// clip cuts the middle out of a long text.
func clip(text string) string {
	if len(text) <= keptHead+keptTail {
		return text
	}
	return text[:keptHead] + "\n" + text[len(text)-keptTail:]
}

// copied gives a course that shares no slice with c.
func copied(c course.State) course.State {
	c.Diagnosis.LevelProof = slices.Clone(c.Diagnosis.LevelProof)
	c.Route.Modules = slices.Clone(c.Route.Modules)
	c.Modules, c.Points = slices.Clone(c.Modules), slices.Clone(c.Points)
	c.Preferences, c.Constraints = slices.Clone(c.Preferences), slices.Clone(c.Constraints)
	c.Environment, c.Files, c.Known = slices.Clone(c.Environment), slices.Clone(c.Files), slices.Clone(c.Known)
	c.Terms, c.Trace, c.Open = slices.Clone(c.Terms), slices.Clone(c.Trace), slices.Clone(c.Open)
	c.Own, c.Closed, c.Extra = slices.Clone(c.Own), slices.Clone(c.Closed), slices.Clone(c.Extra)
	c.Issue.Tried, c.Issue.Left = slices.Clone(c.Issue.Tried), slices.Clone(c.Issue.Left)
	c.Past = slices.Clone(c.Past)
	for i := range c.Past {
		c.Past[i].Tried, c.Past[i].Left = slices.Clone(c.Past[i].Tried), slices.Clone(c.Past[i].Left)
	}
	return c
}

// done closes the reply.
func (u *turn) done() tutor.Reply {
	u.r.Text = u.varied()
	u.r.Course = u.c
	return u.r
}

// add appends a paragraph; an empty one is left out.
func (u *turn) add(text string) {
	if text = strings.TrimSpace(text); text != "" {
		u.parts = append(u.parts, paragraph{text: text})
	}
}

// name is the topic's short name, spelled as the title spells it: "Redis" for redis.
func (u *turn) name() string {
	title, n := []rune(u.track.Title.In(u.loc)), len([]rune(u.track.Topic))
	if len(title) >= n && strings.EqualFold(string(title[:n]), u.track.Topic) {
		return string(title[:n])
	}
	return u.track.Topic
}

// say appends the paragraph of a key.
func (u *turn) say(key string, d data) {
	if text := strings.TrimSpace(u.words(key, d)); text != "" {
		u.parts = append(u.parts, paragraph{text, key, d})
	}
}

// words gives the text of a key.
func (u *turn) words(key string, d data) string { return u.voice.Say(u.loc, key, d) }

// asks sets what the message wants. question is empty where none is put.
func (u *turn) asks(ask coach.Ask, question string) {
	u.r.Asks, u.r.Question = ask, question
}

// is reports whether the turn is of one of the kinds.
func (u *turn) is(kinds ...coach.Kind) bool { return slices.Contains(kinds, u.in.Reading.Kind) }

// todo locks the single to-do; the one that it replaces is kept beside it.
func (u *turn) todo(text string) {
	if text != u.c.Todo.Text {
		u.c.Todo = course.Todo{Text: text, Was: u.c.Todo.Text}
	}
}

const (
	maxLine = 160 // runes of a learner's line kept in the course
	maxOpen = 30  // open questions kept; the oldest falls out
)

// note puts a line under the open questions, once.
func (u *turn) note(text string) {
	text = oneLine(text)
	if text == "" || slices.Contains(u.c.Open, text) {
		return
	}
	u.c.Open = append(u.c.Open, text)
	u.c.Open = u.c.Open[max(0, len(u.c.Open)-maxOpen):]
}

// oneLine makes a line of at most maxLine runes, without control and invisible characters.
func oneLine(text string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "�"))
	clean = strings.Join(strings.Fields(clean), " ")
	if r := []rune(clean); len(r) > maxLine {
		return string(r[:maxLine-1]) + "…"
	}
	return clean
}
