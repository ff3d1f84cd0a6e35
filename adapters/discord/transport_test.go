package discord

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestBucketOf(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"GET /api/v10/channels/1/messages":                     "GET channels/1/messages",
		"GET /api/v10/channels/1/messages/2":                   "GET channels/1/messages/*",
		"PUT /api/v10/channels/1/messages/pins/2":              "PUT channels/1/messages/pins/*",
		"PUT /api/v10/channels/1/messages/2/reactions/%F0/@me": "PUT channels/1/messages/*/reactions/*/@me",
		"POST /api/v10/interactions/1/secret/callback":         interactions,
		"POST /api/v10/webhooks/1/secret":                      "POST webhooks/1/*",
		"PATCH /api/v10/webhooks/1/secret/messages/@original":  "PATCH webhooks/1/*/messages/@original",
		"GET users/@me": "GET users/@me",
	} {
		var method, rest string
		for i := range path {
			if path[i] == ' ' {
				method, rest = path[:i], path[i+1:]
				break
			}
		}
		if got := bucketOf(method, rest); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// answering is a transport before a server that answers each request in turn.
func answering(t *testing.T, answers ...http.HandlerFunc) (get func(path string) error, asked *int) {
	t.Helper()
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answers[min(n, len(answers)-1)](w, r)
		n++
	}))
	t.Cleanup(s.Close)
	rates, err := newTransport(s.URL + "/api/")
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: rates}
	return func(path string) error {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, official+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.Header.Get("X-RateLimit-Remaining") != "" {
			t.Error("discordgo would see the rates, and sleep")
		}
		return nil
	}, &n
}

// limited is how long an error says to wait; 0: it does not say so.
func limited(err error) time.Duration {
	var limit *limitError
	if errors.As(err, &limit) {
		return limit.after
	}
	return 0
}

// TestTransport_Headers: a bucket that is empty is waited for, and others are not.
func TestTransport_Headers(t *testing.T) {
	t.Parallel()
	get, asked := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset-After", "3600.5")
	}, func(http.ResponseWriter, *http.Request) {})
	if err := get("/v10/channels/1/messages"); err != nil {
		t.Fatal(err)
	}
	if d := limited(get("/v10/channels/1/messages")); d < 59*time.Minute {
		t.Errorf("wait %s", d)
	}
	if err := get("/v10/channels/2/messages"); err != nil || *asked != 2 {
		t.Errorf("another channel: %v, %d requests", err, *asked)
	}
}

// TestTransport_Global: a global 429, and one of the network before Discord, hold everything up.
func TestTransport_Global(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"Global": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(429)
			_, _ = w.Write([]byte(`{"message": "You are being rate limited.", "retry_after": 3600.0, "global": true}`))
		},
		"Network": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(429)
			_, _ = w.Write([]byte("<!DOCTYPE html><h1>Error 1015</h1>"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			get, asked := answering(t, answer)
			for _, path := range []string{"/v10/channels/1/messages", "/v10/channels/2/messages", "/v10/users/@me"} {
				if d := limited(get(path)); d < 59*time.Minute {
					t.Errorf("%s: wait %s", path, d)
				}
			}
			if *asked != 1 {
				t.Errorf("%d requests", *asked)
			}
		})
	}
}

// TestTransport_Invalid: long before Discord bans the address for refused requests, none are made.
func TestTransport_Invalid(t *testing.T) {
	t.Parallel()
	get, asked := answering(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) })
	for range maxInvalid + 100 {
		_ = get("/v10/channels/1/messages") // refused by Discord, and then by us
	}
	if *asked != maxInvalid {
		t.Errorf("%d requests were refused", *asked)
	}
	if d := limited(get("/v10/users/@me")); d <= 0 || d > invalidWindow {
		t.Errorf("wait %s", d)
	}
}

// TestNewTransport: only a web address will do.
func TestNewTransport(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "discord.com/api", "ftp://discord.com", "http://", "::"} {
		if _, err := newTransport(base); err == nil {
			t.Errorf("%q was taken", base)
		}
	}
}

// TestSeconds: no answer of Discord's makes us ask at once, or never again.
func TestSeconds(t *testing.T) {
	t.Parallel()
	for said, want := range map[float64]time.Duration{
		-1: 100 * time.Millisecond, 0: 100 * time.Millisecond, 1.5: 1500 * time.Millisecond, 1e12: time.Hour,
	} {
		if got := seconds(said); got != want {
			t.Errorf("%v: %v, want %v", said, got, want)
		}
	}
}
