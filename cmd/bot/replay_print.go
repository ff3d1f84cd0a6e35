package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tack/coach/reading"
	"tack/internal/transcript"
)

// replay is one run of the command.
type replay struct {
	replayCmd
	*streams
	reader  *reading.Reader
	summary transcript.Summary
	checked int   // expect lines compared
	differ  int   // of them, those with a difference
	failed  error // standard output is gone
}

// file replays one file or standard input. Its error is about the input.
func (r *replay) file(name string) error {
	if name == "-" {
		return r.input("-", r.in)
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return r.input(name, f)
}

func (r *replay) input(name string, in io.Reader) error {
	p, runner := transcript.NewParser(name, in), transcript.NewRunner(r.reader)
	for r.failed == nil {
		line, err := p.Next()
		if errors.Is(err, io.EOF) {
			r.outcome(runner.End())
			break
		}
		if err != nil {
			return err
		}
		out, err := runner.Line(line)
		r.outcome(out)
		if err != nil {
			return err
		}
	}
	return nil
}

// outcome prints what one line brought.
func (r *replay) outcome(o transcript.Outcome) {
	r.summary.Add(o)
	r.checked += o.Checked
	if r.Check {
		r.differences(o)
		return
	}
	if !r.Summary {
		for _, result := range o.Results {
			r.decision(result)
		}
	}
}

// print writes one line and keeps what the output failed with.
func (r *replay) print(line string) {
	if _, err := fmt.Fprintln(r.out, line); err != nil && r.failed == nil {
		r.failed = fmt.Errorf("write: %w", err)
	}
}

// decision prints one decision, explained if asked for.
func (r *replay) decision(result transcript.Result) {
	shown := transcript.Show(result.Decision)
	if r.Explain && result.Heard != nil {
		e := transcript.Explain(r.reader, result)
		shown.Explain = &e
	}
	if r.Format == "text" {
		r.print(shown.Text())
		return
	}
	r.json(shown)
}

func (r *replay) json(v any) {
	line, err := transcript.OneLine(v)
	if err != nil {
		r.failed = err
		return
	}
	r.print(string(line))
}

// differences prints the fields in which decisions are not those expected.
func (r *replay) differences(o transcript.Outcome) {
	for i, d := range o.Differ {
		if i == 0 || o.Differ[i-1].Pos != d.Pos {
			r.differ++
		}
		r.print(d.String())
	}
	if r.Explain && len(o.Differ) > 0 && o.Differ[0].Result != nil {
		r.decision(*o.Differ[0].Result)
	}
}

// totals prints what stands at the end of all files.
func (r *replay) totals() {
	switch {
	case r.Summary && r.Format == "text":
		r.print(strings.TrimSuffix(r.summary.Text(), "\n"))
	case r.Summary:
		r.json(r.summary)
	case r.Check && r.checked == 0:
		r.print("nothing to check: no expect line")
	case r.Check && r.differ == 0:
		r.print(fmt.Sprintf("expect lines: %d, all hold", r.checked))
	case r.Check:
		r.print(fmt.Sprintf("expect lines: %d, %d differ", r.checked, r.differ))
	}
}
