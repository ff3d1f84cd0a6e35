package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tack/internal/engine"

	"charm.land/glamour/v2"
)

// Screen shows what the coach says. It is the engine's platform.
type Screen struct {
	out   io.Writer
	files string                // the folder that documents are written to
	rich  *glamour.TermRenderer // nil: Markdown as it stands
}

// NewScreen shows on out. columns is how wide the terminal is; 0 or less: out is no terminal, and
// Markdown is shown as it stands. Documents that the coach gives are written below files.
func NewScreen(out io.Writer, files string, columns int) (*Screen, error) {
	s := &Screen{out: out, files: files}
	if columns <= 0 {
		return s, nil
	}
	rich, err := glamour.NewTermRenderer(glamour.WithEnvironmentConfig(), glamour.WithWordWrap(min(columns-2, width)))
	if err != nil {
		return nil, fmt.Errorf("terminal: %w", err)
	}
	s.rich = rich
	return s, nil
}

// Deliver shows one message, or writes one document.
func (s *Screen) Deliver(_ context.Context, m engine.Outgoing) error {
	switch m.Op {
	case engine.OpFile:
		return s.file(m)
	case engine.OpUnpin:
		return s.print("", m.Text)
	}
	return s.print(s.label(m), m.Text)
}

// label goes in front of a message: its number, by which it can be reacted to.
func (s *Screen) label(m engine.Outgoing) string {
	id := m.ID
	if m.Op == engine.OpEdit {
		id = m.Target
	}
	return fmt.Sprintf("[%d] ", messageNumber(id))
}

func (s *Screen) print(label, text string) error {
	text = clean(text)
	if s.rich != nil {
		rendered, err := s.rich.Render(text)
		if err == nil {
			text = strings.Trim(rendered, "\n")
		}
	}
	_, err := fmt.Fprintf(s.out, "\n%s%s\n", label, text)
	return err
}

// clean takes out what would drive the terminal instead of being shown.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20 || r >= 0x7f && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, text)
}

// file writes a document, whole or not at all, and says where.
func (s *Screen) file(m engine.Outgoing) error {
	path := filepath.Join(s.files, filepath.Base(m.Topic), filepath.FromSlash(m.Name))
	if !filepath.IsLocal(filepath.Join(filepath.Base(m.Topic), filepath.FromSlash(m.Name))) {
		return fmt.Errorf("terminal: document name %q leaves its folder", m.Name)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	if err := os.WriteFile(path+".new", []byte(m.Text), 0o600); err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	_, err := fmt.Fprintf(s.out, "    %s\n", path)
	return err
}
