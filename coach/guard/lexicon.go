package guard

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
)

// shell is what a command looks like, in any language.
type shell struct {
	Fences   []string `yaml:"fences"`
	Sessions []string `yaml:"sessions"`
	Shows    []string `yaml:"shows"`
	Prompt   string   `yaml:"prompt"`
	Programs []string `yaml:"programs"`
	Groups   string   `yaml:"groups"`
	People   string   `yaml:"people"`

	prompt, groups, people *regexp.Regexp
	programs               map[string]bool
}

// file is the wordings of one language as they stand in its file.
type file struct {
	Someone      string   `yaml:"someone"`
	Everyone     string   `yaml:"everyone"`
	Joins        string   `yaml:"joins"`
	Farewell     []string `yaml:"farewell"`
	FarewellNot  []string `yaml:"farewell_unless"`
	FarewellPre  []string `yaml:"farewell_after"`
	Saved        []string `yaml:"saved"`
	SavedNot     []string `yaml:"saved_unless"`
	SavedPre     []string `yaml:"saved_after"`
	Teaching     []string `yaml:"teaching"`
	TeachingNot  []string `yaml:"teaching_unless"`
	TeachingPre  []string `yaml:"teaching_after"`
	Defines      []string `yaml:"defines"`
	DefinesNot   []string `yaml:"defines_unless"`
	DefinesPre   []string `yaml:"defines_after"`
	Deviates     []string `yaml:"deviates"`
	DeviatesNot  []string `yaml:"deviates_unless"`
	DeviatesPre  []string `yaml:"deviates_after"`
	Deepens      []string `yaml:"deepens"`
	DeepensNot   []string `yaml:"deepens_unless"`
	DeepensPre   []string `yaml:"deepens_after"`
	Suggests     []string `yaml:"suggests"`
	SuggestsNot  []string `yaml:"suggests_unless"`
	SuggestsPre  []string `yaml:"suggests_after"`
	Asks         []string `yaml:"asks"`
	AsksNot      []string `yaml:"asks_unless"`
	AsksPre      []string `yaml:"asks_after"`
	Runs         []string `yaml:"runs"`
	RunsNot      []string `yaml:"runs_unless"`
	RunsPre      []string `yaml:"runs_after"`
	OutputBefore []string `yaml:"output_before"`
	RunBefore    []string `yaml:"run_before"`
	NotRun       []string `yaml:"not_run"`
	Does         []string `yaml:"does"`
	Parts        []string `yaml:"parts"`
	Expects      []string `yaml:"expects"`
	Fails        []string `yaml:"fails"`
}

// family is one meaning: its patterns, and where they do not count.
type family struct {
	yes, unless, after []pattern
}

// lang is the wordings of one language, compiled.
type lang struct {
	someone, everyone                     string
	joins                                 *regexp.Regexp
	farewell, saved, teaching             family
	deviates, deepens, suggests, asks     family
	runs, outputBefore, runBefore, notRun family
	does, parts, expects, fails           family
	defines                               []string // patterns with {term}
	definesUnless, definesAfter           []pattern
}

func (g *Guard) load(fsys fs.FS) error {
	const folder = "lexicon/guard"
	if err := decode(fsys, folder+"/shell.yaml", &g.shell); err != nil {
		return err
	}
	if err := g.shell.compile(); err != nil {
		return fmt.Errorf("%s/shell.yaml: %w", folder, err)
	}
	names, err := fs.Glob(fsys, folder+"/*.yaml")
	if err != nil {
		return err
	}
	sort.Strings(names)
	for _, name := range names {
		tag := strings.TrimSuffix(path.Base(name), ".yaml")
		if tag == "shell" {
			continue
		}
		var f file
		if err := decode(fsys, name, &f); err != nil {
			return err
		}
		l, err := compile(f)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		g.langs[tag] = l
		g.order = append(g.order, l)
	}
	if g.langs["en"] == nil {
		return fmt.Errorf("%s/en.yaml is missing", folder)
	}
	return nil
}

