package main

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/internal/config"
	"tack/internal/engine"
	"tack/internal/modeltest"
	"tack/internal/openai/openaitest"
	"tack/internal/ops"
	"tack/state"
)

// nowhere is a platform on which everything can be said and nobody listens.
type nowhere struct{}

func (nowhere) Deliver(_ context.Context, m engine.Outgoing) (engine.Receipt, error) {
	return engine.Receipt{Ref: string(m.Thread) + "/" + m.ID}, nil
}

// record is a log that can be read while it is written.
type record struct {
	mu sync.Mutex
	bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Buffer.Write(p)
}

// What the model costs and how it fares is on /metrics, and neither its key nor anybody's words are in a
// log, whatever the endpoint says.
func TestModel_Metrics(t *testing.T) {
	t.Parallel()
	lesson := maps.Clone(modeltest.Kafka)
	pings := maps.Clone(lesson["module: yes"])
	pings["text"] = "A topic is a named log, @everyone. In your own words: why can two services read it?"
	lesson["module: yes"] = pings
	s := newTeacher(t, lesson)
	loaded, err := config.Load(config.Sources{Environ: s.env("TACK_MODEL_INPUT_PRICE=10", "TACK_MODEL_OUTPUT_PRICE=100", "TACK_MODEL_TIMEOUT=2s")})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := state.OpenFile(filepath.Join(t.TempDir(), storeName), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	tracks, err := tracksWith("")
	if err != nil {
		t.Fatal(err)
	}
	written := &record{}
	log := slog.New(slog.NewTextHandler(written, &slog.HandlerOptions{Level: slog.LevelDebug}))
	meter := ops.NewMeter(slices.Concat(engine.Metrics, modelMetrics))
	e, err := newEngine(engine.Config{
		Store: kept, Platforms: map[string]engine.Platform{"test": nowhere{}}, Log: log, Meter: meter,
	}, tracks, func(e *engine.Config) error { return withModel(loaded.Config, e, tracks, kept, log) })
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	say := func(texts ...string) {
		for _, text := range texts {
			said++
			in := engine.Inbound{Kind: engine.InMessage, ID: "l" + strconv.Itoa(said), Thread: "test:here:kim", Learner: "kim", At: time.Now(), Text: text, Locale: "en"}
			if err := e.Receive(t.Context(), in); err != nil {
				t.Fatal(err)
			}
			if err := e.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	say(slices.Concat(modeltest.Diagnosis, modeltest.Setup, modeltest.Module[:2])...)
	s.fail(openaitest.Status(503, "server_error"))
	say("each one keeps its own place in the log")
	s.fail(openaitest.Status(401, "invalid_api_key"))
	say("because the log keeps them for some time")

	w := httptest.NewRecorder()
	ops.Handler(meter, nil, nil).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	answered := len(s.Requests()) - 4 // three tries at 503, one at 401
	for _, want := range []string{
		`tack_model_calls_total{outcome="ok",scene="topic"} 1`, `tack_model_calls_total{outcome="ok",scene="route"} 1`,
		`tack_model_calls_total{outcome="ok",scene="module"} 3`, // the ping is asked for anew
		`tack_model_calls_total{outcome="failed",scene="module"} 1`, `tack_model_calls_total{outcome="key",scene="module"} 1`,
		`tack_model_retries_total{scene="module"} 2`,
		`tack_model_tokens_total{direction="in"} ` + strconv.Itoa(100*answered), `tack_model_tokens_total{direction="out"} ` + strconv.Itoa(20*answered),
		`tack_model_cost_total 0.0`, `tack_model_faults_total{fault="guard.ping"} 2`, `tack_model_faults_total{fault="fallback"} 2`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("/metrics lacks %s", want)
		}
	}
	if t.Failed() {
		t.Log(w.Body.String())
	}
	for _, never := range []string{modelKey, "Bearer", "Incorrect request", "keeps its own place", "keeps them for some time", "named log"} {
		if strings.Contains(written.String(), never) || strings.Contains(w.Body.String(), never) {
			t.Errorf("%q is logged, or measured:\n%s", never, written.String())
		}
	}
	if n := strings.Count(written.String(), "ask the model"); n != 2 {
		t.Errorf("two calls failed, and the log says so %d times:\n%s", n, written.String())
	}
}
