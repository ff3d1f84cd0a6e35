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
	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
)

// Screen shows what the coach says. It is the engine's platform.
type Screen struct {
	out     io.Writer
	files   string     // the folder that documents are written to
	columns func() int // how wide the terminal is; nil: out is no terminal, Markdown as it stands
	style   glamour.TermRendererOption
	shown   int // messages of the coach's so far
}

// NewScreen shows on out. columns tells how wide the terminal is at the moment; nil: out is no
// terminal, and Markdown is shown as it stands. Documents that the coach gives are written below files.
func NewScreen(out io.Writer, files string, columns func() int) *Screen {
	return &Screen{out: out, files: files, columns: columns, style: styleOf(os.Getenv)}
}

// styleOf follows the habits of terminals: GLAMOUR_STYLE names a style, NO_COLOR and a dumb terminal
// want none.
func styleOf(env func(string) string) glamour.TermRendererOption {
	switch {
	case env("GLAMOUR_STYLE") != "":
		return glamour.WithStylePath(env("GLAMOUR_STYLE"))
	case env("NO_COLOR") != "", env("TERM") == "dumb":
		return glamour.WithStyles(styles.NoTTYStyleConfig)
	}
	return glamour.WithStyles(plain())
}

// plain is the dark style with the terminal's own colour for text: which background it has is not
// known, and light grey on white cannot be read.
func plain() ansi.StyleConfig {
	style, code := styles.DarkStyleConfig, *styles.DarkStyleConfig.CodeBlock.Chroma
	style.Document.Color, code.Text.Color, style.CodeBlock.Chroma = nil, nil, &code
	return style
}

// Deliver shows one message, or writes one document.
func (s *Screen) Deliver(_ context.Context, m engine.Outgoing) error {
	s.shown++
	id := m.ID
	if m.Target != "" {
		id = m.Target
	}
	switch {
	case m.Op == engine.OpFile:
		return s.file(m)
	case m.Pin:
		return s.pinned(messageNumber(id), m.Text)
	}
	return s.print(fmt.Sprintf("[%d]", messageNumber(id)), m.Text)
}

// Tell shows a word of the terminal's own, which has no number.
func (s *Screen) Tell(text string) error { return s.print("", text) }

// pinned shows a pinned message with a bar down its side; in plain Markdown that is a quotation.
func (s *Screen) pinned(n int, text string) error {
	bar := "> "
	if text = clean(text); s.columns != nil {
		text, bar = s.render(text, s.columns()-len("│ ")), "│ "
	}
	text = bar + strings.ReplaceAll(text, "\n", "\n"+bar)
	_, err := fmt.Fprintf(s.out, "\n[%d]\n%s\n%s", n, strings.ReplaceAll(text, bar+"\n", strings.TrimSpace(bar)+"\n"), s.gap())
	return err
}

// print shows a text under its label: the number by which it can be reacted to.
func (s *Screen) print(label, text string) error {
	text = clean(text)
	if s.columns != nil {
		text = s.render(text, s.columns())
	}
	if label != "" && s.columns != nil {
		label += "\n"
	} else if label != "" {
		label += " "
	}
	_, err := fmt.Fprintf(s.out, "\n%s%s\n%s", label, text, s.gap())
	return err
}

// gap parts a message from the prompt that follows it.
func (s *Screen) gap() string {
	if s.columns == nil {
		return ""
	}
	return "\n"
}

// render sets Markdown for so many columns; text that cannot be set is shown as it stands.
func (s *Screen) render(text string, columns int) string {
	rich, err := glamour.NewTermRenderer(s.style, glamour.WithPreservedNewLines(), glamour.WithWordWrap(min(max(columns-2, 20), width)))
	if err != nil {
		return text
	}
	rendered, err := rich.Render(text)
	if err != nil {
		return text
	}
	return strings.Trim(rendered, "\n")
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
	name := filepath.Join(filepath.Base(m.Topic), filepath.FromSlash(m.Name))
	if !filepath.IsLocal(name) {
		return fmt.Errorf("terminal: document name %q leaves its folder", m.Name)
	}
	path := filepath.Join(s.files, name)
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
