package engine_test

import (
	"testing"

	"tack/coach"
	"tack/coach/voice"
	"tack/templates"
)

// TestDimensions: the summary calls what was tried by the name that the direction had when it was given.
func TestDimensions(t *testing.T) {
	t.Parallel()
	core := must[*voice.Voice](t)(voice.New(templates.FS, "messages/core"))
	tutor := must[*voice.Voice](t)(voice.New(templates.FS, "messages/tutor"))
	for _, locale := range core.Languages() {
		for _, d := range coach.Dimensions {
			summed, given := core.Say(locale, "dimension."+string(d), nil), tutor.Say(locale, "dim_"+string(d), nil)
			if summed != given {
				t.Errorf("%s, %s: %q in a summary, %q in a direction", locale, d, summed, given)
			}
		}
	}
}
