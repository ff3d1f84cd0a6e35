package slack_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/templates"
)

// TestNew: what cannot work is refused at once, in words that say what is wanted.
func TestNew(t *testing.T) {
	t.Parallel()
	texts, err := voice.New(templates.FS, "messages/chat")
	if err != nil {
		t.Fatal(err)
	}
	good := slack.Config{BotToken: "xoxb-1", AppToken: "xapp-1", Voice: texts}
	if _, err := slack.New(good); err != nil {
		t.Errorf("a good one: %v", err)
	}
	for want, change := range map[string]func(*slack.Config){
		"begins with xoxb-": func(c *slack.Config) { c.BotToken = "xapp-1" },
		"begins with xapp-": func(c *slack.Config) { c.AppToken = "xoxb-1" },
		"signing secret":    func(c *slack.Config) { c.AppToken = "" },
		"with a slash":      func(c *slack.Config) { c.APIURL = "http://127.0.0.1/api" },
		"no texts":          func(c *slack.Config) { c.Voice = nil },
	} {
		c := good
		change(&c)
		if _, err := slack.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one that says %q", err, want)
		}
	}
}

// TestCheckClock: doctor sees a clock that is off by what Slack's answers say.
func TestCheckClock(t *testing.T) {
	t.Parallel()
	w := enter(t, slacktest.Options{})
	target, err := url.Parse(w.Base())
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		r.Header.Set("Date", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat))
		return nil
	}
	server := httptest.NewServer(proxy)
	defer server.Close()
	w.house, w.adapter = w.build(setting{config: func(c *slack.Config) { c.APIURL = server.URL + "/api/" }})
	if f := w.check()["clock"]; f.OK || !strings.Contains(f.Text, "1h") {
		t.Errorf("%+v", f)
	}
}

// TestDeliverRefuses: what is no thread of Slack's, or no operation, is refused for good.
func TestDeliverRefuses(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{idle: true})
	for _, m := range []engine.Outgoing{
		{Op: engine.OpPost, Thread: "terminal:local:kim", Text: "hello"},
		{Op: engine.OpPost, Thread: w.threadOf(w.channel, ""), Text: "hello"},
		{Op: engine.OpPost, Thread: w.threadOf(w.channel, "1.000001"), Text: " "},
		{Op: "dance", Thread: w.threadOf(w.channel, "1.000001"), Text: "hello"},
	} {
		if _, err := w.adapter.Deliver(t.Context(), m); adaptertest.Kind(err) != "refused" {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if n := len(w.Calls("")); n > 0 {
		t.Errorf("%d calls", n)
	}
}

// TestDeliverAfterRun: a delivery that is under way when Run ends gets through.
func TestDeliverAfterRun(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	w.stop()
	m := engine.Outgoing{Op: engine.OpPost, ID: "x1", Thread: w.thread(), Text: "a last word"}
	if r, err := w.adapter.Deliver(context.WithoutCancel(t.Context()), m); err != nil || r.Ref == "" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestLogs: neither what learners write, nor tokens, nor addresses that whoever has them may use, are logged.
func TestLogs(t *testing.T) {
	t.Parallel()
	var log logged
	w := setup(t, setting{config: func(c *slack.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}})
	w.study("redis")
	for method, f := range map[string]slacktest.Fault{
		"upload": {Cut: true}, "download": {Cut: true}, "response_url": {Cut: true}, "chat.postMessage": {Cut: true},
		"reactions.add": {Error: "internal_error"}, "users.info": {Cut: true},
	} {
		w.Fail(method, 1, f)
	}
	w.SendPayload("events_api", `{"type":"event_callback","event":{"type":"message","ts":17,"text":"secret words"}}`)
	w.Upload(w.kim, w.channel, w.root, "secret words", slacktest.File{Name: "secret-name.log", Content: []byte("secret words")})
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.say("that's enough for today, secret words", "ok")
	out := w.AddChannel(slacktest.ChannelSpec{Name: "out", Members: []string{w.kim}})
	w.ask(w.kim, out, "redis")
	adaptertest.Await(t, "the answer that fails", func() bool { return strings.Contains(log.text(), "could be opened") })
	w.stop()
	for _, never := range []string{"secret", w.BotToken(), w.AppToken(), "/response/", "/upload/"} {
		if strings.Contains(log.text(), never) {
			t.Errorf("%q is logged:\n%s", never, log.text())
		}
	}
}

// logged keeps what is logged.
type logged struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
