// Package openaitest is an OpenAI-compatible server that answers what a test has scripted, over a real
// connection, with the faults that real ones have.
//
// Goals: what a client sees on the wire, header by header: error bodies, a hung request, a body that
// breaks off, a server that does not know schemas. Non-goals: being a model.
//
//	s := openaitest.New(t)
//	s.Next(openaitest.Status(429, "rate_limit_exceeded", "Retry-After", "1"), openaitest.Says(`{"text":"hi"}`))
package openaitest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
)

// Request is a request as the server saw it.
type Request struct {
	Header http.Header
	Body   map[string]any
}

// Step answers one request.
type Step func(w http.ResponseWriter, r *http.Request, body map[string]any)

// Server is the server. Its URL is the base URL for a client.
type Server struct {
	URL string

	t    testing.TB
	mu   sync.Mutex
	next []Step
	rest Step
	got  []Request
	down *httptest.Server
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t}
	s.down = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.down.Close)
	s.URL = s.down.URL + "/v1"
	return s
}

// Next scripts the answers to the next requests.
func (s *Server) Next(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = append(s.next, steps...)
}

// Rest answers every request for which nothing is scripted.
func (s *Server) Rest(step Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rest = step
}

// Requests are the requests so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.got...)
}

// Close takes the endpoint away.
func (s *Server) Close() { s.down.Close() }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	var body map[string]any
	if err == nil {
		err = json.Unmarshal(raw, &body)
	}
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" {
		s.t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	s.got = append(s.got, Request{r.Header.Clone(), body})
	step := s.rest
	if len(s.next) > 0 {
		step, s.next = s.next[0], s.next[1:]
	}
	s.mu.Unlock()
	if step == nil {
		s.t.Error("a request for which nothing is scripted")
		http.Error(w, "{}", http.StatusTeapot)
		return
	}
	step(w, r, body)
}

// usage is what every answer claims to have used.
var usage = map[string]any{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}

// Says answers with a text, or, where a tool must be called, with a call of it.
func Says(text string) Step {
	return func(w http.ResponseWriter, _ *http.Request, body map[string]any) {
		message := map[string]any{"role": "assistant", "content": text}
		if body["tools"] != nil {
			message = map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
				"id": "call_1", "type": "function", "function": map[string]any{"name": "answer", "arguments": text},
			}}}
		}
		answer(w, []any{map[string]any{"index": 0, "message": message, "finish_reason": "stop"}}, usage)
	}
}

// Uncounted answers with a text and no usage, as some servers do.
func Uncounted(text string) Step {
	return func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		message := map[string]any{"role": "assistant", "content": text}
		answer(w, []any{map[string]any{"index": 0, "message": message, "finish_reason": "stop"}}, nil)
	}
}

// Ends answers with a text and a reason for which it ended.
func Ends(reason, text string) Step {
	return func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		message := map[string]any{"role": "assistant", "content": text}
		answer(w, []any{map[string]any{"index": 0, "message": message, "finish_reason": reason}}, usage)
	}
}

// Empty answers without a choice.
func Empty() Step {
	return func(w http.ResponseWriter, _ *http.Request, _ map[string]any) { answer(w, []any{}, usage) }
}

// Garbage answers with what is no JSON.
func Garbage() Step {
	return func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<html>Welcome to the proxy</html>")
	}
}

// Cut breaks the answer off in the middle.
func Cut() Step {
	return func(w http.ResponseWriter, _ *http.Request, _ map[string]any) {
		w.Header().Set("Content-Length", strconv.Itoa(1000))
		io.WriteString(w, `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"{\"te`)
	}
}

// Hang answers nothing until the client goes away.
func Hang() Step {
	return func(_ http.ResponseWriter, r *http.Request, _ map[string]any) { <-r.Context().Done() }
}

// Status answers with an error as OpenAI words them; header are names and values in turn.
func Status(status int, code string, header ...string) Step {
	return func(w http.ResponseWriter, r *http.Request, _ map[string]any) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		// Real servers repeat the key, and pieces of the prompt.
		write(w, map[string]any{"error": map[string]any{
			"message": "Incorrect request with " + r.Header.Get("Authorization"), "type": "invalid_request_error", "param": nil, "code": code,
		}})
	}
}

// Without is a server that refuses requests with any of the named fields, and answers others by then.
func Without(then Step, fields ...string) Step {
	return func(w http.ResponseWriter, r *http.Request, body map[string]any) {
		for _, f := range fields {
			if body[f] != nil {
				Status(http.StatusBadRequest, "unsupported_parameter")(w, r, body)
				return
			}
		}
		then(w, r, body)
	}
}

func answer(w http.ResponseWriter, choices []any, usage any) {
	w.Header().Set("Content-Type", "application/json")
	body := map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "test", "choices": choices}
	if usage != nil {
		body["usage"] = usage
	}
	write(w, body)
}

func write(w io.Writer, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of strings and numbers: it cannot fail
	}
	w.Write(b)
}
