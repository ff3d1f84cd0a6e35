package track

import (
	"strings"
	"unicode/utf8"
)

// sentenceEnds are the signs behind which a sentence ends; a question ends in one of the last two.
const sentenceEnds = ".。!！\n?？"

// parted cuts a text into what it asks and what it states; either may be empty.
func parted(text string) (asked, stated string) {
	for text != "" {
		end := len(text)
		for at, r := range text {
			after := text[at+len(string(r)):]
			if strings.ContainsRune(sentenceEnds, r) && (r != '.' || after == "" || after[0] == ' ') { // 7.0
				end = at + len(string(r))
				break
			}
		}
		if one := text[:end]; strings.HasSuffix(one, "?") || strings.HasSuffix(one, "？") {
			asked += one
		} else {
			stated += one
		}
		text = text[end:]
	}
	return strings.TrimSpace(asked), strings.TrimSpace(stated)
}

// answersBeside takes the answer that stands beside a question in the same turn ("what can it do? I want
// caching"); the question is noted. false: nothing beside it answers.
func (u *turn) answersBeside(dim string) bool {
	asked, stated := parted(u.text)
	if at := strings.LastIndexAny(asked, ",，"); stated == "" && at >= 0 { // "I want caching, is that hard?"
		_, n := utf8.DecodeRuneInString(asked[at:])
		asked, stated = strings.TrimSpace(asked[at+n:]), strings.TrimSpace(asked[:at])
	}
	if asked == "" || stated == "" || !u.states(dim, stated) {
		return false
	}
	u.note(asked)
	u.say("diag_question_noted", nil)
	u.text = stated
	u.take(dim)
	return true
}

// states reports whether what is said is clearly about this dimension.
func (u *turn) states(dim, said string) bool {
	found := func(key string) bool { _, ok := u.finds(key, said); return ok }
	switch dim {
	case "goal":
		return (found("find_aim") || found("find_goal")) && !found("find_no_aim")
	case "time":
		return found("find_time")
	case "deliverable":
		return found("find_deliverable") || found("find_thing")
	}
	return false
}
