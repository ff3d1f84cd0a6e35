package course

import (
	"slices"

	"tack/coach"
)

// Issue is a problem with the directions given on it.
type Issue struct {
	Fault   string  `json:"fault,omitempty"` // the track's id, when it knows the error
	Excerpt string  `json:"excerpt,omitempty"`
	Step    string  `json:"step,omitempty"`
	Tried   []Tried `json:"tried,omitempty"` // given, in order; those that were done, and those of this session
	Left    []Tried `json:"left,omitempty"`  // suggested in an earlier session and not done: they may be given again
}

// Tried is one direction given.
type Tried struct {
	Dimension coach.Dimension `json:"dimension"`
	Text      string          `json:"text"`
	Done      bool            `json:"done,omitempty"` // the learner showed what came of it, or said so; false: it was only suggested
}

// Shown returns the issue after the learner showed something: that is what came of the last direction.
// One given before it that nothing was shown of stays a suggestion.
func (i Issue) Shown() Issue {
	n := len(i.Tried)
	if n == 0 || i.Tried[n-1].Done {
		return i
	}
	i.Tried = slices.Clone(i.Tried)
	i.Tried[n-1].Done = true
	return i
}

// Done lists the directions that the learner tried.
func (i Issue) Done() []Tried {
	return slices.DeleteFunc(slices.Clone(i.Tried), func(t Tried) bool { return !t.Done })
}

// Suggested lists the directions that nobody tried yet, those of earlier sessions first. One dimension is
// one direction, whatever its parameters.
func (i Issue) Suggested() []Tried {
	var out []Tried
	done := i.Done()
	for _, t := range append(slices.Clone(i.Left), i.Tried...) {
		same := func(o Tried) bool { return o.Dimension == t.Dimension }
		out = slices.DeleteFunc(out, same)
		if !slices.ContainsFunc(done, same) {
			t.Done = false
			out = append(out, t)
		}
	}
	return out
}

// Reopened returns the issue as the next session takes it up: what was only suggested may be given again.
func (i Issue) Reopened() Issue {
	i.Tried, i.Left = i.Done(), i.Suggested()
	return i
}
