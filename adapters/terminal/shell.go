package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/reeflective/readline"
	"golang.org/x/term"
)

// shell reads lines from a terminal, with editing and bracketed paste.
type shell struct {
	rl     *readline.Shell
	prompt string
	stop   chan struct{}
	once   sync.Once
	fd     int
	cooked *term.State // the terminal as it was found
}

// NewShell reads from the terminal of the process, which is the file descriptor fd.
func NewShell(fd int) (Lines, error) {
	s := &shell{rl: readline.NewShell(), stop: make(chan struct{}), fd: fd}
	if err := s.rl.Config.Set("enable-bracketed-paste", true); err != nil {
		return nil, fmt.Errorf("terminal: %w", err)
	}
	var err error
	if s.cooked, err = term.GetState(fd); err != nil {
		return nil, fmt.Errorf("terminal: %w", err)
	}
	s.rl.Prompt.Primary(func() string { return s.prompt })
	return s, nil
}

func (*shell) Interactive() bool { return true }

// Stop ends a Next that waits. In raw mode an interrupt is a key, which ends Next by itself; this is
// for the other signals.
func (s *shell) Stop() { s.once.Do(func() { close(s.stop) }) }

// Next reads on its own, since a read from a terminal cannot be called off.
func (s *shell) Next(prompt string) (string, error) {
	s.prompt = prompt
	done := make(chan read, 1)
	go func() {
		line, err := s.rl.Readline()
		done <- read{line, err}
	}()
	select {
	case <-s.stop:
		return "", s.restore()
	case r := <-done:
		if errors.Is(r.err, readline.ErrInterrupt) {
			r.err = io.EOF
		}
		return r.line, r.err
	}
}

// restore leaves the terminal as it was found, since the read that was left behind will not.
func (s *shell) restore() error {
	fmt.Fprint(os.Stdout, bracketedPasteOff+"\n")
	if err := term.Restore(s.fd, s.cooked); err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	return io.EOF
}

// bracketedPasteOff tells the terminal not to mark pasted text any more.
const bracketedPasteOff = "\x1b[?2004l"
