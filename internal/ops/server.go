package ops

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Health says what keeps a part from its work, in words; nil: nothing does.
type Health func() []string

// Handler serves /metrics, /healthz and /readyz, and routes: path to handler.
//
// /healthz answers 200 as long as the process can answer at all. /readyz answers 200, or 503 with a
// line for each reason, the part's name before it.
func Handler(m *Meter, parts map[string]Health, routes map[string]http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.handler())
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { ready(w, parts) })
	for path, h := range routes {
		mux.Handle(path, h)
	}
	return mux
}

func ready(w http.ResponseWriter, parts map[string]Health) {
	var reasons []string
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		for _, why := range parts[name]() {
			reasons = append(reasons, name+": "+why)
		}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if len(reasons) == 0 {
		fmt.Fprintln(w, "ready")
		return
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	fmt.Fprintln(w, strings.Join(reasons, "\n"))
}

// The bounds of a request: nobody holds a connection open for nothing.
const (
	headerFor = 5 * time.Second
	readFor   = 15 * time.Second
	closeFor  = 3 * time.Second
)

// Serve serves on a listener until ctx is done, then lets open requests end.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: headerFor, ReadTimeout: readFor}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), closeFor, errors.New("requests take too long to end"))
		defer cancel()
		stopped <- s.Shutdown(last)
	})
	if err := s.Serve(l); stop() || !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	}
	return <-stopped
}
