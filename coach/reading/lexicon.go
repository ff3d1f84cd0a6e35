package reading

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"tack/coach"
	"tack/coach/reading/phrase"
)

// wordsFile is one language: name to patterns, one a line.
type wordsFile struct {
	Language   string            `yaml:"language"`
	Skip       []string          `yaml:"skip"`     // words that may stand inside any pattern
	Variants   string            `yaml:"variants"` // pairs of characters: read the first as the second
	Classes    map[string]string `yaml:"classes"`
	Signs      map[string]string `yaml:"signs"`
	Coach      map[string]string `yaml:"coach"`
	Dimensions map[string]string `yaml:"dimensions"`
}

// lexicon is what all languages together say by which words.
type lexicon struct {
	matcher *phrase.Matcher
	signs   []sign // by the number of the matcher
}

// loadLexicon reads every *.yaml at the top of fsys; each is a language, all hold at once, because
// learners mix them. It fails on a sign that no rule knows and on one without words in any language.
func loadLexicon(fsys fs.FS) (*lexicon, error) {
	names, err := fs.Glob(fsys, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list lexicon: %w", err)
	}
	src := phrase.Source{Signs: map[string][]string{}, Classes: map[string][]string{}, Variants: map[rune]rune{}}
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read lexicon: %w", err)
		}
		var words wordsFile
		if err := yaml.UnmarshalWithOptions(data, &words, yaml.Strict()); err != nil {
			return nil, fmt.Errorf("lexicon %s: %w", name, err)
		}
		if err := words.addTo(&src, strings.TrimSuffix(path.Base(name), ".yaml")); err != nil {
			return nil, fmt.Errorf("lexicon %s: %w", name, err)
		}
	}
	return compile(src)
}

func compile(src phrase.Source) (*lexicon, error) {
	for name := range signsByName() {
		if len(src.Signs[name]) == 0 {
			return nil, fmt.Errorf("lexicon: no words for %q", name)
		}
	}
	m, err := phrase.Compile(src)
	if err != nil {
		return nil, fmt.Errorf("lexicon: %w", err)
	}
	l := &lexicon{matcher: m, signs: make([]sign, len(src.Signs))}
	for name, s := range signsByName() {
		l.signs[m.Sign(name)] = s
	}
	return l, nil
}

func signsByName() map[string]sign {
	byName := map[string]sign{}
	for s, name := range signNames {
		if name != "" {
			byName[name] = sign(s)
		}
	}
	for i, d := range coach.Dimensions {
		byName["dim."+string(d)] = signDim + sign(i)
	}
	return byName
}

// addTo merges a language into src. Its classes are its own: their names get the language before
// them.
func (w *wordsFile) addTo(src *phrase.Source, lang string) error {
	own := make([]string, 0, 2*len(w.Classes))
	for name := range w.Classes {
		own = append(own, "<"+name+">", "<"+lang+"."+name+">")
	}
	names := strings.NewReplacer(own...)
	for name, text := range w.Classes {
		src.Classes[lang+"."+name] = patterns(names.Replace(text))
	}
	known := signsByName()
	add := func(prefix string, group map[string]string) error {
		for _, name := range slices.Sorted(maps.Keys(group)) {
			if _, ok := known[prefix+name]; !ok {
				return fmt.Errorf("unknown sign %q", name)
			}
			src.Signs[prefix+name] = append(src.Signs[prefix+name], patterns(names.Replace(group[name]))...)
		}
		return nil
	}
	for _, pair := range strings.Fields(w.Variants) {
		rs := []rune(pair)
		if len(rs) != 2 {
			return fmt.Errorf("variants: %q is no pair", pair)
		}
		src.Variants[rs[0]] = rs[1]
	}
	src.Skip = append(src.Skip, w.Skip...)
	for _, err := range []error{add("", w.Signs), add("", w.Coach), add("dim.", w.Dimensions)} {
		if err != nil {
			return err
		}
	}
	return nil
}

// patterns cuts a text into lines, without comments and blank ones.
func patterns(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}
