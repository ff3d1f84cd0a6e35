package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"
)

// Writer writes a transcript. Every line that it has written parses; one that would not is an error
// and is not written.
type Writer struct {
	out io.Writer
	n   int
}

// NewWriter writes to out, one Write call a line.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Write appends one line. The zero time writes none; else the time is written in UTC, in full.
func (w *Writer) Write(at time.Time, e Event) error {
	data, err := Encode(at, e)
	if err != nil {
		return fmt.Errorf("write %s line: %w", e.typeName(), err)
	}
	if _, isSession := e.(Session); w.n == 0 && !isSession {
		return fmt.Errorf("write %s line: %w", e.typeName(), errors.New("the first line must be a session"))
	}
	w.n++
	if _, err := w.out.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("write %s line: %w", e.typeName(), err)
	}
	return nil
}

// Encode makes the line of an event, without a line break: its type, its time, then its fields in the order of its struct.
func Encode(at time.Time, e Event) ([]byte, error) {
	body, err := OneLine(e)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"type":%q`, e.typeName())
	if !at.IsZero() {
		fmt.Fprintf(&b, `,"at":%q`, at.UTC().Format(time.RFC3339Nano))
	}
	if !bytes.Equal(body, []byte("{}")) {
		b.WriteByte(',')
	}
	b.Write(body[1:])
	if _, err := decode(object(b.Bytes())); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
