package transcript_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/reading"
	"tack/internal/transcript"
	"tack/templates"
)

// mute reads nothing: what is not annotated says nothing.
type mute struct{}

func (mute) Learner(reading.Context, reading.Message) coach.Reading {
	return coach.Reading{Kind: coach.KindChat}
}

func (mute) Coach(reading.Context, string) reading.Coach { return reading.Coach{Asks: coach.AskNone} }

// outcome runs a whole input and adds up what it brings.
func outcome(t *testing.T, r transcript.Reader, file string, in io.Reader) transcript.Outcome {
	t.Helper()
	all, err := run(r, file, in)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func run(r transcript.Reader, file string, in io.Reader) (transcript.Outcome, error) {
	var all transcript.Outcome
	add := func(o transcript.Outcome) {
		all.Results = append(all.Results, o.Results...)
		all.Checked += o.Checked
		all.Differ = append(all.Differ, o.Differ...)
	}
	p, runner := transcript.NewParser(file, in), transcript.NewRunner(r)
	for {
		line, err := p.Next()
		if errors.Is(err, io.EOF) {
			add(runner.End())
			return all, nil
		}
		if err != nil {
			return all, err
		}
		o, err := runner.Line(line)
		add(o)
		if err != nil {
			return all, err
		}
	}
}

// TestCases_Annotated runs the cases that need no reading of text: the rules of the core alone.
func TestCases_Annotated(t *testing.T) {
	t.Parallel()
	cases(t, mute{}, func(name string) bool { return !strings.HasPrefix(name, "raw-") })
}

// TestCases runs every case with the reading that the program has.
func TestCases(t *testing.T) {
	t.Parallel()
	cases(t, reader(t), func(string) bool { return true })
}

// reader is the reading that the program has.
func reader(t *testing.T) *reading.Reader {
	t.Helper()
	lexicon, err := fs.Sub(templates.FS, "lexicon")
	if err != nil {
		t.Fatal(err)
	}
	r, err := reading.New(lexicon)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cases checks every case of the folder that is wanted.
func cases(t *testing.T, r transcript.Reader, wanted func(name string) bool) {
	files, err := filepath.Glob("testdata/cases/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		if !wanted(filepath.Base(file)) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			t.Parallel()
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			o := outcome(t, r, file, f)
			if o.Checked == 0 {
				t.Error("nothing was checked")
			}
			for _, d := range o.Differ {
				t.Error(d)
			}
		})
	}
}
