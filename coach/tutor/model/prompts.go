package model

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"text/template"
)

// Prompts are the prompts by language and scene, each a Go text/template.
//
// A prompt file begins with a line that names its version; answers that are kept carry it, so that a
// changed prompt is asked anew.
type Prompts struct {
	langs map[string]map[string]prompt
}

type prompt struct {
	version string
	text    *template.Template
}

var versionLine = regexp.MustCompile(`^{{/\* version (\d+)[^*]*\*/ -}}\n`)

// promptNames are the prompts that every language has: the scenes, what all of them begin with, and
// the frame of what they show.
var promptNames = []string{
	"base", "turn", "diagnosis", "route", "negotiation", "setup", "module", "topic", "question", "reading",
}

// NewPrompts reads prompts/<language>/<name>.tmpl of every language. English must be there; a prompt that one
// language lacks, has no version or does not parse is an error.
func NewPrompts(fsys fs.FS) (*Prompts, error) {
	dirs, err := fs.ReadDir(fsys, "prompts")
	if err != nil {
		return nil, fmt.Errorf("find prompts: %w", err)
	}
	p := &Prompts{langs: map[string]map[string]prompt{}}
	for _, dir := range dirs {
		if !dir.IsDir() {
			continue
		}
		set := map[string]prompt{}
		for _, name := range promptNames {
			if set[name], err = readPrompt(fsys, path.Join("prompts", dir.Name(), name+".tmpl")); err != nil {
				return nil, err
			}
		}
		p.langs[dir.Name()] = set
	}
	if p.langs["en"] == nil {
		return nil, fmt.Errorf("find prompts: no folder prompts/en: %w", fs.ErrNotExist)
	}
	return p, nil
}

func readPrompt(fsys fs.FS, name string) (prompt, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return prompt{}, fmt.Errorf("read prompt: %w", err)
	}
	m := versionLine.FindSubmatch(data)
	if m == nil {
		return prompt{}, fmt.Errorf("prompt %s: the first line names no version", name)
	}
	t, err := template.New(name).Option("missingkey=error").Parse(string(data))
	if err != nil {
		return prompt{}, fmt.Errorf("prompt %s: %w", name, err)
	}
	return prompt{string(m[1]), t}, nil
}

func (p *Prompts) get(locale, name string) prompt {
	if set := p.langs[locale]; set != nil {
		return set[name]
	}
	return p.langs["en"][name]
}

// say fills a prompt. One that does not fit its data is a programmer's error that tests must find.
func (p *Prompts) say(locale, name string, data any) string {
	var b strings.Builder
	if err := p.get(locale, name).text.Execute(&b, data); err != nil {
		return "⟪" + name + "⟫"
	}
	return strings.TrimSpace(b.String())
}

// version names the version of a scene's prompt with its language.
func (p *Prompts) version(locale, name string) string {
	return locale + "/" + name + "/" + p.get(locale, name).version
}

// rules are pieces of all instructions, half a shingle apart: a text that repeats a run of one and a half
// has one of them.
func (p *Prompts) rules() map[string]bool {
	set := map[string]bool{}
	for locale := range p.langs {
		for _, name := range promptNames {
			if name == "turn" {
				continue
			}
			for piece := range shingles(lettersOf(p.say(locale, name, instruct{})), 0) {
				set[piece] = true
			}
		}
	}
	return set
}
