package track

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Library is a set of tracks, sorted by topic, each topic once.
type Library []*Track

// Load reads every *.yaml in the root of fsys. All files are read; every problem is reported.
// Two files with one topic are an error.
func Load(fsys fs.FS) (Library, error) {
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("find tracks: %w", err)
	}
	var lib Library
	var problems []error
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			problems = append(problems, fmt.Errorf("read track: %w", err))
			continue
		}
		t, err := Parse(name, data)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		if twin, ok := lib.Topic(t.Topic); ok {
			problems = append(problems, fmt.Errorf("track %s: topic %q is also that of %s", name, t.Topic, twin.file))
		}
		lib = append(lib, t)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	lib.sort()
	return lib, nil
}

// With adds the tracks of own; where both have a topic, own's is taken.
func (l Library) With(own Library) Library {
	merged := slices.Clone(own)
	for _, t := range l {
		if _, ok := own.Topic(t.Topic); !ok {
			merged = append(merged, t)
		}
	}
	merged.sort()
	return merged
}

func (l Library) sort() {
	slices.SortFunc(l, func(a, b *Track) int { return strings.Compare(a.Topic, b.Topic) })
}

// Topic gives the track with exactly this topic.
func (l Library) Topic(topic string) (*Track, bool) {
	for _, t := range l {
		if t.Topic == topic {
			return t, true
		}
	}
	return nil, false
}

// Find gives the track that text names, by its topic or an alias, anywhere in the text and in any
// language. The longest name found decides; between equal ones the first in the text.
func (l Library) Find(text string) (*Track, bool) {
	folded := fold(text)
	var best *Track
	length, place := 0, 0
	for _, t := range l {
		for _, name := range append([]string{t.Topic}, t.Aliases...) {
			f := fold(name)
			i := find(folded, f)
			if i >= 0 && inWord(lastRune(f)) && inWord(firstRune(folded[i+len(f):])) {
				continue // a longer word, "rediscover"
			}
			if i >= 0 && (len(f) > length || len(f) == length && i < place) {
				best, length, place = t, len(f), i
			}
		}
	}
	return best, best != nil
}
