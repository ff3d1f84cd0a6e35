// Package phrase finds phrases of several languages in short texts.
//
// Goals: patterns are data in a small notation (see Compile); a text is cut into tokens once
// (Scan) and all patterns are tried in one pass (Find); letter case, full-width forms, variant
// characters, apostrophes and drawn-out letters do not matter; no work grows faster than the text.
// Non-goals: grammar, scores, positions inside words, and any opinion on what a phrase means.
//
//	m, _ := phrase.Compile(phrase.Source{Signs: map[string][]string{"leave": {"i (have|need) to go $"}}})
//	hits := m.Find(m.Scan("Sorry, I really have to go")) // one hit of sign "leave"
package phrase

// Type is what a token is made of.
type Type uint8

// The types of tokens. Thing is whatever looks like a name from a machine: a path, a flag, a host,
// an identifier with digits or underscores.
const (
	Word Type = iota
	Han
	Number
	Thing
	Emoji
)

// Token is one word, one Han character, one number, one machine name or one emoji.
type Token struct {
	Start, End int // bytes in the source
	Type       Type
	Caps       bool  // a word of two or more capital letters
	id         int32 // of the vocabulary; 0: unknown
	alt        int32 // of the type
}

// Known tells whether any pattern has the token as a word.
func (t Token) Known() bool { return t.id != idUnknown }

// Clause is a run of tokens between two punctuation marks or line breaks.
type Clause struct {
	First, Last int  // tokens [First, Last); never empty
	End         rune // the folded mark behind it: '.', ',', '?', '!', '\n'; 0 at the end of the text
	Sentence    int  // counted from 0; commas do not end a sentence
}

// Text is a text cut into tokens.
type Text struct {
	Source  string
	Tokens  []Token
	Clauses []Clause
}

// Hit is a pattern found in a text.
type Hit struct {
	Sign        Sign
	First, Last int // tokens [First, Last)
	Clause      int
}

// Sign is the number of a sign in its matcher.
type Sign int32

// Word returns the source text of token i.
func (t *Text) Word(i int) string { return t.Source[t.Tokens[i].Start:t.Tokens[i].End] }
