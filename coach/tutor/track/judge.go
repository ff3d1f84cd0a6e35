package track

import "strings"

// grade is how an answer stands against a rubric.
type grade int

const (
	unsure grade = iota // too short, or in no language of the track: it cannot be judged
	missed              // ❌
	partly              // ⚠️
	good                // ✅
)

// verdict is an answer judged by a rubric.
type verdict struct {
	grade   grade
	caught  []*Idea
	lacking []*Idea
	mistake *Idea // the first misconception shown; nil: none
}

// judge grades an answer. Need ideas (0: all) without a misconception are ✅; at least one idea, or
// all of them with a misconception, is ⚠️; else ❌. An answer that shows nothing of the rubric and
// is too short or in another script cannot be judged.
func judge(c *Check, answer string) verdict {
	folded := fold(answer)
	var v verdict
	for i := range c.Ideas {
		if idea := &c.Ideas[i]; idea.in(folded) {
			v.caught = append(v.caught, idea)
		} else {
			v.lacking = append(v.lacking, idea)
		}
	}
	for i := range c.Mistakes {
		if m := &c.Mistakes[i]; v.mistake == nil && m.in(folded) && !m.denied(answer) {
			v.mistake = m
		}
	}
	v.grade = v.rate(c.Need, folded)
	return v
}

func (v *verdict) rate(need int, folded string) grade {
	if need <= 0 {
		need = len(v.caught) + len(v.lacking)
	}
	switch {
	case len(v.caught) >= need && v.mistake == nil:
		return good
	case len(v.caught) > 0:
		return partly
	case v.mistake != nil:
		return missed
	case !judgeable(folded):
		return unsure
	}
	return missed
}

// minWords is how much an answer that shows nothing of the rubric must hold to be called wrong:
// words where blanks part them, two CJK characters for one.
const minWords = 3

// judgeable tells an answer that is long enough and in Latin or Han script.
func judgeable(folded string) bool {
	han, latin := 0, 0
	for _, word := range strings.Fields(folded) {
		inLatin := false
		for _, r := range word {
			if wide(r) {
				han++
				inLatin = false
			} else if r <= 'z' && !inLatin {
				latin++
				inLatin = true
			}
		}
	}
	return latin+han/2 >= minWords
}

// in reports whether the folded answer says the idea.
func (i *Idea) in(folded string) bool {
	for _, group := range i.All {
		if _, at := group.has(folded); at < 0 {
			return false
		}
	}
	return len(i.All) > 0
}

// denials are the words that turn a misconception into its opposite.
var denials = []string{"not", "no", "never", "without", "isn t", "doesn t", "don t", "won t", "can t", "cannot", "不", "没", "别", "并非", "无"}

// denied reports whether the answer denies the misconception: in a clause, a word of it stands
// after a denial (three words, or six CJK characters, at most between), and no word of it is itself a denial.
func (i *Idea) denied(answer string) bool {
	denied := false
	for _, clause := range strings.FieldsFunc(answer, parting) {
		folded := fold(clause)
		for _, group := range i.All {
			word, at := group.has(folded)
			if at < 0 {
				continue
			}
			if denies(word) {
				return false
			}
			denied = denied || denies(before(folded[:at]))
		}
	}
	return denied
}

// parting tells the characters between clauses.
func parting(r rune) bool { return strings.ContainsRune(",.;:!?，。；：！？\n", r) }

func denies(folded string) bool {
	for _, d := range denials {
		if find(folded, d) >= 0 {
			return true
		}
	}
	return false
}

// before cuts the last few words off a text.
func before(text string) string {
	r := []rune(text)
	if len(r) > 0 && wide(r[len(r)-1]) {
		return string(r[max(0, len(r)-6):])
	}
	words := strings.Fields(text)
	return strings.Join(words[max(0, len(words)-3):], " ")
}
