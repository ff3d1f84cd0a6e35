package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"tack/adapters/terminal"
	"tack/coach"
	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/state"
	"tack/templates"

	"golang.org/x/term"
)

// chatCmd is a conversation in the terminal.
type chatCmd struct {
	dataFlags
	Topic  string `help:"Open this topic at once." placeholder:"TOPIC"`
	Lang   string `enum:"auto,en,zh" default:"auto" help:"Language of the coach: auto (that of the first message), en or zh."`
	Tracks string `help:"Folder with track files of one's own; they win over the shipped ones." type:"existingdir" placeholder:"DIR"`
	Export string `help:"At the end write what has happened in this session as a transcript." placeholder:"FILE"`
}

func (chatCmd) Help() string {
	return `Needs no account, no server and no configuration. Everything is kept in one file in the data
folder; the next start goes on where this one ended, however it ended.

Where standard input is no terminal, each line of it is a message or a command, and the end of
it ends the conversation with exit code 0.

Example:

    bot chat
    bot chat --topic git --lang zh
    printf 'I want to learn redis\n/status\n' | bot chat --data /tmp/try
`
}

// Run talks until the input ends.
func (c *chatCmd) Run(s *streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	store, err := c.open()
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
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	if c.Export != "" {
		err = errors.Join(err, export(store, chat.Thread(), c.Export))
	}
	return err
}

// chat wires the conversation.
func (c *chatCmd) chat(s *streams, store *state.File) (*terminal.Chat, error) {
	lines, columns, err := console(s)
	if err != nil {
		return nil, err
	}
	screen, err := terminal.NewScreen(s.out, filepath.Join(c.Data, "documents"), columns)
	if err != nil {
		return nil, err
	}
	tracks, err := builtIn()
	if err != nil {
		return nil, err
	}
	if c.Tracks != "" {
		own, err := ownTracks(c.Tracks)
		if err != nil {
			return nil, err
		}
		tracks = tracks.With(own)
	}
	words, err := voice.New(templates.FS, "messages/terminal")
	if err != nil {
		return nil, err
	}
	e, err := newEngine(store, screen, tracks, slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: slog.LevelError})))
	if err != nil {
		return nil, err
	}
	return &terminal.Chat{
		Engine: e, Screen: screen, Documents: store, Lines: lines, Voice: words, Tracks: tracks,
		Learner: c.Learner, Topic: c.Topic, Locale: c.Lang, Now: time.Now, Threads: store.Threads,
	}, nil
}

// console is the terminal where there is one, with its width, else a script and 0.
func console(s *streams) (terminal.Lines, int, error) {
	in, ok := s.in.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return terminal.NewScript(s.in), 0, nil
	}
	lines, err := terminal.NewShell()
	columns := 0
	if out, ok := s.out.(*os.File); ok && term.IsTerminal(int(out.Fd())) {
		if columns, _, err = term.GetSize(int(out.Fd())); err != nil {
			return nil, 0, fmt.Errorf("terminal: %w", err)
		}
	}
	return lines, columns, err
}

// newEngine wires the house.
func newEngine(store *state.File, platform engine.Platform, tracks track.Library, log *slog.Logger) (*engine.Engine, error) {
	reader, err := newReader()
	if err != nil {
		return nil, err
	}
	watch, err := guard.New(templates.FS)
	if err != nil {
		return nil, err
	}
	core, err := voice.New(templates.FS, "messages/core")
	if err != nil {
		return nil, err
	}
	speech, err := voice.New(templates.FS, "messages/tutor")
	if err != nil {
		return nil, err
	}
	forms, err := handoff.New(templates.FS)
	if err != nil {
		return nil, err
	}
	tutor := track.New(tracks, speech)
	return engine.New(engine.Config{
		Store: store, Platform: platform, Reader: reader, Tutor: tutor, Lobby: tutor, Guard: watch,
		Voice: core, Forms: forms, Now: time.Now, Log: log,
	}), nil
}

// export writes the log of a thread, whole or not at all.
func export(store *state.File, thread coach.ThreadID, path string) error {
	lines, err := store.Log(context.Background(), thread)
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		return fmt.Errorf("export %s: no session to export", path)
	}
	return writeFile(path, append(bytes.Join(lines, []byte("\n")), '\n'))
}

// writeFile writes a file so that it is there whole or as it was.
func writeFile(path string, body []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = io.Copy(f, bytes.NewReader(body))
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
