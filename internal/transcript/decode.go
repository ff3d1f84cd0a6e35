package transcript

import (
	"errors"

	"tack/coach"
)

// decoders has a function for every type of line.
var decoders = map[string]func(*fields) Event{
	"session":  decodeSession,
	"coach":    decodeCoach,
	"learner":  decodeLearner,
	"other":    decodeOther,
	"reaction": decodeReaction,
	"edit":     decodeEdit,
	"delete":   decodeDelete,
	"store":    decodeStore,
	"tick":     func(*fields) Event { return Tick{} },
	"expect":   decodeExpect,
}

// The types in the order in which the format names them, for the error that lists them.
var typeNames = []string{
	"session", "coach", "learner", "other", "reaction", "edit", "delete", "store", "tick", "expect",
}

var (
	asks    = []coach.Ask{coach.AskAction, coach.AskQuestion, coach.AskYesNo, coach.AskStep, coach.AskConfirm, coach.AskNone}
	phases  = []coach.Phase{coach.PhaseDiagnosis, coach.PhaseNegotiation, coach.PhaseSetup, coach.PhaseModule}
	paces   = []coach.Pace{coach.PaceStepConfirm, coach.PaceContinuous}
	stages  = []coach.Stage{coach.StageSetup, coach.StageModule}
	locales = []string{"en", "zh"}
	ops     = []string{"add", "remove"}
)

// decode makes a Line of the members of its object; everything but Pos is set.
func decode(f *fields) (Line, error) {
	var l Line
	name := oneOf(f, "type", typeNames)
	if name == "" {
		f.fail("type", errMissing)
		return l, f.err
	}
	decodeEvent := decoders[name]
	if decodeEvent == nil || f.err != nil {
		return l, f.err
	}
	if name != "expect" {
		l.At, l.RawAt = f.time("at")
	}
	l.Event = decodeEvent(f)
	return l, f.done()
}

func decodeSession(f *fields) Event {
	s := Session{
		ID:            f.optionalName("id"),
		Topic:         f.text("topic"),
		Learner:       f.optionalName("learner"),
		Locale:        oneOf(f, "locale", locales),
		Platform:      f.text("platform"),
		Terms:         f.list("terms"),
		Pace:          oneOf(f, "pace", paces),
		Phase:         oneOf(f, "phase", phases),
		Prefs:         f.list("prefs"),
		ClosedOptions: f.list("closed_options"),
	}
	if n := f.number("threshold", 1); n != nil {
		s.Threshold = *n
	}
	return s
}

func decodeCoach(f *fields) Event {
	return Coach{
		ID:         f.name("id"),
		Text:       f.requiredText("text"),
		Asks:       oneOf(f, "asks", asks),
		Question:   f.key("question"),
		Directions: listOf(f, "directions", coach.Dimensions[:]),
		Step:       f.optionalName("step"),
		Advanced:   f.flag("advanced"),
		Explains:   f.list("explains"),
		Raises:     f.list("raises"),
		Deviates:   f.text("deviates"),
		Recalls:    f.flag("recalls"),
		Completes:  oneOf(f, "completes", stages),
		Phase:      oneOf(f, "phase", phases),
	}
}

func decodeLearner(f *fields) Event {
	l := Learner{
		ID:       f.name("id"),
		User:     f.optionalName("user"),
		Files:    decodeFiles(f),
		More:     f.flag("more"),
		Advanced: f.maybe("advanced"),
		Kind:     oneOf(f, "kind", coach.Kinds[:]),
		Errors:   f.keys("errors"),
		Question: f.key("question"),
		New:      f.maybe("new"),
		Resolved: f.maybe("resolved"),
		GoesOn:   f.maybe("goes_on"),
	}
	if l.Files == nil {
		l.Text = f.requiredText("text")
	} else {
		l.Text = f.text("text")
	}
	return l
}

// decodeFiles takes the files of a message; nil if there is no such field.
func decodeFiles(f *fields) []File {
	list, ok := value[[]rawObject](f, "files", "a list of objects with name and text")
	if !ok {
		return nil
	}
	out := make([]File, len(list))
	for i, raw := range list {
		g := object(raw)
		out[i] = File{Name: g.requiredText("name"), Text: g.text("text")}
		f.nested("files", g.done())
	}
	return out
}

// rawObject is a nested value that is looked at later.
type rawObject []byte

func (r *rawObject) UnmarshalJSON(data []byte) error {
	*r = append(rawObject(nil), data...)
	return nil
}

// nested keeps the problem of an object inside a field under the path to it.
func (f *fields) nested(name string, err error) {
	if err == nil {
		return
	}
	var inner *fieldError
	if errors.As(err, &inner) && inner.field != "" {
		f.fail(name+"."+inner.field, inner.err)
		return
	}
	f.fail(name, errors.Unwrap(err))
}

func decodeOther(f *fields) Event {
	return Other{ID: f.name("id"), User: f.name("user"), Text: f.requiredText("text")}
}

func decodeReaction(f *fields) Event {
	return Reaction{
		ID:     f.name("id"),
		Emoji:  f.name("emoji"),
		Target: f.name("target"),
		User:   f.optionalName("user"),
		Op:     oneOf(f, "op", ops),
	}
}

func decodeEdit(f *fields) Event {
	return Edit{ID: f.name("id"), Target: f.name("target"), Text: f.requiredText("text")}
}

func decodeDelete(f *fields) Event {
	return Delete{ID: f.name("id"), Target: f.name("target"), Text: f.text("text")}
}

func decodeStore(f *fields) Event {
	s := Store{ID: f.name("id")}
	ok := f.maybe("ok")
	if ok == nil {
		f.fail("ok", errMissing)
		return s
	}
	s.OK = *ok
	return s
}
