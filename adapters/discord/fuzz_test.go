package discord

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tack/coach"
	"tack/coach/voice"
	"tack/internal/command"
	"tack/internal/engine"
	"tack/state"
	"tack/templates"
)

// deaf is a house that holds each event to what the engine demands of it.
type deaf struct{ t *testing.T }

func (d deaf) Receive(_ context.Context, in engine.Inbound) error {
	p, ok := parsePlace(string(in.Thread))
	if !ok || p.id == "" || in.ID == "" || in.At.IsZero() || in.Kind == "" {
		d.t.Errorf("an event without a thread, an id, a time or a kind: %+v", in)
	}
	if in.Kind != engine.InMessage && in.Target == "" {
		d.t.Errorf("about nothing: %+v", in)
	}
	if in.Kind == engine.InMessage && (in.User == "" || in.User == "1") {
		d.t.Errorf("by nobody, or by ourselves: %+v", in)
	}
	return nil
}

func (deaf) Thread(context.Context, coach.ThreadID) (engine.Thread, error) {
	return engine.Thread{}, state.ErrNotFound
}
func (deaf) Topic(string) (string, bool) { return "", false }
func (deaf) Answer(context.Context, command.Request) (command.Answer, error) {
	return command.Answer{}, nil
}

func (deaf) Settings(context.Context, coach.ThreadID) (command.Settings, error) {
	return command.Settings{}, nil
}

func (deaf) Posted(context.Context, string) (state.Post, error) {
	return state.Post{Thread: "discord:7:8:9", ID: "c1"}, nil
}

func (deaf) Ref(context.Context, coach.ThreadID, string) (string, error) {
	return "", state.ErrNotFound
}

func (deaf) Heard(context.Context, string, time.Time, int) ([]state.Heard, error) {
	return nil, nil
}

func (deaf) Get(context.Context, state.Key) ([]byte, error)              { return nil, state.ErrNotFound }
func (deaf) Put(context.Context, state.Key, []byte, time.Duration) error { return nil }
func (deaf) Hold(context.Context, state.Key, string, time.Duration) (bool, error) {
	return true, nil
}

// FuzzEvent: whatever the gateway sends, nothing breaks, and what comes of it is whole.
func FuzzEvent(f *testing.F) {
	for _, seed := range []struct{ name, data string }{
		{"MESSAGE_CREATE", `{"id":"5","channel_id":"9","guild_id":"7","author":{"id":"2"},"content":"<@1> hi <:a:12>","type":0,"mentions":[{"id":"1"}]}`},
		{"MESSAGE_CREATE", `{"id":"5","channel_id":"8","guild_id":"7","author":{"id":"2"},"content":"hi","mentions":[{"id":"1"}],"components":[{"type":99}]}`},
		{"MESSAGE_CREATE", `{"id":"x","channel_id":"4","author":null,"poll":null}`},
		{"MESSAGE_UPDATE", `{"id":"5","channel_id":"9","guild_id":"7","content":"new","edited_timestamp":"2026-01-01T00:00:00+00:00"}`},
		{"MESSAGE_DELETE_BULK", `{"ids":["5","6"],"channel_id":"9","guild_id":"7"}`},
		{"MESSAGE_REACTION_ADD", `{"user_id":"2","message_id":"5","channel_id":"9","guild_id":"7","emoji":{"id":null,"name":null},"burst":true}`},
		{"MESSAGE_REACTION_REMOVE", `{"user_id":"2","message_id":"5","channel_id":"9","emoji":{"id":null,"name":"✅"}}`},
		{"GUILD_CREATE", `{"id":"7","channels":[{"id":"8","type":0}],"threads":[{"id":"9","parent_id":"8","type":11}]}`},
		{"THREAD_CREATE", `{"id":"9","parent_id":"8","guild_id":"7","type":11}`},
	} {
		f.Add(seed.name, seed.data)
	}
	gone := httptest.NewServer(http.NotFoundHandler())
	f.Cleanup(gone.Close)
	texts, err := voice.New(templates.FS, "messages/chat")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name, data string) {
		if handlers[name] == nil {
			return
		}
		a, err := New(Config{Token: "x", APIURL: gone.URL, Voice: texts, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
		if err != nil {
			t.Fatal(err)
		}
		in := a.newInbox(t.Context(), Hall{Engine: deaf{t}, Desk: deaf{t}, Store: deaf{t}}, self{id: "1", name: "tack"})
		a.inbox.Store(in)
		in.learn(wireChannel{ID: "8", Guild: "7"}, "")
		in.learn(wireChannel{ID: "9", Guild: "7", Parent: "8", Kind: 11}, "")
		// An error says that a channel could not be looked up, as none can here.
		_ = handlers[name](in, t.Context(), event{name: name, id: "s.1", data: []byte(data)})
		_, _ = in.asking([]byte(data)) // no interaction, most often
		in.finish()
		in.later.End()
	})
}

// FuzzPlace: an id that is read is written as it was.
func FuzzPlace(f *testing.F) {
	f.Add("discord:7:8:9")
	f.Add("discord:@me:8:8")
	f.Add("discord:7:8:")
	f.Add("slack:T1:C1:1.2")
	f.Fuzz(func(t *testing.T, id string) {
		if p, ok := parsePlace(id); ok && p.String() != id {
			t.Errorf("%q has become %q", id, p)
		}
	})
}

// FuzzThreadName: a name is short, on one line, and whole letters.
func FuzzThreadName(f *testing.F) {
	f.Add("I want to learn\nredis")
	f.Add(strings.Repeat("学", 200))
	f.Fuzz(func(t *testing.T, text string) {
		name := threadName(text)
		if utf8.RuneCountInString(name) > maxThreadName || strings.ContainsAny(name, "\n\r") {
			t.Errorf("%q", name)
		}
	})
}
