package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/internal/redistest"
	"tack/internal/transcript"
	"tack/state"
	"tack/templates"
)

// store is what the tests look into.
type store interface {
	engine.Store
	Log(ctx context.Context, id coach.ThreadID) ([][]byte, error)
	PutDocuments(ctx context.Context, l state.Learner, topic string, docs []state.Document) error
	Close() error
}

// opener opens an empty store.
type opener func(t *testing.T, o state.Options) store

// each runs a test on both stores.
func each(t *testing.T, test func(t *testing.T, on opener)) {
	t.Parallel()
	t.Run("File", func(t *testing.T) {
		t.Parallel()
		test(t, func(t *testing.T, o state.Options) store {
			return must[*state.File](t)(state.OpenFile(filepath.Join(t.TempDir(), "tack.db"), o))
		})
	})
	t.Run("Redis", func(t *testing.T) {
		t.Parallel()
		server := redistest.Start(t)
		n := 0
		test(t, func(t *testing.T, o state.Options) store {
			n++
			return must[*state.Redis](t)(state.OpenRedis(t.Context(), fmt.Sprintf("%s/%d", server.URL(), n), o))
		})
	})
}

// house is the whole house on a real store, with a platform that keeps what it is given.
type house struct {
	*testing.T
	*engine.Engine
	file   store
	reader *reading.Reader
	sent   []engine.Outgoing
	fails  func(m engine.Outgoing) (engine.Receipt, error) // nil: nothing fails
	now    time.Time
	thread coach.ThreadID
	n      int
}

func (h *house) Deliver(_ context.Context, m engine.Outgoing) (engine.Receipt, error) {
	if h.fails != nil {
		if r, err := h.fails(m); err != nil || r != (engine.Receipt{}) {
			return r, err
		}
	}
	h.sent = append(h.sent, m)
	return engine.Receipt{Ref: string(m.Thread) + "/" + m.ID}, nil
}

// handle takes an event in and works it off.
func (h *house) handle(in engine.Inbound) error {
	if err := h.Receive(h.Context(), in); err != nil {
		return err
	}
	return h.Settle(h.Context())
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// build builds a house; wrap may put something between the engine and its store.
func build(t *testing.T, on opener, wrap func(engine.Store) engine.Store) *house {
	t.Helper()
	h := &house{T: t, now: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC), thread: "test:here:kim"}
	h.file = on(t, state.Options{Now: func() time.Time { return h.now }})
	t.Cleanup(func() { h.file.Close() })
	h.reader = must[*reading.Reader](t)(reading.New(must[fs.FS](t)(fs.Sub(templates.FS, "lexicon"))))
	tracks := must[track.Library](t)(track.Load(must[fs.FS](t)(fs.Sub(templates.FS, "tracks"))))
	tutor := track.New(tracks, must[*voice.Voice](t)(voice.New(templates.FS, "messages/tutor")))
	var store engine.Store = h.file
	if wrap != nil {
		store = wrap(store)
	}
	h.Engine = engine.New(engine.Config{
		Store: store, Platforms: map[string]engine.Platform{"test": h}, Reader: h.reader, Tutor: tutor, Lobby: tutor,
		Guard: must[*guard.Guard](t)(guard.New(templates.FS)),
		Voice: must[*voice.Voice](t)(voice.New(templates.FS, "messages/core")),
		Forms: must[*handoff.Forms](t)(handoff.New(templates.FS)),
		Now:   func() time.Time { return h.now }, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	return h
}

// in makes the next event of the thread.
func (h *house) in(kind, text string) engine.Inbound {
	h.n++
	h.now = h.now.Add(time.Minute)
	return engine.Inbound{
		Kind: kind, ID: "l" + strconv.Itoa(h.n), Thread: h.thread, Learner: "kim", At: h.now, Text: text, Locale: "en",
	}
}

// say sends messages and returns what the last one was answered.
func (h *house) say(texts ...string) string {
	h.Helper()
	var from int
	for _, text := range texts {
		from = len(h.sent)
		if err := h.handle(h.in(engine.InMessage, text)); err != nil {
			h.Fatal(err)
		}
	}
	return h.since(from)
}

// react puts an emoji on the summary.
func (h *house) react(emoji string) string {
	h.Helper()
	t := h.standing()
	if t.Summary == nil {
		h.Fatal("no summary to react to")
	}
	in := h.in(engine.InReaction, "")
	in.Emoji, in.Target = emoji, t.Summary.Message
	from := len(h.sent)
	if err := h.handle(in); err != nil {
		h.Fatal(err)
	}
	return h.since(from)
}

// since is the text of everything sent from the n-th message on.
func (h *house) since(n int) string {
	var b strings.Builder
	for _, m := range h.sent[n:] {
		b.WriteString(m.Text + "\n")
	}
	return b.String()
}

func (h *house) standing() engine.Thread {
	h.Helper()
	return must[engine.Thread](h.T)(h.Engine.Thread(h.Context(), h.thread))
}

func (h *house) state(want coach.State) {
	h.Helper()
	if got := h.standing().Session.State(); got != want {
		h.Fatalf("state %s, want %s; last said:\n%s", got, want, h.since(max(0, len(h.sent)-2)))
	}
}

// replay runs the log of the thread over the core and holds it to the session that is stored.
func (h *house) replay() {
	h.Helper()
	lines := must[[][]byte](h.T)(h.file.Log(h.Context(), h.thread))
	parser := transcript.NewParser("log", bytes.NewReader(bytes.Join(lines, []byte("\n"))))
	runner := transcript.NewRunner(h.reader)
	for {
		line, err := parser.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			h.Fatal(err)
		}
		if _, err := runner.Line(line); err != nil {
			h.Fatal(err)
		}
	}
	runner.End()
	replayed := string(must[[]byte](h.T)(json.Marshal(runner.Session())))
	stored := string(must[[]byte](h.T)(json.Marshal(h.standing().Session)))
	if replayed != stored {
		h.Errorf("the replay ends otherwise\nreplayed %s\nstored   %s", replayed, stored)
	}
}

// course leads to the first command of the setup.
var course = []string{
	"I want to learn redis", "I want to use it as a cache at work", "I would use INCR, since it is atomic",
	"no idea", "about an hour on weekdays", "defaults", "a small cache layer for our web app", "confirm",
}
