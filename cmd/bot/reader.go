package main

import (
	"io/fs"

	"tack/coach/reading"
	"tack/templates"
)

// newReader is the reading of text by the lexicons of this binary.
func newReader() (*reading.Reader, error) {
	lexicon, err := fs.Sub(templates.FS, "lexicon")
	if err != nil {
		return nil, err
	}
	return reading.New(lexicon)
}
