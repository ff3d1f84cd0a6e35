package slack_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"tack/adapters/adaptertest"
	"tack/adapters/slack"
	"tack/adapters/slack/slacktest"
)

// edits is how many edits stand in the log of the thread in hand.
func (w *world) edits() int {
	w.Helper()
	lines, err := w.house.Store.Log(w.Context(), w.thread())
	if err != nil {
		w.Fatal(err)
	}
	n := 0
	for _, l := range lines {
		n += strings.Count(string(l), `"edit"`)
	}
	return n
}

// reconnected has Slack close the socket, and waits for the next.
func (w *world) reconnected() {
	w.Helper()
	before := w.Sockets()
	w.CutSockets()
	w.Await(w.T, "another socket", func(v *slacktest.Snapshot) bool {
		return len(v.Sockets()) == 1 && v.Sockets()[0] != before[0]
	})
}

// TestMissedEdit: an edit in the gap between two sockets is caught up, and one that an event told of is no
// second one.
func TestMissedEdit(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	w.study("redis")
	ts := w.Reply(w.kim, w.channel, w.root, "to use it as a cache at work")
	w.house.AwaitAnswered(t, w.thread(), 2)
	w.settled()
	w.Edit(w.channel, ts, "to use it as a cache at home")
	w.house.AwaitAnswered(t, w.thread(), 3)
	w.settled()
	w.Drop(1)
	w.Edit(w.channel, ts, "to use it as a queue at home")
	w.reconnected()
	w.house.AwaitAnswered(t, w.thread(), 4)
	w.reconnected()
	w.say("no idea")
	if n := w.edits(); n != 2 {
		t.Errorf("%d edits in the log, want 2", n)
	}
	if h := w.house.Standing(t, w.thread()).Heard; h != 5 {
		t.Errorf("%d events, want 5", h)
	}
}

// paging stands before the Web API and gives the channels of the bot one by one, as Slack gives many. asked
// counts the pages.
func (w *world) paging(asked *atomic.Int32) (address string) {
	w.Helper()
	to, err := url.Parse(w.Base())
	if err != nil {
		w.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(to)
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/users.conversations" {
			proxy.ServeHTTP(rw, r)
			return
		}
		asked.Add(1)
		at, _ := strconv.Atoi(r.FormValue("cursor")) // none: the first
		r.Form.Del("cursor")
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(r.Form.Encode())), int64(len(r.Form.Encode()))
		all := httptest.NewRecorder()
		proxy.ServeHTTP(all, r)
		if err := onePage(rw, all.Body, at); err != nil {
			w.Errorf("page %d: %v", at, err)
		}
	}))
	w.Cleanup(s.Close)
	return s.URL + "/api/"
}

// onePage gives the one channel at a place of a list.
func onePage(rw http.ResponseWriter, list io.Reader, at int) error {
	var answer struct {
		OK       bool              `json:"ok"`
		Channels []json.RawMessage `json:"channels"`
		Meta     struct {
			Next string `json:"next_cursor"`
		} `json:"response_metadata"`
	}
	if err := json.NewDecoder(list).Decode(&answer); err != nil {
		return err
	}
	if at+1 < len(answer.Channels) {
		answer.Meta.Next = strconv.Itoa(at + 1)
	}
	answer.Channels = answer.Channels[at : at+1]
	return json.NewEncoder(rw).Encode(answer)
}

// TestManyChannels: after a start every channel that the bot is in is looked at, however many pages they take.
func TestManyChannels(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	var last string
	for n := range 4 {
		last = w.AddChannel(slacktest.ChannelSpec{Name: fmt.Sprintf("more-%d", n), Members: []string{w.lee, w.BotUser()}})
	}
	w.study("redis") // a first start has missed nothing
	w.settled()
	w.stop()
	w.house.Close()
	w.Drop(100)
	root := w.Mention(w.lee, last, "I want to learn git")
	var asked atomic.Int32
	s := setting{house: adaptertest.Options{Path: w.house.Path}, config: func(c *slack.Config) { c.APIURL = w.paging(&asked) }}
	w.house, w.adapter = w.build(s)
	w.run(s)
	w.house.AwaitAnswered(t, w.threadOf(last, root), 1)
	adaptertest.Await(t, "all pages", func() bool { return asked.Load() == 5 })
}
