//go:build unix

package engine_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/internal/redistest"
	"tack/state"
	"tack/templates"
)

// mute is a tutor that costs nothing.
type mute struct{}

func (mute) Reply(_ context.Context, in tutor.Input) (tutor.Reply, error) {
	return tutor.Reply{Text: "Go on.", Asks: coach.AskNone, Course: in.Course}, nil
}

// bench is the whole house under load, with a platform that takes everything at once.
type bench struct {
	testing.TB
	e     *engine.Engine
	times sync.Map // engine.Metric.Name → *sample

	mu     sync.Mutex
	awaits map[coach.ThreadID]*await
}

// await is a thread whose learner waits for the answer.
type await struct {
	last string        // id of the message that ends the turn
	done chan struct{} // takes one value a turn
}

// sample is times.
type sample struct {
	mu  sync.Mutex
	all []time.Duration
}

func (s *sample) add(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, d)
}

// at returns the value below which p per cent are, in ms.
func (s *sample) at(p int) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return 0
	}
	slices.Sort(s.all)
	return float64(s.all[min(len(s.all)-1, len(s.all)*p/100)].Microseconds()) / 1000
}

func (h *bench) sample(name string) *sample {
	s, _ := h.times.LoadOrStore(name, &sample{})
	return s.(*sample)
}

func (h *bench) Count(engine.Metric, float64, ...string) {}
func (h *bench) Observe(m engine.Metric, seconds float64, _ ...string) {
	h.sample(m.Name).add(time.Duration(seconds * float64(time.Second)))
}

// watched tells when a turn is over: with its last message, or with its commit where it says nothing.
type watched struct {
	engine.Store
	h *bench
}

func (w watched) Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error) {
	if n := len(change.Send); n > 0 {
		w.h.thread(c.Thread.ID).last = change.Send[n-1].ID
	}
	rev, err := w.Store.Commit(ctx, c, change)
	if err != nil {
		w.h.Error(err)
	}
	if len(change.Send) == 0 {
		w.h.thread(c.Thread.ID).done <- struct{}{}
	}
	return rev, err
}

func (h *bench) Deliver(_ context.Context, m engine.Outgoing) (engine.Receipt, error) {
	if a := h.thread(m.Thread); a.last == m.ID {
		a.done <- struct{}{}
	}
	return engine.Receipt{Ref: string(m.Thread) + "/" + m.ID}, nil
}

// thread is written and read by one turn at a time.
func (h *bench) thread(id coach.ThreadID) *await {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.awaits[id]
	if a == nil {
		a = &await{done: make(chan struct{}, 1)}
		h.awaits[id] = a
	}
	return a
}

func fine[T any](b testing.TB) func(T, error) T {
	return func(v T, err error) T {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
}

// under builds the house on a store and starts it; speaks: with the track tutor, else with a mute one.
func under(b testing.TB, s engine.Store, speaks bool) *bench {
	b.Helper()
	h := &bench{TB: b, awaits: map[coach.ThreadID]*await{}}
	tracks := fine[track.Library](b)(track.Load(fine[fs.FS](b)(fs.Sub(templates.FS, "tracks"))))
	lobby := track.New(tracks, fine[*voice.Voice](b)(voice.New(templates.FS, "messages/tutor")))
	c := engine.Config{
		Store: watched{s, h}, Platforms: map[string]engine.Platform{"bench": h}, Meter: h, Tutor: mute{}, Lobby: lobby,
		Reader: fine[*reading.Reader](b)(reading.New(fine[fs.FS](b)(fs.Sub(templates.FS, "lexicon")))),
		Guard:  fine[*guard.Guard](b)(guard.New(templates.FS)),
		Voice:  fine[*voice.Voice](b)(voice.New(templates.FS, "messages/core")),
		Forms:  fine[*handoff.Forms](b)(handoff.New(templates.FS)),
		Log:    slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	if speaks {
		c.Tutor = lobby
	}
	h.e = engine.New(c)
	return h
}

// runs lets the engine work until the benchmark is over.
func (h *bench) runs() (stop func()) {
	ctx, cancel := context.WithCancel(h.Context())
	over := make(chan struct{})
	go func() {
		h.e.Run(ctx)
		close(over)
	}()
	return func() { cancel(); <-over }
}

// take takes the n-th turn of a thread: the event is recorded, and its answer awaited.
func (h *bench) take(thread, n int) {
	id := coach.ThreadID(fmt.Sprintf("bench:w%d:%d", thread%16, thread))
	start := time.Now()
	err := h.e.Receive(h.Context(), engine.Inbound{
		Kind: engine.InMessage, ID: "m" + strconv.Itoa(n), Thread: id, Learner: "u" + strconv.Itoa(thread), At: start,
		Text: talk[n%len(talk)], Locale: "en", Keys: []string{"k" + strconv.Itoa(n)},
	})
	if err != nil {
		h.Error(err)
		return
	}
	<-h.thread(id).done
	h.sample("turn").add(time.Since(start))
}

// talk is what learners say, over and over: the way to the setup, an error that comes again, small talk,
// a close-out that is confirmed.
var talk = append(slices.Clone(course), refused, refused, "still the same error", "what does that mean?",
	"the weather is nice", "ok", "that's enough for today", "ok", "continue redis")

// crowd has so many threads take b.N turns side by side.
func (h *bench) crowd(b *testing.B, threads int) {
	var left atomic.Int64
	left.Store(int64(b.N))
	var all sync.WaitGroup
	for thread := range threads {
		all.Go(func() {
			for n := 0; left.Add(-1) >= 0; n++ {
				h.take(thread, n)
			}
		})
	}
	all.Wait()
}

// report tells rates and times.
func (h *bench) report(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
	for name, unit := range map[string]string{
		engine.MetricRecord.Name: "ack-ms", engine.MetricDecide.Name: "decide-ms", engine.MetricAnswer.Name: "deliver-ms", "turn": "turn-ms",
	} {
		s := h.sample(name)
		b.ReportMetric(s.at(50), "p50-"+unit)
		b.ReportMetric(s.at(99), "p99-"+unit)
	}
	b.ReportMetric(0, "ns/op") // turns/s says it
}

// benchRedis is a server as in production: written through each second.
func benchRedis(b *testing.B) *redistest.Server {
	return redistest.Start(b, "--appendfsync", "everysec")
}

func openBenchRedis(b *testing.B, url string) *state.Redis {
	r := fine[*state.Redis](b)(state.OpenRedis(b.Context(), url, state.Options{}))
	b.Cleanup(func() { r.Close() })
	return r
}

func openBenchFile(b *testing.B) *state.File {
	f := fine[*state.File](b)(state.OpenFile(filepath.Join(b.TempDir(), "tack.db"), state.Options{}))
	b.Cleanup(func() { f.Close() })
	return f
}
