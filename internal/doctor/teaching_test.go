package doctor_test

import (
	"io/fs"
	"maps"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"tack/internal/doctor"
	"tack/templates"
)

// TestTexts: the shipped ones are well; of broken ones the part that is broken says which file it is.
func TestTexts(t *testing.T) {
	t.Parallel()
	shipped := copied(t, templates.FS)
	if found := doctor.Texts(shipped); doctor.Worst(found) != doctor.OK || len(found) != 5 {
		t.Errorf("found %+v", found)
	}
	for file, name := range map[string]string{
		"messages/core.zh.yaml":    "messages",
		"messages/core.en.yaml":    "messages",
		"messages/handoff.zh.yaml": "documents",
		"lexicon/en.yaml":          "lexicon",
		"prompts/zh/module.tmpl":   "prompts",
	} {
		broken := maps.Clone(shipped)
		broken[file] = &fstest.MapFile{Data: []byte("lone_key: {{")}
		problems := 0
		for _, f := range doctor.Texts(broken) {
			if f.Level == doctor.OK {
				continue
			}
			problems++
			if f.Name != name || !strings.Contains(f.Text, path.Base(file)) || f.Fix == "" {
				t.Errorf("%s broken: %+v, want %s", file, f, name)
			}
		}
		if problems != 1 {
			t.Errorf("%s broken: %d problems, want 1", file, problems)
		}
	}
}

// copied is a file system that can be changed.
func copied(t *testing.T, from fs.FS) fstest.MapFS {
	t.Helper()
	to := fstest.MapFS{}
	err := fs.WalkDir(from, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, path)
		to[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}