func decode(fsys fs.FS, name string, into any) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	if err := yaml.UnmarshalWithOptions(data, into, yaml.Strict()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (s *shell) compile() (err error) {
	for _, p := range [...]struct {
		text string
		to   **regexp.Regexp
	}{{s.Prompt, &s.prompt}, {s.Groups, &s.groups}, {s.People, &s.people}} {
		if *p.to, err = regexp.Compile(p.text); err != nil {
			return err
		}
	}
	s.programs = map[string]bool{}
	for _, name := range s.Programs {
		s.programs[name] = true
	}
	return nil
}

func compile(f file) (*lang, error) {
	l := &lang{someone: f.Someone, everyone: f.Everyone, defines: f.Defines}
	for _, p := range [...]struct {
		to              *family
		yes, not, after []string
	}{
		{&l.farewell, f.Farewell, f.FarewellNot, f.FarewellPre},
		{&l.saved, f.Saved, f.SavedNot, f.SavedPre},
		{&l.teaching, f.Teaching, f.TeachingNot, f.TeachingPre},
		{&l.deviates, f.Deviates, f.DeviatesNot, f.DeviatesPre},
		{&l.deepens, f.Deepens, f.DeepensNot, f.DeepensPre},
		{&l.suggests, f.Suggests, f.SuggestsNot, f.SuggestsPre},
		{&l.asks, f.Asks, f.AsksNot, f.AsksPre},
		{&l.runs, f.Runs, f.RunsNot, f.RunsPre},
		{&l.outputBefore, f.OutputBefore, nil, nil},
		{&l.runBefore, f.RunBefore, nil, nil},
		{&l.notRun, f.NotRun, nil, nil},
		{&l.does, f.Does, nil, nil},
		{&l.parts, f.Parts, nil, nil},
		{&l.expects, f.Expects, nil, nil},
		{&l.fails, f.Fails, nil, nil},
	} {
		var err error
		if *p.to, err = newFamily(p.yes, p.not, p.after); err != nil {
			return nil, err
		}
	}
	return l, l.rest(f)
}

// rest compiles what is no family: how commands are joined, and definitions, whose patterns need
// their term; they are tried with one here, so that a broken one is found now.
func (l *lang) rest(f file) (err error) {
	if l.joins, err = regexp.Compile(f.Joins); err != nil {
		return err
	}
	if l.definesUnless, err = patterns(f.DefinesNot); err != nil {
		return err
	}
	if l.definesAfter, err = patterns(f.DefinesPre); err != nil {
		return err
	}
	_, err = l.define("x")
	return err
}

// define is the family of the definitions of a term.
func (l *lang) define(term string) (family, error) {
	with := make([]string, len(l.defines))
	for i, p := range l.defines {
		with[i] = strings.ReplaceAll(p, "{term}", regexp.QuoteMeta(strings.ToLower(term)))
	}
	yes, err := patterns(with)
	return family{yes: yes, unless: l.definesUnless, after: l.definesAfter}, err
}

func newFamily(yes, unless, after []string) (f family, err error) {
	if f.yes, err = patterns(yes); err != nil {
		return f, err
	}
	if f.unless, err = patterns(unless); err != nil {
		return f, err
	}
	f.after, err = patterns(after)
	return f, err
}

func patterns(texts []string) ([]pattern, error) {
	out := make([]pattern, len(texts))
	for i, s := range texts {
		re, err := newPattern(s)
		if err != nil {
			return nil, fmt.Errorf("pattern %d: %w", i+1, err)
		}
		out[i] = re
	}
	return out, nil
}

// in reports whether a sentence has the family's meaning.
func (f family) in(s sentence) bool {
	for _, re := range f.yes {
		if !re.may(s.plain) {
			continue
		}
		for _, loc := range re.FindAllStringIndex(s.plain, -1) {
			if !matchesAny(f.after, before(s.plain, loc[0])) && !matchesAny(f.unless, s.asked) {
				return true
			}
		}
	}
	return false
}

// before is the text in front of a place, as far as an exception looks back.
func before(s string, at int) string {
	const back = 200
	return s[max(0, at-back):at]
}

func matchesAny(list []pattern, s string) bool {
	for _, re := range list {
		if re.matches(s) {
			return true
		}
	}
	return false
}

// any reports whether a sentence has the meaning in any language.
func (g *Guard) any(s sentence, pick func(*lang) family) bool {
	for _, l := range g.order {
		if pick(l).in(s) {
			return true
		}
	}
	return false
}
