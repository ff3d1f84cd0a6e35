package discordtest

import (
	"net/http"
	"net/url"
	"strings"
)

// Transport sends requests for Discord's hosts to another base ("http://127.0.0.1:4711") and lets all others
// pass: a library with fixed addresses needs nothing else, since GET /gateway answers with the fake's own.
// next carries the requests; nil is http.DefaultTransport.
func Transport(base string, next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return redirect{base: base, next: next}
}

type redirect struct {
	base string
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	if host := r.URL.Hostname(); host != "discord.com" && !strings.HasSuffix(host, ".discordapp.com") {
		return t.next.RoundTrip(r)
	}
	base, err := url.Parse(t.base)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = base.Scheme, base.Host, base.Host
	return t.next.RoundTrip(r)
}

// Client is an HTTP client for a library with Discord's addresses in it. Its connections end with the server.
func (s *Server) Client() *http.Client {
	return &http.Client{Transport: Transport(s.Base(), &http.Transport{MaxIdleConnsPerHost: 16})}
}
