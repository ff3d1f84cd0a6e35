package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"tack/state"

	"go.etcd.io/bbolt"
)

// TestChat_BadText: whatever bytes a line holds, it is answered or refused in words, what is shown
// cannot drive the terminal, the session goes on, and the export replays.
func TestChat_BadText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, line string
		want       string // in what is shown; empty: message [2]
		refused    bool   // not in the log
	}{
		{name: "InvalidUTF8", line: "to use it \xff\xfe at \xc3 work"},
		{name: "NUL", line: "to use it\x00 at work"},
		{name: "Bidi", line: "to use it \u202e\u2066at work"},
		{name: "Escapes", line: "to use it \x1b[2J\x1b]0;title\x07at work"},
		{name: "Emoji", line: strings.Repeat("😀", 10_000)},
		{name: "CombiningMarks", line: "work" + strings.Repeat("\u0301", 20_000)},
		{name: "LineSeparators", line: "to use\u2028it\u2029at work\u0085"},
		{name: "CarriageReturn", line: "to use it at work\r"},
		{name: "10MB", line: strings.Repeat("GET page:1 1000\t", 10<<20/16)},
		{name: "17MB", line: strings.Repeat("x", 17<<20), want: "at most 16 MB are taken", refused: true},
		{name: "Empty", line: "", want: "[1]", refused: true},
		{name: "Blank", line: " \t \u3000", want: "[1]", refused: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			said := d.sit(sitting{lines: "I want to learn redis\n" + c.line + "\n/status\n"})
			want, turns := "\n[2] ", "2 of 20"
			if c.refused {
				turns = "1 of 20"
			}
			if c.want != "" {
				want = c.want
			}
			if !strings.Contains(said, want) || !strings.Contains(said, turns) {
				t.Errorf("want %q and %q in:\n%.3000s", want, turns, said)
			}
			if !utf8.ValidString(said) || strings.ContainsAny(said, "\x00\x1b\x07\u202e\u2066") {
				t.Errorf("shown: %.3000q", said)
			}
			d.replays(1)
		})
	}
}

// TestChat_LongPaste: what is too long is refused whole, up to its dot.
func TestChat_LongPaste(t *testing.T) {
	t.Parallel()
	half := strings.Repeat("y", 9<<20)
	d := newDesk(t)
	d.sit(sitting{lines: "I want to learn redis\n/paste\n" + half + "\n" + half + "\nthe end\n.\n/status\n", want: []string{
		"at most 16 MB are taken", "1 of 20", "![2] ",
	}})
}

// TestChat_DataFile: a file that is held or of a newer layout is named and left as it is.
func TestChat_DataFile(t *testing.T) {
	t.Parallel()
	chat := func(data string) (string, int) {
		var out, errs bytes.Buffer
		code := run([]string{"chat", "--data", data}, strings.NewReader("I want to learn redis\n"), &out, &errs)
		return errs.String(), code
	}
	t.Run("InUse", func(t *testing.T) {
		t.Parallel()
		data := t.TempDir()
		store, err := state.OpenFile(filepath.Join(data, storeName), state.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		if errs, code := chat(data); code != exitUsage || !strings.Contains(errs, filepath.Join(data, storeName)+" is in use by another process") {
			t.Errorf("code %d: %s", code, errs)
		}
	})
	t.Run("Newer", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), storeName)
		store, err := state.OpenFile(path, state.Options{})
		if err != nil {
			t.Fatal(err)
		}
		store.Close()
		db, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("meta")).Put([]byte("version"), []byte("99"))
		})
		if err != nil {
			t.Fatal(err)
		}
		db.Close()
		if errs, code := chat(filepath.Dir(path)); code != exitUsage || !strings.Contains(errs, path+" was written by another version of bot and is left as it is") {
			t.Errorf("code %d: %s", code, errs)
		}
	})
}
