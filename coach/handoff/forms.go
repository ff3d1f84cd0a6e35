package handoff

import (
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/goccy/go-yaml"
)

// Forms are the words of the documents in every language. It is never changed after New.
type Forms struct {
	byTag    map[string]*words
	tags     []string
	sections map[string]string            // folded heading → section
	labels   map[string]string            // folded label → label
	keys     map[string]string            // folded key → key
	values   map[string]map[string]string // group → folded word → value
	nones    map[string]bool
}

// words is the file of one language.
type words struct {
	None        string                       `yaml:"none"`
	Heading     string                       `yaml:"heading"`
	Colon       string                       `yaml:"colon"`
	Paren       string                       `yaml:"paren"`
	Titles      map[string]string            `yaml:"titles"`
	About       map[string]string            `yaml:"about"`
	Sections    map[string]string            `yaml:"sections"`
	Labels      map[string]string            `yaml:"labels"`
	Columns     map[string]string            `yaml:"columns"`
	Keys        map[string]string            `yaml:"keys"`
	Values      map[string]map[string]string `yaml:"values"`
	Counts      string                       `yaml:"counts"`
	ModuleNotes map[string]string            `yaml:"module_notes"`
}

// sectionOrder is the fixed order of a CONTEXT.md.
var sectionOrder = [...]string{
	"stack", "learner", "preferences", "route", "environment", "modules", "current", "files",
	"known", "trace", "todo", "open", "constraints", "session",
}

// fallback is the language of documents whose own has no words.
const fallback = "en"

// New reads messages/handoff.<tag>.yaml of every language.
func New(fsys fs.FS) (*Forms, error) {
	names, err := fs.Glob(fsys, "messages/handoff.*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list the words of the documents: %w", err)
	}
	f := &Forms{
		byTag: map[string]*words{}, sections: map[string]string{}, labels: map[string]string{},
		keys: map[string]string{}, values: map[string]map[string]string{}, nones: map[string]bool{},
	}
	sort.Strings(names)
	for _, name := range names {
		if err := f.load(fsys, name); err != nil {
			return nil, err
		}
	}
	if f.byTag[fallback] == nil {
		return nil, fmt.Errorf("words of the documents: messages/handoff.%s.yaml is missing", fallback)
	}
	return f, nil
}

func (f *Forms) load(fsys fs.FS, name string) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("words of the documents: %w", err)
	}
	w := &words{}
	if err := yaml.UnmarshalWithOptions(data, w, yaml.Strict()); err != nil {
		return fmt.Errorf("words of the documents: %s: %w", name, err)
	}
	for _, s := range sectionOrder {
		if w.Sections[s] == "" {
			return fmt.Errorf("words of the documents: %s: section %s has no name", name, s)
		}
	}
	tag := strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "handoff."), ".yaml")
	f.byTag[tag] = w
	f.tags = append(f.tags, tag)
	f.index(w)
	return nil
}

// index adds the words of one language to what is understood.
func (f *Forms) index(w *words) {
	add := func(to map[string]string, from map[string]string) {
		for name, word := range from {
			to[fold(word)] = name
		}
	}
	add(f.sections, w.Sections)
	add(f.labels, w.Labels)
	add(f.keys, w.Keys)
	for group, vs := range w.Values {
		if f.values[group] == nil {
			f.values[group] = map[string]string{}
		}
		add(f.values[group], vs)
		for v := range vs {
			f.values[group][fold(v)] = v
		}
	}
	f.nones[fold(w.None)] = true
}

// in returns the words of a language.
func (f *Forms) in(tag string) *words {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	if w := f.byTag[base]; w != nil {
		return w
	}
	return f.byTag[fallback]
}

// value is the value that a word of any language stands for; a word that is none stands for itself.
func (f *Forms) value(group, text string) string {
	if v, ok := f.values[group][fold(text)]; ok {
		return v
	}
	return text
}

// word is the word for a value; a value that has none is written as it is.
func (w *words) word(group, value string) string {
	if s, ok := w.Values[group][value]; ok {
		return s
	}
	return value
}

// fold makes headings, labels and keys comparable: without marks, numbering, case and blanks.
func fold(s string) string {
	s = strings.TrimLeft(s, "#*_【[ \t　0123456789.、)")
	s = strings.TrimRight(s, "#*_】] \t　:：")
	s = strings.ReplaceAll(strings.ToLower(s), "‑", "-")
	return strings.Join(strings.Fields(s), " ")
}
