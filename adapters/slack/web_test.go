package slack_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/coach"
)

// overHTTP is a world in the mode HTTP.
func overHTTP(t *testing.T, s setting) *world {
	t.Helper()
	w := enter(t, s.fake)
	w.socketless = true
	s.config = func(c *slack.Config) { c.AppToken, c.SigningSecret = "", w.SigningSecret() }
	w.house, w.adapter = w.build(s)
	w.run(s)
	server := httptest.NewServer(w.adapter.Handler())
	t.Cleanup(server.Close)
	w.address = server.URL
	if err := w.UseHTTP(t.Context(), slacktest.HTTPTarget{Events: server.URL}); err != nil {
		t.Fatal(err)
	}
	ready := func() bool {
		status, _, err := w.SendSigned(t.Context(), server.URL, "application/json", []byte(`{"type":"event_callback","event":{"type":"app_home_opened"}}`), slacktest.Signature{})
		return err == nil && status == http.StatusOK
	}
	adaptertest.Await(t, "the adapter", ready)
	return w
}

// TestHTTPSession: the whole way over HTTP: command, messages, emoji, button, form.
func TestHTTPSession(t *testing.T) {
	t.Parallel()
	w := overHTTP(t, setting{})
	w.has(w.ask(w.kim, w.channel, "status"), "no session")
	ts := w.closing()
	w.PressButton(w.kim, w.channel, ts, "summary_correct")
	w.Await(t, "the form", func(v *slacktest.Snapshot) bool { return len(v.Views()) == 1 })
	heard := w.house.Standing(t, w.thread()).Heard
	w.SubmitView(w.kim, w.Views()[0].ID, map[string]string{"correction": "the firewall is on"})
	w.house.AwaitAnswered(t, w.thread(), heard+1)
	w.Server.React(w.kim, w.channel, ts, "+1")
	w.house.AwaitState(t, w.thread(), coach.Closed)
	w.settled()
	w.NoViolations(t)
}

// TestHTTPRetry: what cannot be recorded is refused, and answered when it comes again.
func TestHTTPRetry(t *testing.T) {
	t.Parallel()
	var faulty adaptertest.Faulty
	w := overHTTP(t, setting{hall: faulty.In})
	w.study("redis")
	faulty.Fail(2, adaptertest.Down) // the second try comes at once, the third after a minute
	w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	adaptertest.Await(t, "two failures", faulty.Failed)
	w.Await(t, "the wait for the third try", func(v *slacktest.Snapshot) bool {
		all := v.Events()
		return all[len(all)-1].State == slacktest.Backoff
	})
	w.Advance(2 * time.Minute)
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.settled()
}

// TestHTTPRefuses: what Slack has not signed is not taken, and what is not readable is not asked for again.
func TestHTTPRefuses(t *testing.T) {
	t.Parallel()
	w := overHTTP(t, setting{})
	body := []byte(`{"type":"url_verification","challenge":"c"}`)
	for name, c := range map[string]struct {
		body   []byte
		sig    slacktest.Signature
		status int
	}{
		"signed":       {body, slacktest.Signature{}, http.StatusOK},
		"other secret": {body, slacktest.Signature{Secret: "other"}, http.StatusUnauthorized},
		"old":          {body, slacktest.Signature{Age: 6 * time.Minute}, http.StatusUnauthorized},
		"of tomorrow":  {body, slacktest.Signature{Age: -6 * time.Minute}, http.StatusUnauthorized},
		"unsigned":     {body, slacktest.Signature{Bare: true}, http.StatusUnauthorized},
		"no JSON":      {[]byte("{"), slacktest.Signature{}, http.StatusOK},
		"an odd event": {[]byte(`{"type":"event_callback","event":{"type":"message","ts":17}}`), slacktest.Signature{}, http.StatusOK},
		"too large":    {make([]byte, 2<<20), slacktest.Signature{}, http.StatusRequestEntityTooLarge},
	} {
		status, _, err := w.SendSigned(t.Context(), w.address, "application/json", c.body, c.sig)
		if err != nil || status != c.status {
			t.Errorf("%s: status %d, %v, want %d", name, status, err, c.status)
		}
	}
	form := []byte(url.Values{"payload": {"{"}}.Encode())
	if status, _, err := w.SendSigned(t.Context(), w.address, "application/x-www-form-urlencoded", form, slacktest.Signature{}); err != nil || status != http.StatusOK {
		t.Errorf("an odd interaction: status %d, %v", status, err)
	}
}

// TestHTTPEarly: before Run there is nobody to record anything, and Slack is asked to come again.
func TestHTTPEarly(t *testing.T) {
	t.Parallel()
	w := enter(t, slacktest.Options{})
	w.house, w.adapter = w.build(setting{config: func(c *slack.Config) { c.AppToken, c.SigningSecret = "", w.SigningSecret() }})
	server := httptest.NewServer(w.adapter.Handler())
	defer server.Close()
	status, _, err := w.SendSigned(t.Context(), server.URL, "application/json", []byte(`{"type":"event_callback"}`), slacktest.Signature{})
	if err != nil || status != http.StatusServiceUnavailable {
		t.Errorf("status %d, %v", status, err)
	}
}
