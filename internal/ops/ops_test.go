package ops_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tack/internal/engine"
	"tack/internal/ops"
)

func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func TestHandler(t *testing.T) {
	t.Parallel()
	m := ops.NewMeter(engine.Metrics)
	m.Count(engine.MetricDecisions, 2, "break_out")
	m.Observe(engine.MetricRecord, 0.003, "slack")
	var trouble []string
	h := ops.Handler(m, map[string]ops.Health{
		"slack": func() []string { return nil }, "engine": func() []string { return trouble },
	}, nil)
	if code, body := get(t, h, "/healthz"); code != 200 || body != "ok\n" {
		t.Errorf("healthz %d %q", code, body)
	}
	if code, body := get(t, h, "/readyz"); code != 200 || body != "ready\n" {
		t.Errorf("readyz %d %q", code, body)
	}
	trouble = []string{"store unavailable: connection refused", "second"}
	want := "engine: store unavailable: connection refused\nengine: second\n"
	if code, body := get(t, h, "/readyz"); code != 503 || body != want {
		t.Errorf("readyz in trouble %d %q, want 503 %q", code, body, want)
	}
	_, body := get(t, h, "/metrics")
	for _, line := range []string{`tack_decisions_total{action="break_out"} 2`, `tack_record_seconds_count{platform="slack"} 1`, "go_goroutines"} {
		if !strings.Contains(body, line) {
			t.Errorf("metrics lack %q", line)
		}
	}
}

// TestServe: a request that is running when the end comes is answered.
func TestServe(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun, goOn := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		<-goOn
		io.WriteString(w, "done")
	})
	served := make(chan error, 1)
	go func() {
		served <- ops.Serve(ctx, l, ops.Handler(ops.NewMeter(nil), nil, map[string]http.Handler{"GET /slow": slow}))
	}()
	answer := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + l.Addr().String() + "/slow")
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		body, _ := io.ReadAll(r.Body)
		answer <- string(body)
	}()
	<-begun
	cancel()
	close(goOn)
	if got := <-answer; got != "done" {
		t.Errorf("answer %q", got)
	}
	if err := <-served; err != nil {
		t.Errorf("serve: %v", err)
	}
}
