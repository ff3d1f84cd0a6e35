package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
)

// Score is how well one label is read. Precision and recall are 0 to 1. With no row called so,
// precision is 1 if none was wanted and 0 else; with no row wanted, recall is 1.
type Score struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	N         int     `json:"n"` // rows with the label
	called    int
}

// F1 is the harmonic mean of precision and recall.
func (s Score) F1() float64 {
	if s.Precision+s.Recall == 0 {
		return 0
	}
	return 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
}

// score makes a Score of n rows with the label, called rows read as it, and right rows in both.
func score(right, called, n int) Score {
	s := Score{Precision: ratio(right, called), Recall: ratio(right, n), N: n, called: called}
	if called == 0 && n > 0 {
		s.Precision = 0
	}
	return s
}

// ratio is part/whole, 1 for no whole.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return round(float64(part) / float64(whole))
}

// round keeps four decimals.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// Label is a Score with its name.
type Label struct {
	Name string
	Score
}

// Labels is a list of scores that is written as an object, in its order.
type Labels []Label

// MarshalJSON writes the object.
func (l Labels) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, label := range l {
		data, err := json.Marshal(label.Score)
		if err != nil {
			return nil, fmt.Errorf("label %s: %w", label.Name, err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", label.Name, data)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Wrong is one row that was read as something else than its label.
type Wrong struct {
	ID   string
	Want string
	Got  string
}

// Card is the result over one classification.
type Card struct {
	Accuracy float64 `json:"accuracy"`
	MacroF1  float64 `json:"macro_f1"` // mean of F1 over the classes that were wanted or read
	Labels   Labels  `json:"labels"`
	Wrong    []Wrong `json:"-"`
}

// tally counts what was wanted and what was read.
type tally struct {
	wanted, called, right map[string]int
	wrong                 []Wrong
	n                     int
}

func newTally() *tally {
	return &tally{wanted: map[string]int{}, called: map[string]int{}, right: map[string]int{}}
}

func (t *tally) add(id, want, got string) {
	t.n++
	t.wanted[want]++
	t.called[got]++
	if want == got {
		t.right[want]++
		return
	}
	t.wrong = append(t.wrong, Wrong{id, want, got})
}

func (t *tally) score(name string) Score {
	return score(t.right[name], t.called[name], t.wanted[name])
}

// card makes the result over these classes.
func (t *tally) card(classes ...string) Card {
	c := Card{Wrong: t.wrong}
	right := 0
	for _, name := range classes {
		right += t.right[name]
		c.Labels = append(c.Labels, Label{name, t.score(name)})
	}
	c.Accuracy = ratio(right, t.n)
	c.MacroF1 = macroF1(c.Labels)
	return c
}

func macroF1(labels Labels) float64 {
	sum, n := 0.0, 0
	for _, l := range labels {
		if l.N > 0 || l.called > 0 {
			sum += l.F1()
			n++
		}
	}
	if n == 0 {
		return 1
	}
	return round(sum / float64(n))
}
