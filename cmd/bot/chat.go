package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tack/adapters/terminal"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/internal/folder"
	"tack/templates"

	"golang.org/x/term"
)

// chatCmd is a conversation in the terminal.
type chatCmd struct {
	dataFlags
	Topic  string `help:"Open this topic at once." placeholder:"TOPIC"`
	Lang   string `enum:"auto,en,zh" default:"auto" help:"Language of the coach: auto (that of the first message), en or zh."`
	Tracks string `help:"Folder with track files of one's own; they win over the shipped ones." type:"existingdir" placeholder:"DIR"`
	Export string `help:"At the end write what has happened as a transcript: the sessions gone to, from their first line on." placeholder:"FILE"`

	now func() time.Time // nil: time.Now
}

func (chatCmd) Help() string {
	return `Needs no account, no server and no configuration. Everything is kept in one file in the data
folder; the next start goes on where this one ended, however it ended.

Where standard input is no terminal, each line of it is a message or a command, and the end of
it ends the conversation with exit code 0. A signal ends it with 130 (interrupt) or 143
(termination); what was answered is kept, and what was not yet answered is at the next start.

Example:

    bot chat
    bot chat --topic git --lang zh
    printf 'I want to learn redis\n/status\n' | bot chat --data /tmp/try
`
}

// Run talks until the input ends or a signal comes. The session goes on at the next start either way.
func (c *chatCmd) Run(s *streams) error {
	if err := c.check(); err != nil {
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	store, err := c.open(c.now)
	if err != nil {
		return err
	}
	defer store.Close()
	chat, err := c.chat(s, store)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, chat.Stop)
	err = chat.Run(ctx)
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if c.Export != "" {
		if failed := export(context.WithoutCancel(ctx), store, chat, c.Export); failed != nil {
			return failed // louder than a signal, which only its code tells
		}
	}
	return err
}

// check finds at the start what would else be told at the end, or never.
func (c *chatCmd) check() error {
	if c.Export == "" {
		return nil
	}
	dir := filepath.Dir(c.Export)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--export %s: there is no folder %s", c.Export, dir)
	}
	return nil
}

// chat wires the conversation.
func (c *chatCmd) chat(s *streams, store store) (*terminal.Chat, error) {
	lines, columns, err := console(s)
	if err != nil {
		return nil, err
	}
	tracks, err := tracksWith(c.Tracks)
	if err != nil {
		return nil, err
	}
	words, err := voice.New(templates.FS, "messages/terminal")
	if err != nil {
		return nil, err
	}
	now := c.now
	if now == nil {
		now = time.Now
	}
	screen := terminal.NewScreen(s.out, c.folder(), columns)
	log := slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: slog.LevelError}))
	speaks, err := modelByEnvironment(os.Environ(), tracks, store, log)
	if err != nil {
		return nil, err
	}
	e, err := newEngine(engine.Config{
		Store: store, Platforms: map[string]engine.Platform{"terminal": screen}, Now: now, Log: log,
	}, tracks, speaks)
	if err != nil {
		return nil, err
	}
	return &terminal.Chat{
		Engine: e, Screen: screen, Store: store, Lines: lines, Voice: words, Tracks: tracks,
		Learner: c.Learner, Topic: c.Topic, Locale: c.Lang, Speaks: spoken(os.Getenv), Now: now,
	}, nil
}

// folder is where the learner's documents are written.
func (c *chatCmd) folder() string { return filepath.Join(c.Data, "documents", folder.Name(c.Learner)) }

// spoken is the language of the system's user, as far as there are texts in it.
func spoken(env func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := env(name); value != "" {
			if strings.HasPrefix(value, "zh") {
				return "zh"
			}
			return "en"
		}
	}
	return "en"
}

// console is the terminal where there is one, else a script. The function tells how wide the
// terminal is that is written to; nil: it is none.
func console(s *streams) (terminal.Lines, func() int, error) {
	in, ok := s.in.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return terminal.NewScript(s.in), nil, nil
	}
	lines, err := terminal.NewShell(int(in.Fd()))
	if out, ok := s.out.(*os.File); ok && term.IsTerminal(int(out.Fd())) {
		return lines, func() int { return columns(int(out.Fd())) }, err
	}
	return lines, nil, err
}

// columns is how wide a terminal is; one that does not know has 80.
func columns(fd int) int {
	n, _, err := term.GetSize(fd)
	if err != nil || n <= 0 {
		return 80
	}
	return n
}
