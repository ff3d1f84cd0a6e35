package main

import (
	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/templates"
)

// newEngine fills what of a configuration comes out of the templates, and returns the engine. speaks may
// put another tutor in the place of the track tutor; nil: none does.
func newEngine(c engine.Config, tracks track.Library, speaks func(*engine.Config) error) (*engine.Engine, error) {
	var err error
	if c.Reader, err = newReader(); err != nil {
		return nil, err
	}
	if c.Guard, err = guard.New(templates.FS); err != nil {
		return nil, err
	}
	if c.Voice, err = voice.New(templates.FS, "messages/core"); err != nil {
		return nil, err
	}
	if c.Forms, err = handoff.New(templates.FS); err != nil {
		return nil, err
	}
	speech, err := voice.New(templates.FS, "messages/tutor")
	if err != nil {
		return nil, err
	}
	tutor := track.New(tracks, speech)
	c.Tutor, c.Lobby = tutor, tutor
	if speaks != nil {
		if err := speaks(&c); err != nil {
			return nil, err
		}
	}
	return engine.New(c), nil
}
