package reading_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"tack/coach"
	"tack/coach/reading"
	"tack/templates"
)

// A further language is one more file: its words hold beside those of the others.
func TestNew_FurtherLanguage(t *testing.T) {
	files := fstest.MapFS{"de.yaml": {Data: []byte(`language: de
classes:
  heute: |
    (heute|fuer heute)
signs:
  stop: |
    (schluss|feierabend) <heute>
  ack: |
    (in ordnung|jawoll)
  busy: |
    moment mal
`)}}
	lexicon, err := fs.Sub(templates.FS, "lexicon")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(lexicon, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(lexicon, path)
		files[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := reading.New(files)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]coach.Kind{
		"Schluss für heute":     coach.KindChat, // not the spelling of the file
		"Schluss fuer heute!":   coach.KindStop,
		"jawoll":                coach.KindAck,
		"Moment mal":            coach.KindBusy,
		"let's call it a day":   coach.KindStop,
		"今天就到这里吧":               coach.KindStop,
		"ok, in Ordnung":        coach.KindAck,
		"in Ordnung，好的":         coach.KindAck,
		"wer war Donald Knuth?": coach.KindQuestion,
	} {
		if got := r.Learner(coaching, reading.Message{Text: text}).Kind; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
