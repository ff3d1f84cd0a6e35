package config

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// Sources are where settings come from. The zero value gives the defaults.
type Sources struct {
	File    string            // YAML; empty: what the variable TACK_CONFIG names, or none
	Environ []string          // as os.Environ returns it; an empty variable counts as not there
	Flags   map[string]string // by name without dashes, as Flags.Sources fills it
}

// Loaded are the settings in effect.
type Loaded struct {
	Config
	Origins  map[string]Origin // by path: where the value comes from
	Warnings []string          // what is no error and hardly meant, a sentence each

	file  string            // of Sources, or named by the environment
	files map[string]string // by path of a secret: the file that held it
}

// Load reads the settings. An error is an Error with everything that is wrong; Warnings are set even
// then, since a mistyped variable is often why.
func Load(s Sources) (Loaded, error) {
	l := &loader{Loaded: Loaded{Origins: map[string]Origin{}, files: map[string]string{}}}
	l.groups = declare(&l.Config)
	l.defaults()
	vars := variables(s.Environ)
	if l.Loaded.file = s.File; l.Loaded.file == "" {
		l.Loaded.file = vars[configVariable]
	}
	if l.Loaded.file != "" {
		l.level(l.read(l.Loaded.file))
	}
	l.level(l.environment(vars))
	l.level(l.flags(s.Flags))
	l.secrets()
	l.check()
	if len(l.problems) > 0 {
		return l.Loaded, l.problems
	}
	return l.Loaded, nil
}

// loader is a Loaded in the making.
type loader struct {
	Loaded
	groups   []group // bound to Loaded.Config
	problems Error
}

// all yields every setting.
func (l *loader) all(yield func(setting) bool) {
	for _, g := range l.groups {
		for _, s := range g.settings {
			if !yield(s) {
				return
			}
		}
	}
}

func (l *loader) problem(path string, from Origin, format string, args ...any) {
	l.problems = append(l.problems, Problem{path, from, fmt.Sprintf(format, args...)})
}

// defaults sets those that have one. A wrong one is a programmer's error and panics.
func (l *loader) defaults() {
	for s := range l.all {
		l.Origins[s.path] = fromDefault
		if s.std == "" {
			continue
		}
		if err := s.value.set(s.std); err != nil {
			panic(fmt.Sprintf("default of %s: %v", s.path, err))
		}
	}
}

// given is a value of one source.
type given struct {
	setting setting
	text    string
	file    bool // text names a file that holds the value
	from    Origin
}

// level takes what one source gives over what is there. Of two for one setting the first counts.
func (l *loader) level(all []given) {
	seen := map[string]given{}
	for _, g := range all {
		path := g.setting.path
		before, again := seen[path]
		switch {
		case !again:
			seen[path] = g
			l.take(g)
		case before.file != g.file:
			l.problem(path, g.from, "is given as a value and as a file; the other is %s", before.from)
		}
	}
}

// take sets one value. A file is looked at when nothing stronger can come any more.
func (l *loader) take(g given) {
	path := g.setting.path
	delete(l.files, path)
	l.Origins[path] = g.from
	if g.file {
		l.files[path] = g.text
		return
	}
	if err := g.setting.value.set(g.text); err != nil {
		l.problem(path, g.from, "%v", err)
	} else if g.text == "" {
		l.Origins[path] = fromDefault // none is what it has by itself
	}
}

// maxSecret is the size of a file that holds a secret at most, in bytes.
const maxSecret = 16 << 10

// secrets reads the files that hold one.
func (l *loader) secrets() {
	for s := range l.all {
		name, ok := l.files[s.path]
		if !ok {
			continue
		}
		body, err := os.ReadFile(name)
		body = []byte(strings.TrimSuffix(strings.TrimSuffix(string(body), "\n"), "\r"))
		switch {
		case err != nil:
			l.problem(s.path+fileSuffix, l.Origins[s.path], "%v", err)
			continue
		case len(body) == 0:
			err = errors.New("the file is empty")
		case len(body) > maxSecret:
			err = fmt.Errorf("the file holds more than %d bytes: it is another one", maxSecret)
		default:
			err = s.value.set(string(body))
		}
		if err != nil {
			l.problem(s.path+fileSuffix, l.Origins[s.path], "%s: %v", name, err)
		}
	}
}
