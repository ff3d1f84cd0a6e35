package track

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// patterns are the compiled patterns of a track, by their text.
type patterns map[string]*regexp.Regexp

// Parse reads a track strictly: an unknown or repeated field, a value of the wrong type, a second
// document and a pattern that is no RE2 are errors that name the file and line and column (of a
// pattern: its path). name is the file's name as shown in errors and by Lint. A track that parses
// may still break rules: see Lint.
func Parse(name string, data []byte) (*Track, error) {
	d := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict())
	var t Track
	if err := d.Decode(&t); errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("track %s: empty file", name)
	} else if err != nil {
		return nil, fmt.Errorf("track %s: %s", name, yaml.FormatError(err, false, true))
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("track %s: more than one document", name)
	}
	t.file = name
	if err := t.compile(); err != nil {
		return nil, err
	}
	return &t, nil
}

// compile prepares every pattern; all that do not compile are reported.
func (t *Track) compile() error {
	t.patterns = patterns{}
	var problems []error
	add := func(path, expr, flags string) {
		re, err := regexp.Compile(flags + expr)
		if err != nil {
			problems = append(problems, fmt.Errorf("track %s: %s: %w", t.file, path, err))
			return
		}
		t.patterns[flags+expr] = re
	}
	for _, c := range t.commands() {
		add(c.path+".success", c.it.Success, successFlags)
	}
	for _, f := range within("errors", t.Errors) {
		for i, expr := range f.it.Match {
			add(index(f.path+".match", i), expr, faultFlags)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return t.compileAny()
}

// compileAny joins the patterns of all errors into one, which tells at one pass that there is none.
func (t *Track) compileAny() (err error) {
	var all []string
	for i := range t.Errors {
		for _, expr := range t.Errors[i].Match {
			all = append(all, "(?:"+expr+")")
		}
	}
	if len(all) > 0 {
		t.anyFault, err = regexp.Compile(faultFlags + strings.Join(all, "|"))
	}
	return err
}

// The flags put before the patterns of a file.
const (
	successFlags = "(?m)"
	faultFlags   = "(?mi)"
)

// faultAt is where in a line an error begins and ends, by the pattern that finds it earliest; nil: nowhere.
func (t *Track) faultAt(f *Fault, line string) []int {
	var at []int
	for _, expr := range f.Match {
		re := t.patterns[faultFlags+expr]
		if re == nil {
			continue
		}
		if found := re.FindStringIndex(line); found != nil && (at == nil || found[0] < at[0]) {
			at = found
		}
	}
	return at
}
