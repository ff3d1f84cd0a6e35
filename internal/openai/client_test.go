package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/coach/tutor/model"
	"tack/internal/openai/openaitest"
)

const secret = "sk-test-0123456789abcdefghij"

// bench is a client with a scripted server.
type bench struct {
	*testing.T
	server *openaitest.Server
	client *Client
	log    *bytes.Buffer
	mu     sync.Mutex
	calls  []Call
	now    time.Time
}

func (b *bench) Observe(c Call) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, c)
}

func build(t *testing.T, change func(*Config)) *bench {
	t.Helper()
	b := &bench{T: t, server: openaitest.New(t), log: &bytes.Buffer{}, now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)}
	c := Config{
		Key: secret, BaseURL: b.server.URL, Model: "small", Timeout: 20 * time.Second, Observer: b,
		Log: slog.New(slog.NewTextHandler(b.log, nil)), Now: func() time.Time { return b.now },
	}
	if change != nil {
		change(&c)
	}
	client, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	client.pause = time.Millisecond
	b.client = client
	return b
}

func request() model.Request {
	return model.Request{
		Scene: "module", Schema: json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`),
		Messages:  []model.Message{{Role: model.RoleSystem, Text: "the rules"}, {Role: model.RoleUser, Text: "the turn"}},
		MaxTokens: 200, Estimate: 100, Seed: 7, Learner: "U1", Channel: "C1",
	}
}

func (b *bench) ask() (string, error) {
	b.Helper()
	a, err := b.client.Complete(b.Context(), request())
	if err != nil {
		b.unsaid(err.Error())
	}
	b.unsaid(b.log.String())
	return a.Text, err
}

// unsaid finds no credential and no prompt in a text.
func (b *bench) unsaid(text string) {
	b.Helper()
	for _, s := range []string{secret, "Bearer", "the rules", "the turn", "Incorrect request"} {
		if strings.Contains(text, s) {
			b.Errorf("%q is told: %s", s, text)
		}
	}
}

const hi = `{"text":"hi"}`

func TestComplete(t *testing.T) {
	b := build(t, nil)
	b.server.Next(openaitest.Says(hi))
	if text, err := b.ask(); text != hi || err != nil {
		t.Fatalf("%q, %v", text, err)
	}
	got := b.server.Requests()[0]
	if got.Header.Get("Authorization") != "Bearer "+secret || got.Body["model"] != "small" || got.Body["seed"] != 7.0 || got.Body["max_tokens"] != 200.0 {
		t.Errorf("sent %v", got.Body)
	}
	if temperature, ok := got.Body["temperature"].(float64); !ok || temperature > 1e-6 {
		t.Errorf("temperature %v", got.Body["temperature"])
	}
	format, _ := json.Marshal(got.Body["response_format"])
	if !strings.Contains(string(format), `"strict":true`) || !strings.Contains(string(format), `"additionalProperties":false`) {
		t.Errorf("format %s", format)
	}
	want := Call{Scene: "module", Mode: "schema", Attempts: 1, In: 100, Out: 20}
	if len(b.calls) != 1 || b.calls[0] != want {
		t.Errorf("calls %+v", b.calls)
	}
}

// A server that lacks schemas is asked by a tool, one that lacks tools in words; what works is remembered.
func TestComplete_Modes(t *testing.T) {
	for _, tc := range []struct {
		lacks []string
		mode  string
		tries int
	}{
		{nil, "schema", 1},
		{[]string{"response_format"}, "tool", 2},
		{[]string{"response_format", "tools"}, "fence", 3},
	} {
		t.Run(tc.mode, func(t *testing.T) {
			b := build(t, nil)
			b.server.Rest(openaitest.Without(openaitest.Says(hi), tc.lacks...))
			for range 2 {
				if text, err := b.ask(); text != hi || err != nil {
					t.Fatalf("%q, %v", text, err)
				}
			}
			if first, second := b.calls[0], b.calls[1]; first.Attempts != tc.tries || second.Attempts != 1 || second.Mode != tc.mode || second.Downs != 0 {
				t.Errorf("calls %+v", b.calls)
			}
		})
	}
	b := build(t, nil) // one that takes the field and does not know it
	b.server.Next(openaitest.Says("Sure, here you go."), openaitest.Says(hi))
	if text, err := b.ask(); text != hi || err != nil || b.calls[0].Mode != "tool" {
		t.Errorf("%q, %v, %+v", text, err, b.calls)
	}
}

// Every failure is told apart, retried where that may help, and ends within the time.
func TestComplete_Failures(t *testing.T) {
	for name, tc := range map[string]struct {
		step  openaitest.Step
		want  error
		tries int
		short bool
	}{
		"limited":       {openaitest.Status(429, "rate_limit_exceeded"), ErrLimited, attempts, false},
		"limited long":  {openaitest.Status(429, "rate_limit_exceeded", "Retry-After", "3600"), ErrLimited, 1, false},
		"quota":         {openaitest.Status(429, "insufficient_quota"), ErrKey, 1, false},
		"server":        {openaitest.Status(503, "overloaded"), ErrServer, attempts, false},
		"cut":           {openaitest.Cut(), ErrCut, attempts, false},
		"too long text": {openaitest.Ends("length", `{"text":"h`), model.ErrLong, 1, false},
		"empty":         {openaitest.Empty(), ErrEmpty, attempts, false},
		"no content":    {openaitest.Says(" "), ErrEmpty, attempts, false},
		"filtered":      {openaitest.Ends("content_filter", ""), ErrFiltered, 1, false},
		"garbage":       {openaitest.Garbage(), ErrMalformed, attempts, false},
		"prose":         {openaitest.Says("no JSON here"), ErrMalformed, attempts * 3, false},
		"long prompt":   {openaitest.Status(400, "context_length_exceeded"), model.ErrTooLong, 1, false},
		"key":           {openaitest.Status(401, "invalid_api_key"), ErrKey, 1, false},
		"forbidden":     {openaitest.Status(403, "forbidden"), ErrKey, 1, false},
		"no model":      {openaitest.Status(404, "model_not_found"), ErrGone, 1, false},
		"refused":       {openaitest.Status(400, "bad"), ErrRefused, 3, false},
		"hang":          {openaitest.Hang(), ErrTimeout, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := build(t, func(c *Config) {
				if tc.short {
					c.Timeout = 200 * time.Millisecond
				}
			})
			b.server.Rest(tc.step)
			text, err := b.ask()
			if !errors.Is(err, tc.want) || text != "" || tc.tries > 0 && len(b.server.Requests()) != tc.tries {
				t.Errorf("%q, %v after %d requests", text, err, len(b.server.Requests()))
			}
			if !errors.Is(b.calls[0].Err, tc.want) {
				t.Errorf("observed %+v", b.calls[0])
			}
		})
	}
	b := build(t, nil)
	b.server.Close()
	if _, err := b.ask(); !errors.Is(err, ErrGone) {
		t.Errorf("gone: %v", err)
	}
}

