package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tack/coach"
)

// answer is a model's reply, with the fields of every scene; a scene asks for a few of them.
type answer struct {
	Text       string      `json:"text"`
	Asks       coach.Ask   `json:"asks"`
	Question   string      `json:"question"`   // stable name of the question put
	Scenario   string      `json:"scenario"`   // diagnosis: the next question about the level
	Suggest    string      `json:"suggest"`    // diagnosis: a deliverable to suggest
	Heard      []heard     `json:"heard"`      // diagnosis: what the learner has said
	Verdict    verdict     `json:"verdict"`    // of the learner's turn
	Advanced   flag        `json:"advanced"`   // the turn moved the task on
	Quote      string      `json:"quote"`      // proof of Advanced, from the learner's turn
	Step       string      `json:"step"`       // module: which of the six steps the text belongs to
	Point      named       `json:"point"`      // module: the knowledge point explained in the text
	Commands   words       `json:"commands"`   // to be run, in order
	Directions []direction `json:"directions"` // in trouble
	Fault      string      `json:"fault"`      // the line of the learner's turn that names the error
	Terms      []term      `json:"terms"`      // explained in the text
	Trace      []traced    `json:"trace"`      // commands that the learner ran and that changed something
	Facts      []fact      `json:"facts"`      // values of the environment that the learner showed
	Keep       string      `json:"keep"`       // module: the learner's own summary, which text asks to keep
	Recall     string      `json:"recall"`     // words to look for in what was said earlier
	Completes  coach.Stage `json:"completes"`
	Raises     words       `json:"raises"`   // options brought up
	Deviates   string      `json:"deviates"` // the preference that the text deviates from
	Teaches    flag        `json:"teaches"`
	Skip       string      `json:"skip"`   // the learner's words by which the step is to be left out
	Change     flag        `json:"change"` // negotiation: the learner wants the draft changed
	Yes        string      `json:"yes"`    // negotiation: the words by which the learner agrees to the draft
	Setup      string      `json:"setup"`  // route: title of the setup
	Stack      string      `json:"stack"`  // route: the stack in one line
	Modules    []module    `json:"modules"`
	Software   flag        `json:"software"` // lobby: the topic belongs to software development
	Topic      string      `json:"topic"`    // lobby: its short name, as the learner wrote it
	Kind       coach.Kind  `json:"kind"`     // reading
}

type heard struct {
	Dimension string `json:"dimension"`
	Value     string `json:"value"`
	Quote     string `json:"quote"`
}

type verdict struct {
	Of    string `json:"of"`    // "scenario", "point", "output", "interview", "none"
	Grade string `json:"grade"` // "good", "partly", "missed", "none"
	Quote string `json:"quote"`
}

type named struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type direction struct {
	Dimension coach.Dimension `json:"dimension"`
	Text      string          `json:"text"`
}

type term struct {
	Term string `json:"term"`
	Line string `json:"line"`
}

type traced struct {
	Command string `json:"command"`
	Effect  string `json:"effect"`
	Undone  string `json:"undone"`
}

type fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// flag is a truth value; models write it as a string now and then.
type flag bool

// UnmarshalJSON takes true, false, null and these words as strings.
func (f *flag) UnmarshalJSON(b []byte) error {
	switch strings.ToLower(strings.Trim(string(b), `" `)) {
	case "true", "yes":
		*f = true
	case "false", "no", "null", "none", "":
		*f = false
	default:
		return fmt.Errorf("%.20s is neither true nor false", b)
	}
	return nil
}

// words is a list of texts; a single text counts as a list of one, an empty one as none.
type words []string

// UnmarshalJSON takes a list, a string or null.
func (w *words) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*w = nil
		if one != "" {
			*w = words{one}
		}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(w))
}

// maxAnswer is how many bytes of an answer are read at all.
const maxAnswer = 64 << 10

// parse reads an answer that may have the given fields. Small faults are repaired: a fence or talk
// around the object, commas before a closing bracket, null or one value for a list, an unknown field.
// The faults that are left make the answer one to be asked for again.
func parse(text string, fields []string) (answer, []fault) {
	var a answer
	object, ok := firstObject(text)
	if !ok {
		return a, []fault{again("json", "the answer is not one JSON object")}
	}
	var raw map[string]json.RawMessage
	if json.Unmarshal([]byte(object), &raw) != nil && json.Unmarshal([]byte(withoutCommas(object)), &raw) != nil {
		return a, []fault{again("json", "the answer is not valid JSON")}
	}
	var faults []fault
	kept := map[string]json.RawMessage{}
	for name, value := range raw {
		if !slices.Contains(fields, name) {
			faults = append(faults, mended("field.unknown", "a field that was not asked for"))
			continue
		}
		if err := json.Unmarshal([]byte(`{"`+name+`":`+string(value)+`}`), &a); err != nil {
			faults = append(faults, again("field.type", "the field "+name+" has another type than the schema says"))
			continue
		}
		kept[name] = value
	}
	for _, name := range fields {
		if _, ok := kept[name]; !ok && name == "text" {
			faults = append(faults, again("field.missing", "the field text is missing"))
		}
	}
	a.Text, a.Scenario = visible(a.Text), visible(a.Scenario)
	if wrapped(a.Text) {
		faults = append(faults, again("unfit", "text must be a message, and no JSON object"))
	}
	slices.SortFunc(faults, func(x, y fault) int { return strings.Compare(x.name+x.what, y.name+y.what) })
	return a, faults
}

// wrapped reports whether a text is itself an answer, fenced or not: an object with one of its fields.
func wrapped(text string) bool {
	text = strings.TrimSpace(text)
	if bare, fenced := strings.CutPrefix(text, "```json"); fenced {
		text = strings.TrimSpace(strings.TrimSuffix(bare, "```"))
	}
	var inner struct{ Text, Asks *json.RawMessage }
	return strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &inner) == nil && (inner.Text != nil || inner.Asks != nil)
}

// firstObject is the first JSON object in a text, by its brackets.
func firstObject(text string) (string, bool) {
	if len(text) > maxAnswer || !utf8.ValidString(text) {
		return "", false
	}
	from := strings.IndexByte(text, '{')
	if from < 0 {
		return "", false
	}
	depth, quoted := 0, false
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return text[from : i+1], true
			}
		}
	}
	return "", false
}

// withoutCommas drops the commas that stand before a closing bracket, outside strings.
func withoutCommas(object string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(object); i++ {
		c := object[i]
		if quoted && c == '\\' && i+1 < len(object) {
			b.WriteString(object[i : i+2])
			i++
			continue
		}
		if c == '"' {
			quoted = !quoted
		}
		if c == ',' && !quoted {
			rest := strings.TrimLeft(object[i+1:], " \t\r\n")
			if rest != "" && (rest[0] == '}' || rest[0] == ']') {
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
