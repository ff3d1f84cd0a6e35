package track

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
)

const (
	formatVersion = 1
	maxLevels     = 3
	maxModules    = 14  // of a route; a track is taught whole
	maxText       = 900 // runes
)

var (
	topicName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	moduleID  = regexp.MustCompile(`^M[1-9][0-9]*$`)
)

// head checks what stands before the modules.
func (l *linter) head() {
	t := l.track
	if t.Version != formatVersion {
		l.add("version", "is %d, want %d", t.Version, formatVersion)
	}
	if !topicName.MatchString(t.Topic) {
		l.add("topic", "%q is not lower-case letters, digits and hyphens", t.Topic)
	}
	if len(t.Languages) == 0 {
		l.add("languages", "none listed")
	}
	if n := len(t.Levels); n < 1 || n > maxLevels {
		l.add("levels", "%d questions, want 1 to %d", n, maxLevels)
	}
	if len(t.Setup.Steps) == 0 {
		l.add("setup.steps", "none")
	}
	if n := len(t.Modules); n < 1 || n > maxModules {
		l.add("modules", "%d modules, want 1 to %d", n, maxModules)
	}
	for i, alias := range t.Aliases {
		if fold(alias) == "" {
			l.add(index("aliases", i), "has no letters or digits")
		}
	}
	for i, program := range t.Needs {
		if program == "" || strings.ContainsAny(program, " \t/") {
			l.add(index("needs", i), "%q is not the name of a program", program)
		}
	}
}

// optional names the texts that may be empty in every language.
var optional = []string{"trace", "undone", "plain"}

// texts checks every Text of the track: there, in every language listed and no other, and short.
func (l *linter) texts() {
	l.walk("", reflect.ValueOf(l.track).Elem())
}

func (l *linter) walk(path string, v reflect.Value) {
	if text, ok := v.Interface().(Text); ok {
		l.text(path, text)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				l.walk(strings.TrimPrefix(path+"."+f.Tag.Get("yaml"), "."), v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			l.walk(index(path, i), v.Index(i))
		}
	}
}

func (l *linter) text(path string, text Text) {
	leaf := path[strings.LastIndexByte(path, '.')+1:]
	if len(text) == 0 && slices.Contains(optional, leaf) {
		return
	}
	for _, tag := range l.track.Languages {
		if strings.TrimSpace(text[tag]) == "" {
			l.add(path, "no text in %s", tag)
		}
	}
	for _, tag := range sortedKeys(text) {
		if !slices.Contains(l.track.Languages, tag) {
			l.add(path, "text in %s, which languages does not list", tag)
		}
		if n := len([]rune(text[tag])); n > maxText {
			l.add(path, "%d characters in %s, at most %d", n, tag, maxText)
		}
	}
}

// ids checks that every id is there and unique among its kind. Points, commands and questions
// are one kind, since a course refers to them by id alone.
func (l *linter) ids() {
	steps, faults, answers := map[string]string{}, map[string]string{}, map[string]string{}
	for i := range l.track.Modules {
		m, p := &l.track.Modules[i], index("modules", i)
		for _, pt := range append(within(p+".concept", m.Concept), within(p+".principle", m.Principle)...) {
			l.id(steps, pt.path, pt.it.ID)
		}
	}
	for _, c := range l.track.commands() {
		l.id(steps, c.path, c.it.ID)
	}
	for _, c := range l.track.checks() {
		if c.it.ID != "" || !strings.HasSuffix(c.path, ".check") {
			l.id(steps, c.path, c.it.ID)
		}
	}
	for _, f := range within("errors", l.track.Errors) {
		l.id(faults, f.path, f.it.ID)
	}
	for _, a := range within("faq", l.track.FAQ) {
		l.id(answers, a.path, a.it.ID)
	}
}

func (l *linter) id(seen map[string]string, path, id string) {
	path += ".id"
	if id == "" {
		l.add(path, "empty")
		return
	}
	if other := seen[id]; other != "" {
		l.add(path, "%q is also at %s", id, other)
	}
	seen[id] = path
}
