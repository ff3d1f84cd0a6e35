package adaptertest

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/adapters/inhand"
	"tack/coach/voice"
	"tack/state"

	"go.uber.org/goleak"
)

// Main runs the tests of an adapter: nothing runs on after them but connections that a client keeps for its
// next request.
func Main(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("internal/poll.runtime_pollWait"),
		goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"),
		goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"),
	)
}

// Run lets an adapter run until the test ends, or stop, which waits for it. ended has its error then.
func Run(tb testing.TB, run func(context.Context) error) (stop func(), ended chan error) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(tb.Context()))
	ended = make(chan error, 1)
	go func() { ended <- run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case <-ended:
		case <-time.After(limit):
			tb.Error("Run does not end")
		}
	})
	tb.Cleanup(stop)
	return stop, ended
}

// Hall is the house as an adapter is let into it.
func (h *House) Hall() inhand.Hall {
	return inhand.Hall{Engine: h.Engine, Desk: h.Desk, Store: h.Store, Meter: &h.Counted}
}

// Chat are the texts that an adapter says by itself.
func Chat(tb testing.TB) *voice.Voice {
	tb.Helper()
	return must[*library](tb, "load the templates")(loaded()).chat
}

// Log is everything that an adapter logs, among the test's own output.
func Log(tb testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(tb.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// Has fails the test unless a text contains something.
func Has(tb testing.TB, text, want string) {
	tb.Helper()
	if !strings.Contains(text, want) {
		tb.Errorf("%q is not in:\n%s", want, text)
	}
}

// Check is what an adapter's doctor finds, by name; of several of one name the first that is wrong.
func Check(tb testing.TB, check func(context.Context) ([]state.Finding, error)) map[string]state.Finding {
	tb.Helper()
	found := map[string]state.Finding{}
	for _, f := range must[[]state.Finding](tb, "check")(check(tb.Context())) {
		if f.OK != (f.Fix == "") || f.Text == "" {
			tb.Errorf("%s: a finding that is wrong says what to do, one that is well does not: %+v", f.Name, f)
		}
		if old, ok := found[f.Name]; !ok || old.OK {
			found[f.Name] = f
		}
	}
	return found
}

// Wrong fails the test unless a doctor finds something wrong, and says so in these words.
func Wrong(tb testing.TB, found map[string]state.Finding, name, text string) {
	tb.Helper()
	if f := found[name]; f.OK || !strings.Contains(f.Text+f.Fix, text) {
		tb.Errorf("%s: %+v, want one that says %q", name, f, text)
	}
}
