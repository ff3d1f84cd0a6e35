// Package voice says what the coach says: texts by key and language, each a Go text/template.
//
// Goals: strict at load time (a key that one language lacks, a duplicate, a template that does not
// parse is an error naming file and key); a further language is a further file. Non-goals:
// choosing what to say, rendering Markdown.
//
//	v, err := voice.New(templates, "messages/core")
//	text := v.Say("zh", "warn_length", map[string]any{"N": 15, "Threshold": 20})
package voice

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/goccy/go-yaml"
)

// fallback is the language spoken where the learner's has no texts.
const fallback = "en"

// Voice is a loaded set of texts. It is read-only and safe for concurrent use.
type Voice struct {
	texts map[string]map[string]*template.Template // by language, by key
}

// New loads the files base.<language>.yaml, each a flat map of key to template. base is a slash
// path inside fsys without the ending, "messages/tutor". English must be there, and every language
// must have exactly the keys that English has; all problems are reported together.
func New(fsys fs.FS, base string) (*Voice, error) {
	names, err := fs.Glob(fsys, base+".*.yaml")
	if err != nil {
		return nil, fmt.Errorf("find texts %s: %w", base, err)
	}
	v := &Voice{texts: map[string]map[string]*template.Template{}}
	var problems []error
	for _, name := range names {
		tag := strings.TrimSuffix(strings.TrimPrefix(path.Base(name), path.Base(base)+"."), ".yaml")
		texts, err := load(fsys, name)
		problems = append(problems, err)
		v.texts[tag] = texts
	}
	if v.texts[fallback] == nil {
		problems = append(problems, fmt.Errorf("texts %s: no %s.%s.yaml", base, base, fallback))
	}
	problems = append(problems, v.compare(base)...)
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return v, nil
}

// load reads one file. A template that does not parse is reported with the others of the file.
func load(fsys fs.FS, name string) (map[string]*template.Template, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read texts: %w", err)
	}
	var raw map[string]string
	err = yaml.NewDecoder(bytes.NewReader(data), yaml.Strict()).Decode(&raw)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %s", name, yaml.FormatError(err, false, false))
	}
	texts := map[string]*template.Template{}
	var problems []error
	for key, text := range raw {
		t, err := template.New(key).Option("missingkey=error").Parse(strings.TrimRight(text, "\n"))
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: key %s: %w", name, key, err))
			continue
		}
		texts[key] = t
	}
	return texts, errors.Join(problems...)
}

// compare reports the keys that not every language has.
func (v *Voice) compare(base string) []error {
	all := map[string]bool{}
	for _, texts := range v.texts {
		for key := range texts {
			all[key] = true
		}
	}
	var problems []error
	for tag, texts := range v.texts {
		for key := range all {
			if texts[key] == nil {
				problems = append(problems, fmt.Errorf("%s.%s.yaml: no text for key %s", base, tag, key))
			}
		}
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return problems
}

// Say gives the text of key in a language (English where the language has no texts), filled with
// data. An unknown key or data that does not fit is a programmer's error that tests must find; it
// shows as the key in double angle brackets, since a learner is better served by that than by a crash.
func (v *Voice) Say(locale, key string, data any) string {
	texts := v.texts[locale]
	if texts == nil {
		texts = v.texts[fallback]
	}
	t := texts[key]
	if t == nil {
		return "⟪" + key + "⟫"
	}
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return "⟪" + key + "⟫"
	}
	return b.String()
}

// Keys lists every key, sorted.
func (v *Voice) Keys() []string {
	var keys []string
	for key := range v.texts[fallback] {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Languages lists the languages that have texts, sorted.
func (v *Voice) Languages() []string {
	var tags []string
	for tag := range v.texts {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	return tags
}
