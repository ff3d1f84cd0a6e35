// Package questions names what a question asks, so that two wordings of it are one question.
//
// Goals: English, Chinese and both mixed; wording, order, politeness and language do not matter,
// while another object, number, negation, direction or aspect does; every word it knows is data
// under templates/lexicon/questions; work linear in the text. Non-goals: answering, telling a
// request from a question, understanding code. In doubt two questions are different ones: a
// learner must not be told that they go round in circles when they do not.
//
//	c, _ := questions.New(templates)
//	c.Same(c.Parse("怎么删除镜像").Identity, c.Parse("How do I remove an image?").Identity) // true
package questions

import (
	"strings"

	"tack/coach"
)

// maxQuestions is how many questions of one text are reported; a text with more is a paste.
const maxQuestions = 32

// Catalog reads questions. It is safe for concurrent use.
type Catalog struct {
	vocab vocab
	rules rules
}

// Question is one question of a text.
type Question struct {
	Identity coach.Identity
	Text     string // the sentence as it stands in the text, without the blanks around it
	Weak     bool   // no object of its own ("why?"): it is never Same as another
	Puzzled  bool   // weak, and asks only what was meant ("what?", "什么意思？")
}

// Parse reads the whole text as one question.
func (c *Catalog) Parse(text string) Question {
	s := c.read(text)
	parts := c.parts(s, 2)
	if len(parts) != 1 {
		parts = []part{{0, len(s.syms)}}
	}
	f := c.form(s, parts[0])
	return question(&f, strings.TrimSpace(text))
}

// Find returns the questions of a prose in order, each identity once, at most 32.
//
// A question needs no question mark. Quoted text and fenced code ask nothing.
func (c *Catalog) Find(prose string) []Question {
	s := c.read(prose)
	var found []Question
	for _, p := range c.parts(s, maxQuestions) {
		f := c.form(s, p)
		q := question(&f, s.text(p))
		if !contains(found, q.Identity.Key) {
			found = append(found, q)
		}
	}
	return found
}

// IsYesNo tells whether a yes or a no answers the question. "A or B?" is none.
func (c *Catalog) IsYesNo(text string) bool {
	s := c.read(text)
	parts := c.parts(s, maxQuestions)
	if len(parts) == 0 {
		return false
	}
	f := c.form(s, parts[len(parts)-1])
	return f.aspect == aspectYesNo
}

func question(f *form, text string) Question {
	id := f.identity()
	return Question{Identity: id, Text: text, Weak: !f.solid, Puzzled: id.Sketch == puzzled}
}

// puzzled is the sketch of a question that asks what was meant, and names nothing.
const puzzled = "what ?"

func contains(found []Question, key string) bool {
	for i := range found {
		if found[i].Identity.Key == key {
			return true
		}
	}
	return false
}
