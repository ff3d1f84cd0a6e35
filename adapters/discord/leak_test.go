package discord_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain: nothing runs on after the tests but connections that a client keeps for its next request.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("internal/poll.runtime_pollWait"),
		goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"),
		goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"),
	)
}
