package terminal

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
)

// errTooLong says that a line is longer than maxMessage; it was read to its end and dropped.
var errTooLong = errors.New("line too long")

// Lines is where the learner's lines come from. Next fails with io.EOF at the end, and after Stop,
// which may be called from another goroutine.
type Lines interface {
	Next(prompt string) (string, error)
	Interactive() bool
	Stop()
}

// script reads lines from a pipe or a file, one message each.
type script struct {
	lines chan read
	stop  chan struct{}
	once  sync.Once
}

type read struct {
	line string
	err  error
}

// NewScript reads from in, which is no terminal.
func NewScript(in io.Reader) Lines {
	s := &script{lines: make(chan read), stop: make(chan struct{})}
	go s.feed(bufio.NewReaderSize(in, 64<<10))
	return s
}

func (*script) Interactive() bool { return false }

func (s *script) Stop() { s.once.Do(func() { close(s.stop) }) }

func (s *script) Next(string) (string, error) {
	select {
	case <-s.stop:
		return "", io.EOF
	case r, ok := <-s.lines:
		if !ok {
			return "", io.EOF
		}
		return r.line, r.err
	}
}

// feed reads on its own, since a read from a pipe cannot be called off.
func (s *script) feed(in *bufio.Reader) {
	defer close(s.lines)
	for {
		line, err := readLine(in)
		select {
		case <-s.stop:
			return
		case s.lines <- read{line, err}:
		}
		if err != nil && !errors.Is(err, errTooLong) {
			return
		}
	}
}

func readLine(in *bufio.Reader) (string, error) {
	var b strings.Builder
	long := false
	for {
		chunk, err := in.ReadSlice('\n')
		if long = long || b.Len()+len(chunk) > maxMessage; !long {
			b.Write(chunk)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !(errors.Is(err, io.EOF) && b.Len() > 0):
			return "", err
		case long:
			return "", errTooLong
		}
		return strings.TrimRight(b.String(), "\r\n"), nil
	}
}
