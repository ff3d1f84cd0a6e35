package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// MaxLine is the longest line that is read, in bytes without the line feed.
const MaxLine = 64 << 20

// Pos is where a line stands. The zero value is no place.
type Pos struct {
	File string
	Line int // from 1
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Error is a bad line. Field is empty where the whole line is bad.
type Error struct {
	Pos   Pos
	Field string
	Err   error
}

func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%s: %v", e.Pos, e.Err)
	}
	return fmt.Sprintf("%s: %s: %v", e.Pos, e.Field, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Parser reads a transcript line by line.
type Parser struct {
	in  *bufio.Reader
	pos Pos
}

// NewParser reads from in; file is the name that errors and positions carry.
func NewParser(file string, in io.Reader) *Parser {
	return &Parser{in: bufio.NewReaderSize(in, 64<<10), pos: Pos{File: file}}
}

// Next returns the next line, io.EOF behind the last one, an *Error for a bad line, or what the
// input failed with. After an error nothing more can be read.
func (p *Parser) Next() (Line, error) {
	p.pos.Line++
	data, err := p.line()
	if err != nil {
		return Line{}, p.failed(err)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return Line{}, p.bad("", errors.New("the line is empty; one event a line"))
	}
	if !utf8.Valid(data) {
		return Line{}, p.bad("", errors.New("not valid UTF-8"))
	}
	l, err := decode(object(data))
	if err == nil {
		l.Pos = p.pos
		return l, nil
	}
	if fe := (*fieldError)(nil); errors.As(err, &fe) {
		return Line{}, p.bad(fe.field, fe.err)
	}
	return Line{}, p.bad("", err)
}

// failed gives what the input failed with its place; io.EOF stays as it is.
func (p *Parser) failed(err error) error {
	switch {
	case errors.Is(err, io.EOF) && p.pos.Line == 1:
		return p.bad("", errors.New("the transcript is empty; its first line is a session"))
	case errors.Is(err, io.EOF):
		return io.EOF
	case errors.Is(err, errTooLong):
		return p.bad("", err)
	}
	return fmt.Errorf("read %s: %w", p.pos, err)
}

func (p *Parser) bad(field string, err error) error {
	return &Error{Pos: p.pos, Field: field, Err: err}
}

var errTooLong = fmt.Errorf("the line has more than %d MiB", MaxLine>>20)

// line returns the next line without its line feed; io.EOF if nothing is left.
func (p *Parser) line() ([]byte, error) {
	var data []byte
	for {
		part, err := p.in.ReadSlice('\n')
		if len(data)+len(part) > MaxLine+1 {
			return nil, errTooLong
		}
		data = append(data, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || len(data) == 0) {
			return nil, err
		}
		return p.trim(data), nil
	}
}

// trim takes off the line feed, and the byte order mark of the first line.
func (p *Parser) trim(data []byte) []byte {
	data = bytes.TrimSuffix(data, []byte("\n"))
	if p.pos.Line == 1 {
		data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	}
	return data
}
