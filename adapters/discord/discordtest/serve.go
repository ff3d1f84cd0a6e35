package discordtest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// maxBody is the largest request that Discord takes, in bytes.
const maxBody = 25 << 20

// call is one request on its way through a handler.
type call struct {
	*Server
	w       http.ResponseWriter
	r       *http.Request
	route   string
	params  map[string]string
	query   url.Values
	raw     json.RawMessage
	body    object // of a JSON object; empty without one
	files   []*attachment
	version string
	status  int // what a handler wants instead of 200
	effect  bool
}

// ServeHTTP is the whole Discord: gateway, attachments, REST.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		panic(http.ErrAbortHandler) // net/http's way to break a connection
	}
	defer s.running.Done()
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/gateway"), strings.HasPrefix(path, "/resume"):
		s.serveGateway(w, r)
	case strings.HasPrefix(path, "/attachments/"):
		s.serveAttachment(w, r)
	default:
		s.serveREST(w, r)
	}
}

func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	id, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/attachments/"), "/")
	s.mu.Lock()
	file := s.files[id]
	s.mu.Unlock()
	if file == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", file.kind)
	_, _ = w.Write(file.data) // a client that hung up
}

// version splits "/api/v10/channels/1" into "v10" and "/channels/1"; without a version it is the default v6,
// which this Discord serves as v9.
func version(path string) (string, string) {
	rest := strings.TrimPrefix(path, "/api")
	if head, tail, ok := strings.Cut(strings.TrimPrefix(rest, "/"), "/"); ok && (head == "v9" || head == "v10") {
		return head, "/" + tail
	}
	return "", rest
}

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, w: w, r: r, query: r.URL.Query(), body: object{}}
	v, path := version(r.URL.EscapedPath())
	c.version = v
	found, params, err := s.router.find(r.Method, path)
	if found == nil {
		c.answer(nil, err)
		return
	}
	c.route, c.params = found.name, params
	if err := c.read(); err != nil {
		c.answer(nil, err)
		return
	}
	c.pass(found)
}

// pass takes a request past ban, fault and rate limit to its handler.
func (c *call) pass(found *route) {
	fault := c.takeFault()
	if c.isBanned() {
		c.cloudflare(fault)
		return
	}
	if fault != nil && !fault.AfterEffect {
		if c.suffer(fault) {
			return
		}
	}
	if c.limited() {
		return
	}
	body, err := c.run(found)
	if fault != nil && fault.AfterEffect && c.suffer(fault) {
		return
	}
	c.answer(body, err)
}

func (c *call) isBanned() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forgetInvalid()
	return c.banned
}

// run calls the handler under the lock.
func (c *call) run(found *route) (any, error) {
	c.lock()
	defer c.unlock()
	if !found.open && c.r.Header.Get("Authorization") != "Bot "+c.token {
		return nil, errUnauthorized
	}
	body, err := found.serve(c)
	c.effect = err == nil
	return body, err
}

// read takes the body in: JSON, or a form of files with the JSON in payload_json.
func (c *call) read() error {
	kind := c.r.Header.Get("Content-Type")
	limited := http.MaxBytesReader(c.w, c.r.Body, maxBody)
	if strings.HasPrefix(kind, "multipart/form-data") {
		c.r.Body = limited
		return c.readForm()
	}
	raw, err := io.ReadAll(limited)
	if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
		return errTooLarge
	}
	if err != nil || len(raw) == 0 {
		return nil // a client that hung up will not read the answer either
	}
	return c.parse(raw)
}

func (c *call) parse(raw []byte) error {
	c.raw = raw
	if !json.Valid(raw) {
		return errBadJSON
	}
	_ = json.Unmarshal(raw, &c.body) // a list stays in raw for the handler that takes one
	if c.body == nil {
		c.body = object{}
	}
	return nil
}

func (c *call) readForm() error {
	if err := c.r.ParseMultipartForm(maxBody); err != nil {
		return errTooLarge
	}
	for _, headers := range c.r.MultipartForm.File {
		for _, h := range headers {
			f, err := h.Open()
			if err != nil {
				return errBadJSON
			}
			data, err := io.ReadAll(f)
			if err != nil {
				return errBadJSON
			}
			c.files = append(c.files, &attachment{name: h.Filename, kind: h.Header.Get("Content-Type"), data: data})
		}
	}
	payload := c.r.FormValue("payload_json")
	if payload == "" {
		return nil
	}
	return c.parse([]byte(payload))
}

// answer writes what a handler said and records the call.
func (c *call) answer(body any, err error) {
	status := c.status
	code := 0
	var refusal *APIError
	switch {
	case errors.As(err, &refusal):
		status, code, body = refusal.Status, refusal.Code, refusal.body()
	case body == nil:
		status = http.StatusNoContent
	case status == 0:
		status = http.StatusOK
	}
	c.record(status, code)
	if body == nil {
		c.w.WriteHeader(status)
		return
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_ = json.NewEncoder(c.w).Encode(body) // a client that hung up
}

// record keeps the call for the look-in.
func (c *call) record(status, code int) {
	c.lock()
	defer c.unlock()
	if status/100 == 2 {
		c.answered[c.route]++
	}
	c.note(status, c.w.Header().Get("X-RateLimit-Scope") == "shared")
	c.calls = append(c.calls, Call{
		Route: c.route, Path: c.r.URL.RequestURI(), Body: c.raw, Files: len(c.files), Status: status, Code: code,
		At: c.now(), Effect: c.effect, Version: c.version,
	})
}
