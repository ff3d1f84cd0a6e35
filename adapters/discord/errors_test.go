package discord

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"tack/internal/engine"
)

// TestFault: what an error means to the engine is said beside its code, not in its place.
func TestFault(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		no    refusal
		means error
	}{
		{refusal{http.StatusForbidden, codeNoPermission, "Missing Permissions"}, engine.ErrGone},
		{refusal{http.StatusNotFound, codeUnknownChannel, "Unknown Channel"}, engine.ErrGone},
		{refusal{http.StatusBadRequest, 50035, "Invalid Form Body"}, engine.ErrRefused},
	} {
		a := &Adapter{}
		err := a.fault(fmt.Errorf("post: %w", &c.no))
		if codeOf(err) != c.no.code || !errors.Is(err, c.means) {
			t.Errorf("%v: has the code %d", err, codeOf(err))
		}
	}
}
