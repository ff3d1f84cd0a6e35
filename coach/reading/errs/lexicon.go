package errs

import (
	"fmt"
	"io/fs"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
)

// file is one data file. All parts are optional; the parts of all files are united.
type file struct {
	Families []family  `yaml:"families"`
	Wordings []wording `yaml:"wordings"`
	Words    words     `yaml:"words"`
}

// family is one system error: whatever names it decides alone, together with its target.
type family struct {
	ID      string   `yaml:"id"`
	Codes   []string `yaml:"codes"`   // symbolic names: ECONNREFUSED
	Linux   []int    `yaml:"linux"`   // errno numbers
	MacOS   []int    `yaml:"macos"`   // errno numbers where they differ
	Windows []int    `yaml:"windows"` // WinError and WSA numbers
	Texts   []string `yaml:"texts"`
	Last    []string `yaml:"last"` // texts of one word that count only at the end
	Bare    bool     `yaml:"bare"` // no word beside it counts, only its values
}

// wording is one message of a tool in several languages or versions.
type wording struct {
	ID   string `yaml:"id"`
	Noun bool   `yaml:"noun"` // names a thing, not a failure
	// Subject: the part of the chain before it is a name: "HOST: unbound variable".
	Subject bool     `yaml:"subject"`
	Texts   []string `yaml:"texts"`
}

// words are the small lists that the scanners ask.
type words struct {
	Failure   []string `yaml:"failure"`   // a line with one of these is an error line
	Harmless  []string `yaml:"harmless"`  // a line with one of these is none
	Level     []string `yaml:"level"`     // log levels and error words without content
	Filler    []string `yaml:"filler"`    // words that add nothing beside a system error
	Counter   []string `yaml:"counter"`   // before a number that counts runs or names a process
	Position  []string `yaml:"position"`  // before a number that is a place in a text
	Unit      []string `yaml:"unit"`      // behind a number that is a time or a duration
	Ident     []string `yaml:"ident"`     // before an id of a run
	Subject   []string `yaml:"subject"`   // before a plain word that names the target
	Tail      []string `yaml:"tail"`      // last parts of a chain that name no cause
	Summary   []string `yaml:"summary"`   // lines that only sum up an error shown beside them
	Tally     []string `yaml:"tally"`     // words of lines that only count what failed
	Hint      []string `yaml:"hint"`      // starts of lines of advice
	Extension []string `yaml:"extension"` // of file names
}

// phrase is a text to find. At most one of family and wording is set.
type phrase struct {
	text     string
	family   string
	wording  string
	failure  bool
	harmless bool
}

// lexicon is the data, indexed.
type lexicon struct {
	phrases map[uint32][]phrase // by the first three bytes, longest first
	first   [256]bool           // first bytes of phrases
	codes   map[string]string   // symbolic errno → family
	errno   map[int]string      // Linux, then macOS
	windows map[int]string
	last    map[string]string // last words → family
	bare    map[string]bool
	behind  map[string]bool // wordings behind a name

	level, filler, counter, position, unit, ident, subject, tail, tally, extension map[string]bool
	summary, hint                                                                  []string
}

