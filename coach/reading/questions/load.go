package questions

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// wordsFile is the data of one language.
type wordsFile struct {
	Classes     map[string][]string `yaml:"classes"`     // kind → words
	Asks        map[string][]string `yaml:"asks"`        // aspect → words
	Nouns       map[string][]string `yaml:"nouns"`       // aspect → words that name it without asking
	Numbers     map[string]int      `yaml:"numbers"`     // word or digit character → value
	Irregular   map[string]string   `yaml:"irregular"`   // form → base
	Spelled     map[string]string   `yaml:"spelled"`     // other spelling → words or characters
	Split       []string            `yaml:"split"`       // first words of phrases that an object parts
	Traditional []string            `yaml:"traditional"` // pairs of characters, traditional first
	Fillers     string              `yaml:"fillers"`     // characters without meaning after a negation
}

// conceptsFile is the data of all languages together.
type conceptsFile struct {
	Groups  []group             `yaml:"groups"`
	Faint   map[string][]string `yaml:"faint"` // aspect, or "any" → concepts
	Weak    []string            `yaml:"weak"`
	Kin     [][]string          `yaml:"kin"` // the first can be each of the others
	Direct  []string            `yaml:"directed"`
	Hands   []string            `yaml:"hands"`
	Attr    []string            `yaml:"attributes"`
	Counted []string            `yaml:"counted"`
	Twins   map[string]string   `yaml:"twins"`
	Quality []string            `yaml:"qualities"`
	Implied map[string][]string `yaml:"implied"` // concept → what goes without saying beside it
	Turns   []turnFile          `yaml:"turns"`
}

type group struct {
	Home     string            `yaml:"home"`     // tools that the concepts belong to, the first in front
	Verbs    bool              `yaml:"verbs"`    // they are verbs: "to" before one is no direction
	Concepts map[string]string `yaml:"concepts"` // id → "english, words / 中文, 词"
}

type turnFile struct {
	Ask  string `yaml:"ask"`
	With string `yaml:"with"`
	And  string `yaml:"and"`
	Is   string `yaml:"is"`
	Keep bool   `yaml:"keep"`
}

// New reads the vocabulary from questions/ in fsys: concepts.yaml and a file for each language.
func New(fsys fs.FS) (*Catalog, error) {
	c := &Catalog{vocab: newVocab()}
	var concepts conceptsFile
	if err := decode(fsys, "questions/concepts.yaml", &concepts); err != nil {
		return nil, err
	}
	if err := c.load(&concepts); err != nil {
		return nil, fmt.Errorf("questions/concepts.yaml: %w", err)
	}
	for _, name := range []string{"questions/en.yaml", "questions/zh.yaml"} {
		var words wordsFile
		if err := decode(fsys, name, &words); err != nil {
			return nil, err
		}
		if err := c.loadWords(&words); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c, nil
}

func decode(fsys fs.FS, name string, into any) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("read question words: %w", err)
	}
	if err := yaml.UnmarshalWithOptions(data, into, yaml.Strict()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// add adds a phrase of either language: one with a Chinese character is Chinese.
func (c *Catalog) add(phrase string, e entry) error {
	phrase = strings.TrimSpace(phrase)
	if strings.ContainsFunc(phrase, isHan) {
		return c.vocab.addHan(phrase, e)
	}
	return c.vocab.addWords(strings.Fields(phrase), e)
}

// loadWords adds the words of one language.
func (c *Catalog) loadWords(f *wordsFile) error {
	for _, name := range slices.Sorted(maps.Keys(f.Classes)) {
		k, ok := kindNames[name]
		if !ok {
			return fmt.Errorf("no class %q", name)
		}
		if err := c.addAll(f.Classes[name], entry{kind: k}); err != nil {
			return err
		}
	}
	if err := c.loadAspects(f.Asks, kindAsk); err != nil {
		return err
	}
	if err := c.loadAspects(f.Nouns, kindAspect); err != nil {
		return err
	}
	return c.loadForms(f)
}

func (c *Catalog) loadAspects(words map[string][]string, k kind) error {
	for _, name := range slices.Sorted(maps.Keys(words)) {
		a, ok := aspectOf(name)
		if !ok {
			return fmt.Errorf("no aspect %q", name)
		}
		if err := c.addAll(words[name], entry{kind: k, id: uint16(a)}); err != nil {
			return err
		}
	}
	return nil
}

func (c *Catalog) addAll(phrases []string, e entry) error {
	for _, p := range phrases {
		if err := c.add(p, e); err != nil {
			return err
		}
	}
	return nil
}

// loadForms adds numbers, spellings and inflections.
func (c *Catalog) loadForms(f *wordsFile) error {
	v := &c.vocab
	for w, value := range f.Numbers {
		if r := []rune(w)[0]; isHan(r) {
			v.digits[r] = value
		} else if err := c.add(w, entry{kind: kindNumber, id: uint16(value)}); err != nil {
			return err
		}
	}
	for from, to := range f.Spelled {
		if r := []rune(from)[0]; r >= foldFrom && r < foldTo {
			v.folds[r-foldFrom], v.runes[r] = spellsWord, []rune(to)
			continue
		}
		v.spelled[from] = strings.Fields(to)
		for _, w := range v.spelled[from] {
			v.word(w)
		}
	}
	maps.Copy(v.irregular, f.Irregular)
	for _, w := range f.Split {
		v.split[v.word(w)] = true
	}
	for _, r := range f.Fillers {
		v.fillers[r] = true
	}
	return v.loadTraditional(f.Traditional)
}

// loadTraditional adds lines of pairs of characters, the traditional one first.
func (v *vocab) loadTraditional(lines []string) error {
	for _, line := range lines {
		for _, pair := range strings.Fields(line) {
			rs := []rune(pair)
			if len(rs) != 2 || rs[0] < foldFrom || rs[0] >= foldTo {
				return fmt.Errorf("traditional: %q is no pair of characters", pair)
			}
			v.folds[rs[0]-foldFrom] = rs[1]
		}
	}
	return nil
}
