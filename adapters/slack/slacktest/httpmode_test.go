package slacktest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"tack/adapters/slack/slacktest"
)

// receiver is a minimal app: it checks signatures as slack-go does, answers the challenge, and passes on
// what came. Its status can be changed.
type receiver struct {
	*httptest.Server
	status atomic.Int32
	got    chan received
}

type received struct {
	header http.Header
	body   []byte
}

func newReceiver(t *testing.T, secret string) *receiver {
	r := &receiver{got: make(chan received, 100)}
	r.status.Store(http.StatusOK)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		verifier, err := slack.NewSecretsVerifier(req.Header, secret)
		if err == nil {
			_, _ = verifier.Write(body)
			err = verifier.Ensure()
		}
		var event struct{ Type, Challenge string }
		_ = json.Unmarshal(body, &event) // a form is no JSON
		switch {
		case err != nil:
			w.WriteHeader(http.StatusUnauthorized)
		case event.Type == "url_verification":
			_, _ = io.WriteString(w, event.Challenge)
		default:
			r.got <- received{req.Header, body}
			w.WriteHeader(int(r.status.Load()))
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func TestHTTPEvents(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	r := newReceiver(t, b.SigningSecret())
	if err := b.UseHTTP(t.Context(), slacktest.HTTPTarget{Events: r.URL}); err != nil {
		t.Fatal(err)
	}
	r.status.Store(http.StatusInternalServerError)
	b.Post(b.kim, b.channel, "hello")
	if first := <-r.got; first.header.Get("X-Slack-Retry-Num") != "" {
		t.Errorf("the first try says it is retry %s", first.header.Get("X-Slack-Retry-Num"))
	}
	if again := <-r.got; again.header.Get("X-Slack-Retry-Num") != "1" || again.header.Get("X-Slack-Retry-Reason") != "http_error" {
		t.Errorf("the retry says %v", again.header)
	}
	b.Await(t, "the wait for the next try", func(v *slacktest.Snapshot) bool { return v.Events()[0].State == slacktest.Backoff })
	r.status.Store(http.StatusOK)
	b.Advance(time.Minute)
	<-r.got
	b.Await(t, "the ack", func(v *slacktest.Snapshot) bool { return v.Unacked() == 0 && len(v.Acks()) == 1 })

	b.Slash(b.kim, b.channel, "/study", "redis")
	form, _ := url.ParseQuery(string((<-r.got).body))
	if form.Get("command") != "/study" || form.Get("text") != "redis" || form.Get("trigger_id") == "" {
		t.Errorf("command %v", form)
	}
	b.SetEvents("app_mention") // the bot's own post need not come
	button := slack.NewButtonBlockElement("confirm", "s1", slack.NewTextBlockObject("plain_text", "Confirm", false, false))
	_, ts, err := b.client.PostMessage(b.channel, slack.MsgOptionText("?", false), slack.MsgOptionBlocks(slack.NewActionBlock("", button)))
	if err != nil {
		t.Fatal(err)
	}
	b.PressButton(b.kim, b.channel, ts, "confirm")
	form, _ = url.ParseQuery(string((<-r.got).body))
	var press slack.InteractionCallback
	if err := json.Unmarshal([]byte(form.Get("payload")), &press); err != nil || press.ActionCallback.BlockActions[0].Value != "s1" {
		t.Errorf("press %v, %v", form, err)
	}
}

func TestHTTPSignatures(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	r := newReceiver(t, b.SigningSecret())
	body := []byte(`{"type":"event_callback"}`)
	for name, c := range map[string]struct {
		sig  slacktest.Signature
		want int
	}{
		"right": {slacktest.Signature{}, http.StatusOK},
		"wrong": {slacktest.Signature{Secret: "guessed"}, http.StatusUnauthorized},
		"stale": {slacktest.Signature{Age: 6 * time.Minute}, http.StatusUnauthorized},
		"none":  {slacktest.Signature{Bare: true}, http.StatusUnauthorized},
	} {
		status, _, err := b.SendSigned(t.Context(), r.URL, "application/json", body, c.sig)
		if err != nil || status != c.want {
			t.Errorf("%s: %d, %v, want %d", name, status, err, c.want)
		}
	}
	deaf := httptest.NewServer(http.NotFoundHandler())
	defer deaf.Close()
	if err := b.UseHTTP(t.Context(), slacktest.HTTPTarget{Events: deaf.URL}); err != slacktest.ErrChallenge {
		t.Errorf("no challenge returned: %v", err)
	}
}

func TestHTTPAnswersAndTimeouts(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{AckTimeout: 50 * time.Millisecond, Retries: []time.Duration{time.Hour}})
	hang := make(chan struct{})
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		var event struct {
			Challenge string
			Event     struct{ Text string }
		}
		_ = json.Unmarshal(body, &event)
		switch {
		case event.Challenge != "":
			_ = json.NewEncoder(w).Encode(map[string]string{"challenge": event.Challenge})
		case event.Event.Text == "hang":
			<-hang
		case event.Event.Text == "never again":
			w.Header().Set("X-Slack-No-Retry", "1")
			w.WriteHeader(http.StatusInternalServerError)
		default:
			_, _ = io.WriteString(w, "on it")
		}
	}))
	t.Cleanup(app.Close)
	t.Cleanup(func() { close(hang) })
	if err := b.UseHTTP(t.Context(), slacktest.HTTPTarget{Events: app.URL}); err != nil {
		t.Fatal(err)
	}
	b.Slash(b.kim, b.channel, "/study", "redis")
	b.Await(t, "the answer in the body", func(v *slacktest.Snapshot) bool {
		return len(v.Ephemerals()) == 1 && v.Ephemerals()[0].Text == "on it" && v.Ephemerals()[0].Via == "ack"
	})
	b.Post(b.kim, b.channel, "never again")
	b.Await(t, "no retry", func(v *slacktest.Snapshot) bool { return v.Events()[0].State == slacktest.Lost })
	b.Post(b.kim, b.channel, "hang")
	b.Await(t, "the timeout", func(v *slacktest.Snapshot) bool { return v.Events()[1].State == slacktest.Backoff })
}
