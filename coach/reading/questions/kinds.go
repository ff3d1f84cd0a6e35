package questions

// kind is what a symbol does in a question.
type kind uint8

// The kinds. The zero value is a function word without any effect.
const (
	kindDrop    kind = iota
	kindPolite       // greeting, thanks, insisting: skipped at the start of a clause
	kindConj         // and, but, so: skipped at the start of a clause, may begin one
	kindPronoun      // I, you, it
	kindArticle      // a, the, this
	kindAux          // is, can, will
	kindOught        // should, must: like kindAux, and the concept "need"
	kindDo           // do, does, did
	kindHave         // have, has, had
	kindTo           // to: of an infinitive or of a direction
	kindPrep         // in, with: ends a direction
	kindFrom         // from, 从: where something comes from
	kindInto         // into, 到: where something goes
	kindIf           // if, while, 的时候
	kindWhen         // when: asks, or joins like "if"
	kindFor          // for: at the end of a question it asks for the purpose
	kindCause        // make, let, 让
	kindAsk          // asks: id is an aspect
	kindAspect       // difference, number of: an aspect too, but asks nothing by itself
	kindNot          // not, without, 不
	kindNumber       // id is the value, unless the symbol has digits of its own
	kindOne          // one: an article, unless it counts a step
	kindConcept      // id is a concept
	kindName         // a word outside the vocabulary
	kindOr           // or, 还是
	kindYesNo        // 吗, 是否, 能不能
	kindWant         // "I want to know": what follows is a question
	kindKnow         // "I know": what follows is none
	kindEvery        // 都: makes a question word in front of it "whatever"
	kindPause        // comma, colon, dash
	kindStop         // end of a sentence
	kindQuery        // question mark
)

var kindNames = map[string]kind{
	"drop": kindDrop, "polite": kindPolite, "conj": kindConj, "pronoun": kindPronoun,
	"article": kindArticle, "aux": kindAux, "ought": kindOught, "do": kindDo, "have": kindHave, "to": kindTo,
	"prep": kindPrep, "from": kindFrom, "into": kindInto, "if": kindIf, "when": kindWhen,
	"for": kindFor, "cause": kindCause, "not": kindNot, "one": kindOne, "or": kindOr,
	"yesno": kindYesNo, "want": kindWant, "know": kindKnow, "every": kindEvery,
}

// aspect is what is asked about the object. Where a question has several, the highest counts.
type aspect uint16

// The aspects, from the one that yields to all others upwards. The zero value asks nothing.
const (
	aspectNone aspect = iota
	aspectYesNo
	aspectAbout // "and X?"
	aspectWhat
	aspectOpen // a bare "what": which, when a noun follows, else what
	aspectWhich
	aspectWho
	aspectWhen
	aspectWhere
	aspectHow
	aspectWhy
	aspectPurpose
	aspectHappens
	aspectFix
	aspectHowMany
	aspectHowLong
	aspectHowOften
	aspectHowBig
	aspectChoice
	aspectDiff
)

var aspectNames = [...]string{
	"none", "yesno", "about", "what", "open", "which", "who", "when", "where", "how", "why", "purpose",
	"happens", "fix", "howmany", "howlong", "howoften", "howbig", "choice", "diff",
}

func (a aspect) String() string { return aspectNames[a] }

// aspectOf returns the aspect of that name; ok is false for an unknown name.
func aspectOf(name string) (a aspect, ok bool) {
	for i, n := range aspectNames {
		if n == name {
			return aspect(i), true
		}
	}
	return aspectNone, false
}
