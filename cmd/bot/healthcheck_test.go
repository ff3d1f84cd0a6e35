package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHealthcheck: the code says whether the bot that listens there is alive.
func TestHealthcheck(t *testing.T) {
	t.Parallel()
	alive := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			http.NotFound(w, r)
			return
		}
		w.Write([]byte("ok\n"))
	}))
	defer alive.Close()
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	l.Close()
	for _, c := range []struct {
		listen, want string
		code         int
	}{
		{alive.Listener.Addr().String(), "ok\n", exitOK},
		{strings.Replace(alive.Listener.Addr().String(), "127.0.0.1", "", 1), "ok\n", exitOK},
		{other.Listener.Addr().String(), "answers 404", exitProblem},
		{nobody, "nothing listens on " + nobody + ": bot serve is not running", exitProblem},
		{"no-such-host.invalid:80", "no-such-host.invalid:80 cannot be reached", exitProblem},
		{"off", "http.listen is off", exitUsage},
	} {
		var out, errs strings.Builder
		code := run([]string{"healthcheck", "--http-listen", c.listen}, strings.NewReader(""), &out, &errs)
		if code != c.code || !strings.Contains(out.String()+errs.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d and %q: %s%s", c.listen, code, c.code, c.want, &out, &errs)
		}
	}
}

func TestReached(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{
		":8080": "127.0.0.1:8080", "0.0.0.0:80": "127.0.0.1:80", "[::]:80": "[::1]:80",
		"10.1.2.3:80": "10.1.2.3:80", "bot.example:80": "bot.example:80", "[fe80::1]:80": "[fe80::1]:80",
	} {
		if got := reached(listen); got != want {
			t.Errorf("%s is reached at %s, want %s", listen, got, want)
		}
	}
}
