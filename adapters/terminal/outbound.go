package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"tack/coach"
	"tack/internal/engine"
	"tack/internal/folder"

	"charm.land/glamour/v2"
	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
)

// Screen shows what the coach says. It is the engine's platform.
type Screen struct {
	out     io.Writer
	files   folder.Dir // documents are written to it
	columns func() int // how wide the terminal is; nil: out is no terminal, Markdown as it stands
	style   glamour.TermRendererOption
	shown   int            // messages of the coach's so far
	thread  coach.ThreadID // in hand: what is said in another is shown with its topic
}

// NewScreen shows on out. columns tells how wide the terminal is at the moment; nil: out is no
// terminal, and Markdown is shown as it stands. Documents that the coach gives are written below files.
func NewScreen(out io.Writer, files string, columns func() int) *Screen {
	return &Screen{out: out, files: folder.Dir(files), columns: columns, style: styleOf(os.Getenv)}
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
func (s *Screen) Deliver(_ context.Context, m engine.Outgoing) (engine.Receipt, error) {
	s.shown++
	id := m.ID
	if m.Target != "" {
		id = m.Target
	}
	label := fmt.Sprintf("[%d]", messageNumber(id))
	if s.thread != "" && m.Thread != s.thread && TopicOf(m.Thread) != "" { // before any is in hand there is no other
		label = fmt.Sprintf("[%s %d]", TopicOf(m.Thread), messageNumber(id))
	}
	var err error
	switch {
	case m.Op == engine.OpFile:
		err = s.file(m)
	case m.Pin:
		err = s.pinned(label, m.Text)
	default:
		err = s.print(label, m.Text)
	}
	return engine.Receipt{}, err
}

// Tell shows a word of the terminal's own, which has no number.
func (s *Screen) Tell(text string) error { return s.print("", text) }

// pinned shows a pinned message with a bar down its side; in plain Markdown that is a quotation.
func (s *Screen) pinned(label, text string) error {
	bar := "> "
	if text = clean(text); s.columns != nil {
		text, bar = s.render(text, s.columns()-len("│ ")), "│ "
	}
	text = bar + strings.ReplaceAll(text, "\n", "\n"+bar)
	_, err := fmt.Fprintf(s.out, "\n%s\n%s\n%s", label, strings.ReplaceAll(text, bar+"\n", strings.TrimSpace(bar)+"\n"), s.gap())
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

// file writes a document and says where.
func (s *Screen) file(m engine.Outgoing) error {
	path, err := s.files.Write([]string{m.Topic}, m.Name, m.Text)
	if err != nil {
		return fmt.Errorf("terminal: %w", err)
	}
	_, err = fmt.Fprintf(s.out, "    %s\n", path)
	return err
}
