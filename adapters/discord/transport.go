package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"tack/adapters/inhand"
)

// official is what discordgo puts before every path; the setting of the API's address takes its place.
const official = "https://discord.com/api"

// transport carries discordgo's requests to the API's address and keeps its rates: discordgo itself would
// sleep without a context, and cannot read the 429 of the network before Discord. It hands a 429 on as a
// limitError, and hides the headers by which discordgo would do what is done here.
type transport struct {
	base *url.URL
	next http.RoundTripper

	mu      sync.Mutex
	until   map[string]time.Time // by bucket: nothing is sent before; "" = all
	invalid []time.Time          // answers of 401, 403 and 429, oldest first
	skew    time.Duration        // of our clock against Discord's
}

// limitError says that Discord, or we in its stead, will not take a request for now.
type limitError struct {
	after time.Duration
	code  int // Discord's own; 20016 = slowmode
}

func (e *limitError) Error() string { return "rate limited for " + e.after.String() }

func newTransport(base string) (*transport, error) {
	u, err := url.Parse(strings.TrimRight(base, "/"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("discord: the API's address %q must be an http(s) URL", base)
	}
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.MaxIdleConnsPerHost = 16
	return &transport{base: u, next: next, until: map[string]time.Time{}}, nil
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	key := bucketOf(r.Method, r.URL.EscapedPath())
	if err := t.turn(r.Context(), key); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // a buffer
		}
		return nil, err
	}
	resp, err := t.next.RoundTrip(t.moved(r))
	if err != nil {
		return nil, err
	}
	limit := t.learn(key, resp)
	if limit != nil {
		_ = resp.Body.Close() // it was read
		return nil, limit
	}
	for name := range resp.Header {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			resp.Header.Del(name)
		}
	}
	return resp, nil
}

// moved is the request at the API's address.
func (t *transport) moved(r *http.Request) *http.Request {
	rest, ok := strings.CutPrefix(r.URL.String(), official)
	if !ok {
		return r
	}
	u, err := url.Parse(t.base.String() + rest)
	if err != nil {
		return r // it would have been refused when it was built
	}
	r = r.Clone(r.Context())
	r.URL, r.Host = u, u.Host
	return r
}

// turn waits for a request's turn, for patience at most.
func (t *transport) turn(ctx context.Context, key string) error {
	wait := t.wait(key, time.Now())
	if wait <= 0 {
		return nil
	}
	if wait > patience {
		return &limitError{after: wait}
	}
	inhand.Rest(ctx, wait)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// wait is how long a request has to wait. Answers to interactions have no limit but that of the address.
func (t *transport) wait(key string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	until := t.until[key]
	if all := t.until[""]; all.After(until) && key != interactions {
		until = all
	}
	t.forget(now)
	if len(t.invalid) >= maxInvalid {
		if over := t.invalid[len(t.invalid)-maxInvalid].Add(invalidWindow); over.After(until) {
			until = over
		}
	}
	return until.Sub(now)
}

// forget drops what is over.
func (t *transport) forget(now time.Time) {
	for len(t.invalid) > 0 && now.Sub(t.invalid[0]) > invalidWindow {
		t.invalid = t.invalid[1:]
	}
	if len(t.until) < maxRemembered {
		return
	}
	for key, until := range t.until {
		if now.After(until) {
			delete(t.until, key)
		}
	}
}

// learn reads what an answer says about rates. Not nil: it is a 429.
func (t *transport) learn(key string, resp *http.Response) error {
	now := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if at, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		t.skew = now.Sub(at)
	}
	switch resp.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		t.invalid = append(t.invalid, now)
	case http.StatusTooManyRequests:
		if resp.Header.Get("X-RateLimit-Scope") != "shared" {
			t.invalid = append(t.invalid, now)
		}
		limit, all := limitOf(resp)
		if all {
			key = ""
		}
		t.until[key] = now.Add(limit.after)
		return limit
	}
	if resp.Header.Get("X-RateLimit-Remaining") == "0" {
		if after, err := strconv.ParseFloat(resp.Header.Get("X-RateLimit-Reset-After"), 64); err == nil {
			t.until[key] = now.Add(seconds(after))
		}
	}
	return nil
}

// limitOf reads a 429; all says that it is about every request.
func limitOf(resp *http.Response) (limit *limitError, all bool) {
	var body struct {
		After  *float64 `json:"retry_after"`
		Global bool     `json:"global"`
		Code   int      `json:"code"`
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err == nil && json.Unmarshal(raw, &body) == nil && body.After != nil {
		return &limitError{after: seconds(*body.After), code: body.Code}, body.Global
	}
	after, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || after <= 0 {
		return &limitError{after: cloudflareFor}, true
	}
	return &limitError{after: seconds(float64(after))}, true
}

// seconds is how long Discord wants us to wait: not so short that it would be a storm of requests, and an hour at
// most, or one wrong answer would silence us for good.
func seconds(s float64) time.Duration {
	return time.Duration(min(max(s, 0.1), 3600) * float64(time.Second))
}

// clock is how far our clock is ahead of Discord's, as of the last answer.
func (t *transport) clock() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.skew
}

// interactions is the bucket of all first answers to interactions.
const interactions = "interactions"

// bucketOf is what a rate counts: a method and a path with all ids but the first, that of the channel, guild
// or webhook, left out.
func bucketOf(method, path string) string {
	if _, rest, ok := strings.Cut(path, "/v"+apiVersion+"/"); ok {
		path = rest
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if parts[0] == "interactions" {
		return interactions
	}
	for i := 2; i < len(parts); i++ {
		if isID(parts[i]) || parts[i-1] == "reactions" || i == 2 && parts[0] == "webhooks" {
			parts[i] = "*"
		}
	}
	return method + " " + strings.Join(parts, "/")
}
