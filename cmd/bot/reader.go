package main

import (
	"tack/coach"
	"tack/coach/reading"
)

// reader is the reading of text by the lexicons of this binary.
type reader struct{}

func newReader() (*reader, error) { return &reader{}, nil }

func (*reader) Learner(reading.Context, reading.Message) coach.Reading {
	return coach.Reading{Kind: coach.KindChat}
}

func (*reader) Coach(reading.Context, string) reading.Coach {
	return reading.Coach{Asks: coach.AskNone}
}
