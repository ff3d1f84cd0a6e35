package slacktest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/slack-go/slack"

	"tack/adapters/slack/slacktest"
)

// dial opens a socket without a client library around it.
func (b *bundle) dial(t *testing.T, url string) (*websocket.Conn, error) {
	t.Helper()
	ws, resp, err := websocket.DefaultDialer.DialContext(t.Context(), url, nil)
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	t.Cleanup(func() { _ = ws.Close() })
	return ws, nil
}

func (b *bundle) ticket(t *testing.T) string {
	t.Helper()
	_, url, err := b.client.StartSocketModeContext(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// next is the next frame, as text.
func next(t *testing.T, ws *websocket.Conn) string {
	t.Helper()
	_ = ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	_, data, err := ws.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRawSocket(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{PingEvery: time.Millisecond})
	url := b.ticket(t)
	ws, err := b.dial(t, url)
	if err != nil {
		t.Fatal(err)
	}
	pinged := make(chan struct{}, 1000)
	ws.SetPingHandler(func(string) error { pinged <- struct{}{}; return nil })
	if hello := next(t, ws); !strings.Contains(hello, `"num_connections":1`) {
		t.Errorf("hello %s", hello)
	}
	if _, err := b.dial(t, url); err == nil {
		t.Error("a ticket works once")
	}
	b.Post(b.kim, b.channel, "hello")
	if e := next(t, ws); !strings.Contains(e, `"retry_attempt":0`) || !strings.Contains(e, `"accepts_response_payload":false`) {
		t.Errorf("envelope %s", e)
	}
	big := `{"envelope_id":"x","payload":"` + strings.Repeat("y", 20<<10) + `"}`
	if err := ws.WriteMessage(websocket.TextMessage, []byte(big)); err != nil {
		t.Fatal(err)
	}
	b.Await(t, "the refusal of a big ack", func(v *slacktest.Snapshot) bool {
		return len(v.Violations()) == 1 && v.Violations()[0].What == slacktest.BadAck && v.Unacked() == 1
	})
	b.Disconnect("", "warning")
	if bye := next(t, ws); !strings.Contains(bye, `"reason":"warning"`) {
		t.Errorf("disconnect %s", bye)
	}
	b.Post(b.kim, b.channel, "still here")
	next(t, ws)
	<-pinged
}

func TestTenSockets(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	for range 10 {
		ws, err := b.dial(t, b.ticket(t))
		if err != nil {
			t.Fatal(err)
		}
		next(t, ws)
	}
	ws, err := b.dial(t, b.ticket(t))
	if err != nil {
		t.Fatal(err)
	}
	if bye := next(t, ws); !strings.Contains(bye, "too_many_websockets") {
		t.Errorf("the eleventh hears %s", bye)
	}
}

func TestResponseURLEnds(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	say := func(url string) error {
		_, _, err := b.client.PostMessage("", slack.MsgOptionResponseURL(url, "in_channel"), slack.MsgOptionText("x", false))
		return err
	}
	ask := b.Slash(b.kim, b.channel, "/study", "redis")
	for range 5 {
		if err := say(ask.ResponseURL); err != nil {
			t.Fatal(err)
		}
	}
	if e, ok := say(ask.ResponseURL).(slack.StatusCodeError); !ok || e.Code != 404 {
		t.Errorf("the sixth time: %v", e)
	}
	if n := len(b.Channel(b.channel)); n != 5 {
		t.Errorf("%d messages", n)
	}
	late := b.Slash(b.kim, b.channel, "/study", "redis")
	b.Advance(31 * time.Minute)
	if err := say(late.ResponseURL); err == nil {
		t.Error("a response URL ends after half an hour")
	}
	_, err := b.client.OpenView(late.TriggerID, slack.ModalViewRequest{Type: slack.VTModal})
	refused(t, "a late trigger", err, "expired_trigger_id")
}

func TestTokens(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	for token, code := range map[string]string{"": "not_authed", "xoxb-other": "invalid_auth", b.AppToken(): "not_allowed_token_type"} {
		_, err := slack.New(token, slack.OptionAPIURL(b.APIURL())).AuthTest()
		refused(t, "token "+token, err, code)
	}
}

// TestAPITest: anybody may ask, to see whether Slack is there and what time it is.
func TestAPITest(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	for query, want := range map[string]string{"": `"ok":true`, "?error=my_error": `"error":"my_error"`, "?foo=bar": `"foo":"bar"`} {
		resp, err := http.Get(b.APIURL() + "api.test" + query)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || !strings.Contains(string(body), want) || resp.Header.Get("Date") == "" {
			t.Errorf("api.test%s: %s, %v", query, body, err)
		}
	}
	b.NoViolations(t)
}

func TestCloseReleasesEverything(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	ws, err := b.dial(t, b.ticket(t))
	if err != nil {
		t.Fatal(err)
	}
	next(t, ws)
	b.HalfOpen("")
	f := b.Fail("auth.test", 1, slacktest.Fault{Hang: true})
	ended := make(chan error, 1)
	go func() {
		_, err := b.client.AuthTest()
		ended <- err
	}()
	b.Await(t, "the call", func(v *slacktest.Snapshot) bool { return v.Hits(f) == 1 })
	b.Close()
	if _, _, err := ws.ReadMessage(); err == nil {
		t.Error("the socket is still open")
	}
	<-ended
}

func TestLostForGood(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	b.Post(b.kim, b.channel, "in the gap")
	if n := b.LoseUnacked(); n != 1 {
		t.Errorf("%d lost, want 1", n)
	}
	b.Slash(b.kim, b.channel, "/study", "redis")
	c := b.connect(t, true)
	b.Post(b.kim, b.channel, "after")
	e := c.await(t, "events_api")
	if e.Request.RetryAttempt != 0 || len(b.Acks()) > 1 {
		t.Errorf("something of the gap came: %+v", e.Request)
	}
	if got, _ := b.Message(b.channel, b.Channel(b.channel)[0].TS); got.Text != "in the gap" {
		t.Errorf("the history has it all the same: %+v", got)
	}
}
