package errs

// tokenKind says what a token of an error text is.
type tokenKind uint8

const (
	word    tokenKind = iota
	value             // names the cause or the target
	system            // a system error; text is the family
	worded            // a known wording; text is its id
	class             // an exception class, without its package
	colon             // between the parts of a chain
	bracket           // opens or closes a side remark
	stop              // ends a sentence
)

type token struct {
	kind tokenKind
	text string
	num  bool // of a system error: known by its number
}

// masked is told what a masker took out, for people.
type masked func(masker, text string)

// scanner turns a record into tokens.
type scanner struct {
	lex    *lexicon
	s, low string // normal form, and that in lower case
	at     int
	out    []token
	prev   string // the last word, lower case; empty behind another token
	prev2  string // the word before it
	note   masked // may be nil
	quoted bool
	closes int  // where the mark stands that closes a quotation of several words
	job    bool // a number in brackets stands at the front
	timed  int  // where the last time ended
	row    bool // inside a row of a table of pods: numbers and ages are counters
}

func (sc *scanner) emit(k tokenKind, text string) {
	sc.out = append(sc.out, token{kind: k, text: text})
	sc.prev2, sc.prev = sc.prev, ""
	if k == word || k == worded {
		sc.prev = lowerASCII(text)
	}
}

func (sc *scanner) mask(masker, text string) {
	if sc.note != nil && text != "" {
		sc.note(masker, text)
	}
}
