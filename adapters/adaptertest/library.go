package adaptertest

import (
	"errors"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/templates"
)

// library is what of a house comes out of the templates. It is read-only, and the houses of a test program
// share it: loading takes most of the time of building one.
type library struct {
	reader               *reading.Reader
	tracks               track.Library
	guard                *guard.Guard
	forms                *handoff.Forms
	core, tutor, command *voice.Voice
	chat                 *voice.Voice
}

var loaded = sync.OnceValues(load)

func load() (*library, error) {
	l := &library{}
	lexicon, err := fs.Sub(templates.FS, "lexicon")
	if err != nil {
		return nil, err
	}
	tracks, err := fs.Sub(templates.FS, "tracks")
	if err != nil {
		return nil, err
	}
	var problems [8]error
	l.reader, problems[0] = reading.New(lexicon)
	l.tracks, problems[1] = track.Load(tracks)
	l.guard, problems[2] = guard.New(templates.FS)
	l.forms, problems[3] = handoff.New(templates.FS)
	for i, text := range []struct {
		to   **voice.Voice
		name string
	}{{&l.core, "core"}, {&l.tutor, "tutor"}, {&l.command, "command"}, {&l.chat, "chat"}} {
		*text.to, problems[4+i] = voice.New(templates.FS, "messages/"+text.name)
	}
	return l, errors.Join(problems[:]...)
}

// config is that of a house's engine.
func (l *library) config(h *House, name string, o Options, log *slog.Logger) engine.Config {
	tutor := track.New(l.tracks, l.tutor)
	c := engine.Config{
		Store: h.Store, Platforms: map[string]engine.Platform{name: h.deliveries}, Reader: l.reader,
		Tutor: tutor, Lobby: tutor, Voice: l.core, Guard: l.guard, Forms: l.forms, Log: log, Quiet: o.Quiet,
		Grace: 2 * time.Second,
	}
	if o.Wrap != nil {
		c.Store = o.Wrap(h.Store)
	}
	return c
}

func (l *library) topics() []string {
	var list []string
	for _, t := range l.tracks {
		list = append(list, t.Topic)
	}
	return list
}
