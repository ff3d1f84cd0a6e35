package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLicences: everything in the binaries of all platforms is under a licence that Apache-2.0 goes
// with, and its text and its place in the bill of materials are there.
func TestLicences(t *testing.T) {
	t.Chdir("../..")
	var all []module
	for _, platform := range platforms {
		modules, err := modulesOf(t.Context(), platform)
		if err != nil {
			t.Fatal(err)
		}
		all = union(all, modules)
	}
	if len(all) < 20 || all[0].Path != "std" {
		t.Fatalf("listed are %v", all)
	}
	body, err := licences(all)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := billOf("v1.2.3", all)
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&b); err != nil || len(b.Components) != len(all) || b.Metadata.Component.Version != "v1.2.3" {
		t.Fatalf("bill of %d components for %d modules: %v", len(b.Components), len(all), err)
	}
	for i, m := range all {
		c := b.Components[i]
		if !bytes.Contains(body, []byte("\n"+m.Path+" "+m.Version+" (")) || c.Name != m.Path || len(c.Licences) == 0 || !strings.HasPrefix(c.URL, "pkg:golang/"+m.Path+"@") {
			t.Errorf("%s %s: no text, or in the bill as %+v", m.Path, m.Version, c)
		}
	}
}

func TestLicenceOf(t *testing.T) {
	t.Parallel()
	const (
		mit = "MIT License\n\nPermission is hereby granted, free of charge,\n to any person obtaining a copy"
		bsd = "Redistribution and use in source and binary forms, with or without\nmodification, are permitted"
	)
	for name, c := range map[string]struct {
		file, text string
		want       []string
		err        error
	}{
		"MIT":    {"LICENSE", mit, []string{"MIT"}, nil},
		"Two":    {"license.md", bsd, []string{"BSD-2-Clause"}, nil},
		"Three":  {"COPYING", bsd + " Neither the name of Google Inc. nor", []string{"BSD-3-Clause"}, nil},
		"Both":   {"LICENCE.txt", mit + bsd, []string{"BSD-2-Clause", "MIT"}, nil},
		"GPL":    {"COPYING", mit + "\nGNU GENERAL PUBLIC LICENSE", nil, errLicence},
		"MPL":    {"LICENSE", "Mozilla Public License Version 2.0", nil, errLicence},
		"Other":  {"LICENSE", "You may look at this.", nil, errNoLicence},
		"NoFile": {"README.md", mit, nil, errNoLicence},
		"Code":   {"license.go", mit, nil, errNoLicence},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := licenceOf(module{"example.com/m", "v1.0.0", dir})
			if !slices.Equal(got, c.want) || !errors.Is(err, c.err) {
				t.Errorf("%v, %v; want %v, %v", got, err, c.want, c.err)
			}
		})
	}
}

// TestHolds: a binary that is made of something else than what is listed is no release.
func TestHolds(t *testing.T) {
	t.Parallel()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := holds(path, []module{{Path: "std", Version: "go1.0"}}); err == nil {
		t.Error("another Go is not seen")
	}
}

func TestRun_WrongUse(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{}, {"--version", ""}, {"--version", "-x"}, {"--version", "a/b"}, {"--version", "v1", "--only", "plan9/386"},
	} {
		if err := run(t.Context(), args); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}

func TestWriteSums(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b", "a"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeSums(dir, []string{"b", "a"}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	want := "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n" +
		"3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b\n"
	if err != nil || string(got) != want {
		t.Errorf("%v, sums\n%s", err, got)
	}
}