// A failure that passes is not seen outside; Retry-After is waited for.
func TestComplete_Recovers(t *testing.T) {
	b := build(t, nil)
	b.server.Next(openaitest.Status(429, "rate_limit_exceeded", "retry-after-ms", "2"), openaitest.Cut(), openaitest.Says(hi))
	if text, err := b.ask(); text != hi || err != nil || b.calls[0].Attempts != 3 {
		t.Errorf("%q, %v, %+v", text, err, b.calls)
	}
}

// Who asks can go away at any time.
func TestComplete_Cancel(t *testing.T) {
	b := build(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	b.server.Rest(func(w http.ResponseWriter, r *http.Request, body map[string]any) {
		cancel()
		openaitest.Hang()(w, r, body)
	})
	if _, err := b.client.Complete(ctx, request()); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Who asks can also give it less time than the timeout: an endpoint that uses it up is at fault like any
// other that hangs.
func TestComplete_Impatient(t *testing.T) {
	b := build(t, nil)
	b.server.Rest(openaitest.Hang())
	for range tripsAfter {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := b.client.Complete(ctx, request()); !errors.Is(err, ErrTimeout) {
			t.Fatal(err)
		}
		cancel()
	}
	if _, err := b.ask(); !errors.Is(err, ErrDown) {
		t.Errorf("%v", err)
	}
}

// An endpoint that fails again and again is left alone, and tried once when its time has come.
func TestComplete_Breaker(t *testing.T) {
	b := build(t, nil)
	b.server.Rest(openaitest.Status(401, "invalid_api_key"))
	for range tripsAfter {
		if _, err := b.ask(); !errors.Is(err, ErrKey) {
			t.Fatal(err)
		}
	}
	if _, err := b.ask(); !errors.Is(err, ErrDown) || len(b.server.Requests()) != tripsAfter {
		t.Fatalf("%v after %d requests", err, len(b.server.Requests()))
	}
	b.now = b.now.Add(openFor)
	if _, err := b.ask(); !errors.Is(err, ErrKey) {
		t.Fatalf("the trial: %v", err)
	}
	b.now = b.now.Add(openFor)
	if _, err := b.ask(); !errors.Is(err, ErrDown) {
		t.Fatalf("it is left alone for longer: %v", err)
	}
	b.now = b.now.Add(openFor)
	b.server.Rest(openaitest.Says(hi))
	for range 2 {
		if text, err := b.ask(); text != hi || err != nil {
			t.Fatalf("back: %q, %v", text, err)
		}
	}
}

func TestNew(t *testing.T) {
	for _, c := range []Config{
		{BaseURL: "", Model: "m"},
		{BaseURL: "ftp://x", Model: "m"},
		{BaseURL: "https://user:" + secret + "@x/v1", Model: "m"},
		{BaseURL: "https://x/v1"},
		{BaseURL: "https://x/v1", Model: "m", Limits: Limits{All: Use{Tokens: 1}}},
	} {
		if _, err := New(c); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	c := Config{Key: secret}
	for _, s := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %q", c, c, c.Key), c.Key.String()} {
		if strings.Contains(s, secret) {
			t.Errorf("the key prints: %s", s)
		}
	}
	if got := retryAfter(http.Header{"Retry-After": {"Mon, 05 Jan 2026 09:00:30 GMT"}}, time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)); got != 30*time.Second {
		t.Errorf("a date: %v", got)
	}
	thinking := build(t, func(c *Config) { c.Model = "o3-mini" })
	body, err := json.Marshal(thinking.client.request(request(), bySchema))
	if err != nil || strings.Contains(string(body), `"max_tokens"`) || strings.Contains(string(body), `"temperature"`) || !strings.Contains(string(body), `"max_completion_tokens":800`) {
		t.Errorf("%s, %v", body, err)
	}
}
