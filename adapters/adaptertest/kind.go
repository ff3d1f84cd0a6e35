package adaptertest

import (
	"errors"

	"tack/internal/engine"
)

// Kind is what an error of a platform means to the engine: "gone", "refused", "later" (when the platform
// says), "soon"; "" for none.
func Kind(err error) string {
	var retry *engine.RetryError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, engine.ErrGone):
		return "gone"
	case errors.Is(err, engine.ErrRefused):
		return "refused"
	case errors.As(err, &retry):
		return "later"
	}
	return "soon"
}
