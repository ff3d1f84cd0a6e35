package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"

	"tack/coach/reading"
	"tack/internal/eval"
)

// evalCmd measures.
type evalCmd struct {
	Reading   evalReadingCmd   `cmd:"" help:"Measure how messages, errors and questions are read."`
	Dialogues evalDialoguesCmd `cmd:"" help:"Measure the decisions over labelled transcripts."`
}

func (evalCmd) Help() string { return "Example:\n\n    bot eval reading testdata/rows" }

// evalReadingCmd measures the reading on three tables.
type evalReadingCmd struct {
	Dir  string `arg:"" help:"Folder with error-pairs.tsv, question-pairs.tsv and messages.tsv."`
	JSON bool   `name:"json" help:"Print one JSON object instead of tables."`
}

func (evalReadingCmd) Help() string {
	return `Prints precision, recall and F1 of every label, accuracy and macro-F1, and each row that is
read wrongly with what was wanted and what was read.

A pair is read as the same if everything that its second text names was named by the first.
The precision of "same" and of "knob" is that of the verdict "the same".

Example:

    bot eval reading testdata/rows
    bot eval reading --json testdata/rows`
}

// Run measures and prints.
func (c evalReadingCmd) Run(s *streams) error {
	return measure(s, c.Dir, c.JSON, func(r *reading.Reader, dir fs.FS) (measured, error) { return eval.MeasureReading(r, dir) })
}

// evalDialoguesCmd measures the core on labelled transcripts.
type evalDialoguesCmd struct {
	Dir  string `arg:"" help:"Folder with transcripts (*.jsonl) and labels.jsonl."`
	JSON bool   `name:"json" help:"Print one JSON object instead of a table."`
}

func (evalDialoguesCmd) Help() string {
	return `Runs every transcript and compares the decision on each labelled learner message. A label line
names transcript, event, label and fires. A turn of several messages has the labels of all of
them; it is an ack only if all of them are. Turns while a summary awaits confirmation, or after
it, can fire nothing; they count.

Example:

    bot eval dialogues testdata/dialogues
    bot eval dialogues --json testdata/dialogues`
}

// Run measures and prints.
func (c evalDialoguesCmd) Run(s *streams) error {
	return measure(s, c.Dir, c.JSON, func(r *reading.Reader, dir fs.FS) (measured, error) { return eval.MeasureDialogues(r, dir) })
}

// measured is the result of either measure.
type measured interface{ Text() string }

// measure measures a folder with the lexicons of this binary and prints the result.
func measure(s *streams, path string, asJSON bool, run func(*reading.Reader, fs.FS) (measured, error)) error {
	reader, err := newReader()
	if err != nil {
		return err
	}
	dir, err := folderOf(path)
	if err != nil {
		return err
	}
	result, err := run(reader, dir)
	if err != nil {
		return err
	}
	return printResult(s, asJSON, result)
}

// folderOf opens a folder; a file or nothing at all is an error.
func folderOf(dir string) (fs.FS, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	return os.DirFS(dir), nil
}

// printResult prints a result as one JSON object or for people.
func printResult(s *streams, asJSON bool, result measured) error {
	if !asJSON {
		_, err := fmt.Fprint(s.out, result.Text())
		return err
	}
	return json.NewEncoder(s.out).Encode(result)
}
