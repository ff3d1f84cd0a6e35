package slacktest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// call is one request on its way.
type call struct {
	*Server
	method string
	args   map[string]string // without what the request did not say; what JSON nests stays JSON
	w      http.ResponseWriter
	r      *http.Request
	effect bool
}

// apiError is a refusal: ok=false with Slack's code.
type apiError struct {
	code             string
	needed, provided string   // of missing_scope
	messages         []string // response_metadata.messages, as of invalid_blocks
}

func (e *apiError) Error() string { return e.code }

func refusal(code string) *apiError { return &apiError{code: code} }

// method is what the Web API knows of one of its methods.
type method struct {
	takes []string // arguments beside token
	needs []string // arguments without which it answers invalid_arguments
	scope string   // of the bot token; "" = none, or looked up by the method itself
	app   bool     // wants the app-level token
	open  bool     // wants no token
	run   func(*call) (object, error)
}

// routes is the whole HTTP side.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/api/{method}", s.serveMethod)
	mux.HandleFunc("GET /link/", s.serveSocket)
	mux.HandleFunc("POST /upload/{file}", s.serveUpload)
	mux.HandleFunc("GET /files-pri/{file}/{name}", s.serveFile)
	mux.HandleFunc("POST /response/{key}", s.serveResponseURL)
	mux.HandleFunc("GET /{$}", serveSignIn)
	return mux
}

// serveMethod is the way of a Web API call: fault, arguments, token, scope, rate limit, work, answer.
func (s *Server) serveMethod(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, method: r.PathValue("method"), w: w, r: r, args: map[string]string{}}
	parse := c.readArgs()
	c.serve(func() (object, error) {
		m, ok := methods[c.method]
		if !ok {
			s.violate(c.method, UnknownMethod, "%s", c.method)
			return nil, refusal("unknown_method")
		}
		if parse != nil {
			return nil, parse
		}
		if err := c.admit(m); err != nil {
			return nil, err
		}
		return m.run(c)
	})
}

// httpError is a refusal by HTTP status: 429 with a wait, or a code with another status.
type httpError struct {
	status int
	code   string
	wait   time.Duration
}

func (e *httpError) Error() string { return e.code }

// serve runs work under the lock and answers, unless a fault stands in between.
func (c *call) serve(work func() (object, error)) {
	f := c.takeFault(c.method)
	if f != nil {
		f.hold(c.r)
		if f.refuses() && !f.AfterEffect {
			f.refuse(c)
			return
		}
	}
	c.lock()
	answer, err := work()
	c.effect = err == nil
	c.unlock()
	if f != nil && f.refuses() {
		f.refuse(c)
		return
	}
	switch e := err.(type) {
	case nil:
		c.succeed(answer)
	case *apiError:
		c.fail(e)
	case *httpError:
		c.failHTTP(e)
	}
}

func (c *call) failHTTP(e *httpError) {
	if e.status == http.StatusTooManyRequests {
		c.tooMany(e.wait)
		return
	}
	c.send(e.status, object{"ok": false, "error": e.code}, e.code)
}

func (c *call) succeed(answer object) {
	if answer == nil {
		answer = object{}
	}
	answer["ok"] = true
	c.send(http.StatusOK, answer, "")
}

func (c *call) fail(e *apiError) {
	answer := object{"ok": false, "error": e.code}
	put(answer, "needed", e.needed)
	put(answer, "provided", e.provided)
	if len(e.messages) > 0 {
		answer["response_metadata"] = object{"messages": e.messages}
	}
	c.send(http.StatusOK, answer, e.code)
}

func (c *call) send(status int, answer object, code string) {
	// Encoding reads the world (channel members and the like), so it happens under the lock.
	c.lock()
	body, err := json.Marshal(answer)
	scopes := strings.Join(c.opts.Scopes, ",")
	c.record(c, status, code)
	c.unlock()
	if err != nil {
		panic(err) // an answer is made of strings, numbers and checked JSON
	}
	h := c.w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("X-OAuth-Scopes", scopes)
	if m, ok := methods[c.method]; ok && m.scope != "" {
		h.Set("X-Accepted-OAuth-Scopes", m.scope)
	}
	c.w.WriteHeader(status)
	_, _ = c.w.Write(body) // the client may have left
}

// note records an answer that is no JSON.
func (c *call) note(status int, code string) {
	c.lock()
	defer c.unlock()
	c.record(c, status, code)
}

// admit checks token, scope, limits and the form of the arguments, in Slack's order.
func (c *call) admit(m method) error {
	if m.open {
		return nil
	}
	if err := c.authorise(m.app); err != nil {
		return err
	}
	if wait := c.limited(c); wait > 0 {
		return &httpError{status: http.StatusTooManyRequests, wait: wait}
	}
	if m.scope != "" {
		if err := c.scope(m.scope); err != nil {
			return err
		}
	}
	for name := range c.args {
		if name != "token" && !slices.Contains(m.takes, name) {
			c.violate(c.method, UnknownField, "%s", name)
		}
	}
	for _, name := range m.needs {
		if c.args[name] == "" {
			return &apiError{code: "invalid_arguments", messages: []string{"[ERROR] missing required field: " + name}}
		}
	}
	return nil
}

// authorise compares the token with the one that the method wants.
func (c *call) authorise(app bool) error {
	want, other := c.BotToken(), c.AppToken()
	if app {
		want, other = other, want
	}
	switch c.token() {
	case want:
		return nil
	case "":
		return refusal("not_authed")
	case other:
		return refusal("not_allowed_token_type")
	}
	return refusal("invalid_auth")
}

// token is the one in the header, else the one among the arguments.
func (c *call) token() string {
	if token, ok := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bearer "); ok {
		return token
	}
	return c.args["token"]
}

// scope refuses when the bot token lacks a scope.
func (c *call) scope(name string) error {
	if slices.Contains(c.opts.Scopes, name) {
		return nil
	}
	return &apiError{code: "missing_scope", needed: name, provided: strings.Join(c.opts.Scopes, ",")}
}

// SetScopes replaces the scopes of the bot token, as a new installation does.
func (s *Server) SetScopes(scopes ...string) {
	s.lock()
	defer s.unlock()
	s.opts.Scopes = scopes
}

// SetEvents replaces the events subscribed.
func (s *Server) SetEvents(events ...string) {
	s.lock()
	defer s.unlock()
	s.opts.Events = events
}
