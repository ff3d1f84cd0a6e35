package track

import (
	"slices"
	"strings"
)

// IntentKind is what a message outside any session wants.
type IntentKind string

// The kinds.
const (
	IntentLearn        IntentKind = "learn"         // learn a topic that has a track
	IntentUnknown      IntentKind = "unknown"       // learn a topic of software development without a track
	IntentOutside      IntentKind = "outside"       // learn something outside software development
	IntentContinue     IntentKind = "continue"      // go on with a topic that is named
	IntentBareContinue IntentKind = "bare_continue" // go on with an unnamed topic
	IntentOneOff       IntentKind = "one_off"       // a usage question
	IntentOther        IntentKind = "other"
)

// Intent is a message outside any session, understood. Topic is a track's topic, or the words for
// an unknown one (at most a few; may be empty).
type Intent struct {
	Kind  IntentKind
	Topic string
	text  string
}

// maxIntent is how much of a message is looked at for its intent, which stands at its beginning: bytes.
const maxIntent = 2 << 10

// Intent tells what a message outside any session wants.
func (t *Tutor) Intent(text string) Intent {
	text = strings.ToValidUTF8(text[:min(len(text), maxIntent)], "")
	track, known := t.lib.Find(text)
	topic := ""
	if known {
		topic = track.Topic
	}
	wanted, learn := t.finds("find_learn", text)
	switch in := (Intent{Topic: topic, text: text}); {
	case t.startsWith("hear_continue", text) && known:
		in.Kind = IntentContinue
		return in
	case t.only("hear_continue", text) && !t.hears("hear_how", text):
		return Intent{Kind: IntentBareContinue, text: text}
	case t.startsWith("hear_continue", text):
		return t.unknown(IntentContinue, text)
	case known && (learn || t.hears("hear_learn", text) || t.bareName(track, text)):
		in.Kind = IntentLearn
		return in
	case !known && (t.hears("hear_which_topic", text) || learn && t.namesNothing(wanted)):
		return Intent{Kind: IntentOther, text: text}
	case learn && t.hears("hear_outside", wanted):
		return Intent{Kind: IntentOutside, Topic: oneLine(wanted), text: text}
	case learn:
		return Intent{Kind: IntentUnknown, Topic: oneLine(wanted), text: text}
	case t.isQuestion(text):
		in.Kind = IntentOneOff
		return in
	}
	return Intent{Kind: IntentOther, text: text}
}

// unknown is a wish whose topic no track has; its words are what follows the phrase.
func (t *Tutor) unknown(kind IntentKind, text string) Intent {
	topic, _ := t.finds("find_continue", text)
	if topic == "" {
		return Intent{Kind: IntentOther, text: text}
	}
	return Intent{Kind: kind, Topic: oneLine(topic), text: text}
}

// namesNothing reports whether what is to be learned is named by words of place, time and order
// alone ("here", "first").
func (t *Tutor) namesNothing(wanted string) bool {
	folded, words := fold(wanted), t.phrases["hear_no_topic"]
	if slices.ContainsFunc(words, func(p string) bool { return wide(firstRune(p)) && strings.HasPrefix(folded, p) }) {
		return true
	}
	for _, word := range strings.Fields(folded) {
		if !slices.Contains(words, word) {
			return false
		}
	}
	return true
}

// startsWith reports whether text begins with a phrase of the key, a filler word or two aside.
func (t *Tutor) startsWith(key, text string) bool {
	folded := fold(text)
	for _, p := range t.phrases[key] {
		if i := find(folded, p); i >= 0 && len([]rune(folded[:i])) <= 12 && !denies(folded[:i]) {
			return true
		}
	}
	return false
}

// bareName reports whether text is a topic's name and nothing else.
func (t *Tutor) bareName(track *Track, text string) bool {
	folded := fold(text)
	for _, name := range append([]string{track.Topic}, track.Aliases...) {
		if fold(name) == folded {
			return true
		}
	}
	return false
}

func (t *Tutor) isQuestion(text string) bool {
	return strings.ContainsAny(text, "?？") || t.hears("hear_what_is", text) || t.hears("hear_question", text)
}

// Lobby answers a message outside any session that opens none. saved are the topics with documents.
// For the kinds that open a session, learn and continue with a track, it is empty.
func (t *Tutor) Lobby(locale string, in Intent, saved []string) string {
	d := data{"Topic": in.Topic, "Topics": t.topics(locale), "Saved": strings.Join(saved, t.voice.Say(locale, "list_comma", nil))}
	_, known := t.lib.Topic(in.Topic)
	switch {
	case in.Kind == IntentOneOff:
		return t.oneOff(locale, in, d)
	case (in.Kind == IntentLearn || in.Kind == IntentContinue) && known:
		return ""
	case in.Kind == IntentUnknown, in.Kind == IntentContinue:
		return t.voice.Say(locale, "lobby_unknown", d)
	case in.Kind == IntentOutside:
		return t.voice.Say(locale, "lobby_outside", d)
	case in.Kind == IntentBareContinue:
		return t.voice.Say(locale, "lobby_which", d)
	}
	return t.voice.Say(locale, "lobby_other", d)
}

// oneOff answers a usage question shortly, from any track.
func (t *Tutor) oneOff(locale string, in Intent, d data) string {
	tracks := t.lib
	if track, ok := t.lib.Topic(in.Topic); ok {
		tracks = Library{track}
	}
	folded := fold(in.text)
	best, score, text := (*Track)(nil), 0, ""
	for _, track := range tracks {
		if a, ok := track.answer(in.text); ok && a.score(folded) > score {
			best, score, text = track, a.score(folded), a.Say.In(locale)
		}
	}
	for _, track := range tracks {
		if score > 0 || !t.hears("hear_what_is", in.text) && !t.mentions("hear_difference", in.text) {
			break
		}
		var means []string
		for _, n := range t.asksOf(track, in.text) {
			means = append(means, "**"+n.term.Term+"**: "+n.term.Means.In(locale))
		}
		if len(means) > 0 {
			best, text = track, strings.Join(means, "\n\n")
		}
	}
	for _, track := range tracks {
		if c, ok := track.usage(in.text); ok && best == nil && t.hears("hear_how", in.text) {
			best, text = track, t.voice.Say(locale, "usage", data{"Run": c.Run, "Does": c.Does.In(locale)})
		}
	}
	if best == nil {
		return t.voice.Say(locale, "lobby_no_answer", d)
	}
	d["Text"], d["Topic"] = text, best.Topic
	return t.voice.Say(locale, "lobby_answer", d)
}

// topics lists the topics of the library with their titles.
func (t *Tutor) topics(locale string) string {
	var list []string
	for _, track := range t.lib {
		list = append(list, "`"+track.Topic+"`")
	}
	return strings.Join(list, t.voice.Say(locale, "list_comma", nil))
}
