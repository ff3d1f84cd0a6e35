package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceFile has the texts that must go with the binaries.
const licenceFile = "LICENSES.txt"

// own is the licence of Tack.
const own = "Apache-2.0"

// allowed are licences under which code can be part of a work under Apache-2.0.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}

// known are the licences by a sentence of their text, in small letters and with single blanks.
// Those that are not allowed are here so that a file that has such a part too is refused.
var known = []struct{ id, says string }{
	{"Apache-2.0", "apache license version 2.0, january 2004"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose"},
	{"BSD-2-Clause", "redistribution and use in source and binary forms, with or without modification"},
	{"GPL, LGPL or AGPL", "gnu general public license"},
	{"GPL, LGPL or AGPL", "gnu lesser general public license"},
	{"GPL, LGPL or AGPL", "gnu affero general public license"},
	{"MPL-2.0", "mozilla public license"},
	{"EPL", "eclipse public license"},
	{"CC", "creative commons"},
	{"SSPL", "server side public license"},
}

// endorse is what three clauses have over two: the names of the authors may not be used to advertise.
var endorse = regexp.MustCompile(`(neither the names? of|the names? of [^.]* may not be used to endorse|may not be used to endorse)`)

var (
	errNoLicence = errors.New("no licence is found")
	errLicence   = errors.New("its licence is not one that Apache-2.0 goes with")
)

// recognise returns the licences of a text, sorted.
func recognise(text []byte) []string {
	flat := strings.Join(strings.Fields(strings.ToLower(string(text))), " ")
	var ids []string
	for _, l := range known {
		if strings.Contains(flat, l.says) {
			ids = append(ids, l.id)
		}
	}
	if i := slices.Index(ids, "BSD-2-Clause"); i >= 0 && endorse.MatchString(flat) {
		ids[i] = "BSD-3-Clause"
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// files are the names of a module's texts, in any case of letters.
var files = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|notice|patents)([.-].*)?$`)

// texts reads the files of a module that are about rights.
func texts(m module) (names []string, bodies [][]byte, err error) {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", m.Path, err)
	}
	for _, e := range entries {
		if e.IsDir() || !files.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
			continue
		}
		body, err := os.ReadFile(filepath.Join(m.Dir, e.Name()))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		names, bodies = append(names, e.Name()), append(bodies, body)
	}
	return names, bodies, nil
}

// licenceOf returns a module's licences. One that is not allowed, or none, is an error.
func licenceOf(m module) ([]string, error) {
	_, bodies, err := texts(m)
	if err != nil {
		return nil, err
	}
	ids := recognise(bytes.Join(bodies, []byte("\n")))
	if len(ids) == 0 {
		return nil, fmt.Errorf("%s %s: %w", m.Path, m.Version, errNoLicence)
	}
	for _, id := range ids {
		if !slices.Contains(allowed, id) {
			return nil, fmt.Errorf("%s %s: %s: %w", m.Path, m.Version, id, errLicence)
		}
	}
	return ids, nil
}

// licences is LICENSES.txt: Tack's own licence, then those of what is in the binaries.
func licences(all []module) ([]byte, error) {
	var b bytes.Buffer
	body, err := os.ReadFile("LICENSE")
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "Tack is under the %s licence:\n\n%s\nIts binaries have these parts of others in them.\n", own, body)
	for _, m := range all {
		ids, err := licenceOf(m)
		if err != nil {
			return nil, err
		}
		names, bodies, err := texts(m)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n%s\n%s %s (%s)\n", strings.Repeat("=", 80), m.Path, m.Version, strings.Join(ids, " and "))
		for i := range names {
			fmt.Fprintf(&b, "\n---- %s ----\n\n%s\n", names[i], bytes.TrimSpace(bodies[i]))
		}
	}
	return b.Bytes(), nil
}