func load(fsys fs.FS) (*lexicon, error) {
	names, err := fs.Glob(fsys, "errors/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list error texts: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("list error texts: no errors/*.yaml: %w", fs.ErrNotExist)
	}
	var all file
	for _, name := range names {
		b, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read error texts: %w", err)
		}
		var f file
		if err := yaml.UnmarshalWithOptions(b, &f, yaml.Strict()); err != nil {
			return nil, fmt.Errorf("parse %s: %w", name, err)
		}
		all.Families = append(all.Families, f.Families...)
		all.Wordings = append(all.Wordings, f.Wordings...)
		all.Words.join(f.Words)
	}
	return index(all)
}

func (w *words) join(o words) {
	for _, p := range []struct{ to, from *[]string }{
		{&w.Failure, &o.Failure},
		{&w.Harmless, &o.Harmless},
		{&w.Level, &o.Level},
		{&w.Filler, &o.Filler},
		{&w.Counter, &o.Counter},
		{&w.Position, &o.Position},
		{&w.Unit, &o.Unit},
		{&w.Ident, &o.Ident},
		{&w.Subject, &o.Subject},
		{&w.Tail, &o.Tail},
		{&w.Summary, &o.Summary},
		{&w.Tally, &o.Tally},
		{&w.Hint, &o.Hint},
		{&w.Extension, &o.Extension},
	} {
		*p.to = append(*p.to, *p.from...)
	}
}

// index builds the lexicon and refuses an id or a text that stands twice.
func index(f file) (*lexicon, error) {
	x := &lexicon{
		phrases: map[uint32][]phrase{}, codes: map[string]string{}, errno: map[int]string{}, windows: map[int]string{},
		last: map[string]string{}, bare: map[string]bool{}, behind: map[string]bool{},
		level: set(f.Words.Level), filler: set(f.Words.Filler), counter: set(f.Words.Counter),
		position: set(f.Words.Position), unit: set(f.Words.Unit), ident: set(f.Words.Ident),
		subject: set(f.Words.Subject), tail: set(f.Words.Tail), tally: set(f.Words.Tally), extension: set(f.Words.Extension),
		summary: lower(f.Words.Summary), hint: lower(f.Words.Hint),
	}
	seen := map[string]string{}
	add := func(p phrase, id string) error {
		p.text = strings.TrimSpace(strings.ToLower(normal(p.text)))
		if len(p.text) < 3 {
			return fmt.Errorf("error text %q of %s is shorter than three bytes", p.text, id)
		}
		if other, ok := seen[p.text]; ok && p.family == "" && p.wording == "" {
			x.flag(p)
			return nil
		} else if ok {
			return fmt.Errorf("error text %q stands under %s and %s", p.text, other, id)
		}
		seen[p.text] = id
		k := key(p.text)
		x.phrases[k] = append(x.phrases[k], p)
		x.first[p.text[0]] = true
		return nil
	}
	for _, fam := range f.Families {
		if err := x.addFamily(fam, add); err != nil {
			return nil, err
		}
	}
	for _, w := range f.Wordings {
		x.behind[w.ID] = w.Subject
		for _, t := range w.Texts {
			if err := add(phrase{text: t, wording: w.ID, failure: !w.Noun}, w.ID); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range f.Words.Failure {
		if err := add(phrase{text: t, failure: true}, "failure"); err != nil {
			return nil, err
		}
	}
	for _, t := range f.Words.Harmless {
		if err := add(phrase{text: t, harmless: true}, "harmless"); err != nil {
			return nil, err
		}
	}
	for _, ps := range x.phrases {
		sort.SliceStable(ps, func(i, j int) bool { return len(ps[i].text) > len(ps[j].text) })
	}
	return x, nil
}

// flag adds what p says of a line to the phrase with the same text.
func (x *lexicon) flag(p phrase) {
	ps := x.phrases[key(p.text)]
	for i := range ps {
		if ps[i].text == p.text {
			ps[i].failure = ps[i].failure || p.failure
			ps[i].harmless = ps[i].harmless || p.harmless
		}
	}
}

func (x *lexicon) addFamily(f family, add func(phrase, string) error) error {
	for _, t := range f.Texts {
		if err := add(phrase{text: t, family: f.ID}, f.ID); err != nil {
			return err
		}
	}
	for _, t := range f.Last {
		x.last[t] = f.ID
	}
	x.bare[f.ID] = f.Bare
	for _, c := range f.Codes {
		x.codes[c] = f.ID
	}
	for _, n := range f.Linux {
		x.errno[n] = f.ID
	}
	for _, n := range f.Windows {
		x.windows[n] = f.ID
	}
	// A number that Linux and macOS give to different errors is read as Linux's.
	for _, n := range f.MacOS {
		if _, ok := x.errno[n]; !ok {
			x.errno[n] = f.ID
		}
	}
	return nil
}

func key(s string) uint32 { return uint32(s[0])<<16 | uint32(s[1])<<8 | uint32(s[2]) }

// phraseAt returns the longest phrase at l[i:], which ends at the end of a word; l is lower case.
func (x *lexicon) phraseAt(l string, i int) *phrase {
	if i+3 > len(l) || !x.first[l[i]] {
		return nil
	}
	ps := x.phrases[key(l[i:])]
	for n := range ps {
		end := i + len(ps[n].text)
		if len(ps[n].text) == 3 && l[i] >= 0x80 && end < len(l) && l[end] >= 0x80 {
			continue // one Chinese letter is no word inside others
		}
		if strings.HasPrefix(l[i:], ps[n].text) && (end == len(l) || !wordByte(l[end-1]) || !wordByte(l[end])) {
			return &ps[n]
		}
	}
	return nil
}

// lowCode looks up a symbolic errno in lower case, as Erlang writes it.
func (x *lexicon) lowCode(a string, fam *string) bool {
	f, ok := x.codes[strings.ToUpper(a)]
	*fam = f
	return ok
}

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[strings.ToLower(s)] = true
	}
	return m
}

func lower(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.ToLower(normal(s))
	}
	return out
}
