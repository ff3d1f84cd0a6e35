package state_test

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/redistest"
	"tack/state"

	"github.com/redis/go-redis/v9"
)

// counter counts what goes to Redis.
type counter struct{ trips, commands atomic.Int64 }

func (c *counter) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

func (c *counter) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		c.trips.Add(1)
		c.commands.Add(1)
		return next(ctx, cmd)
	}
}

func (c *counter) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		c.trips.Add(1)
		c.commands.Add(int64(len(cmds)))
		return next(ctx, cmds)
	}
}

// benchServer is a server as in production: written through each second.
func benchServer(b *testing.B) *redistest.Server {
	return redistest.Start(b, "--appendfsync", "everysec")
}

// networkBytes is what a server has received and sent.
func networkBytes(b *testing.B, s *redistest.Server) int64 {
	b.Helper()
	return redisNumber(b, s, "total_net_input_bytes:") + redisNumber(b, s, "total_net_output_bytes:")
}

// redisNumber is a number of INFO.
func redisNumber(b *testing.B, s *redistest.Server, name string) int64 {
	b.Helper()
	for line := range strings.Lines(s.Do("INFO")) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), name); ok {
			return need(strconv.ParseInt(text, 10, 64))(b)
		}
	}
	b.Fatalf("no %s in INFO", name)
	return 0
}

// BenchmarkRedis_RoundTrip is the limit: one command a round trip, and a write.
func BenchmarkRedis_RoundTrip(b *testing.B) {
	for _, command := range [][]any{{"ping"}, {"set", "tack:x", strings.Repeat("x", 1024)}} {
		for _, workers := range []int{1, 64} {
			b.Run(fmt.Sprintf("%s/workers=%d", command[0], workers), func(b *testing.B) {
				r := openRedis(b, benchServer(b).URL(), state.Options{})
				share(b, workers, func() error { return r.Client().Do(b.Context(), command...).Err() })
			})
		}
	}
}

// share has workers do b.N pieces of work.
func share(b *testing.B, workers int, do func() error) {
	var left atomic.Int64
	left.Store(int64(b.N))
	var working sync.WaitGroup
	b.ResetTimer()
	for range workers {
		working.Go(func() {
			for left.Add(-1) >= 0 {
				if err := do(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	working.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s")
}

// BenchmarkRedis_Turn takes turns through the store as the engine does: an event is recorded, claimed,
// answered by one message, committed and given back with the receipt. Bodies are of the usual size.
func BenchmarkRedis_Turn(b *testing.B) {
	for _, workers := range []int{1, 64} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			s := benchServer(b)
			r := openRedis(b, s.URL(), state.Options{})
			c := &counter{}
			turns := &turns{b: b, r: r, todo: make(chan state.Claim, 64)}
			turns.record(0) // what is done once is done
			turns.claim(1)
			turns.work(<-turns.todo)
			r.AddHook(c)
			before := networkBytes(b, s)
			turns.run(workers)
			b.ReportMetric(float64(c.trips.Load())/float64(b.N), "round-trips/turn")
			b.ReportMetric(float64(c.commands.Load())/float64(b.N), "commands/turn")
			b.ReportMetric(float64(networkBytes(b, s)-before)/float64(b.N), "bytes/turn")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

// BenchmarkRedis_Size measures the memory of one open thread after a turn, of the usual size.
func BenchmarkRedis_Size(b *testing.B) {
	s := benchServer(b)
	r := openRedis(b, s.URL(), state.Options{})
	turns := &turns{b: b, r: r, todo: make(chan state.Claim, 64)}
	need(r.Threads(b.Context(), ""))(b) // what is made once is made
	before := redisNumber(b, s, "used_memory:")
	done := 0
	for b.Loop() {
		done++
		turns.record(done)
		turns.work(need(r.Claim(b.Context(), 1, 0))(b)[0])
	}
	b.ReportMetric(float64(redisNumber(b, s, "used_memory:")-before)/float64(min(done, benchThreads)), "memory/thread")
}

// benchThreads is over how many threads the turns go.
const benchThreads = 5000

type turns struct {
	b    *testing.B
	r    *state.Redis
	todo chan state.Claim
}

// run takes b.N turns in as many threads; each worker records, and answers what there is.
func (t *turns) run(workers int) {
	var working sync.WaitGroup
	var next atomic.Int64
	t.b.ResetTimer()
	for range workers {
		working.Go(func() {
			for n := next.Add(1); n <= int64(t.b.N); n = next.Add(1) {
				t.record(int(n))
				t.work(<-t.todo)
			}
		})
	}
	t.claim(t.b.N)
	working.Wait()
	t.b.StopTimer()
}

func (t *turns) record(n int) {
	e := state.Event{
		Thread: coach.ThreadID(fmt.Sprintf("slack:T%d:C1:%d.000100", n%40, n%benchThreads)), ID: fmt.Sprintf("Ev%09d", n),
		Keys: []string{fmt.Sprintf("C1:%d.000200", n)}, Order: int64(n), Body: make([]byte, 300),
	}
	if _, err := t.r.Record(t.b.Context(), e); err != nil {
		t.b.Error(err)
	}
}

func (t *turns) claim(left int) {
	for left > 0 {
		claims, err := t.r.Claim(t.b.Context(), 16, time.Second)
		if err != nil {
			t.b.Error(err)
			return
		}
		for _, c := range claims {
			left -= len(c.Events)
			t.todo <- c
		}
	}
}

func (t *turns) work(c state.Claim) {
	id := string(c.Thread.ID)
	change := state.Change{
		Body: make([]byte, 4<<10), Send: []state.Message{{ID: "c" + c.Events[0].ID, Body: make([]byte, 600)}},
		Log: [][]byte{make([]byte, 200), make([]byte, 400)}, Due: time.Now().Add(24 * time.Hour),
		Learner: state.Learner{Workspace: c.Thread.ID.Workspace(), ID: "U1"},
	}
	for _, e := range c.Events {
		change.Done = append(change.Done, e.ID)
	}
	if _, err := t.r.Commit(t.b.Context(), c, change); err != nil {
		t.b.Error(err)
	}
	receipt := state.Receipt{ID: change.Send[0].ID, Ref: id + ":" + change.Send[0].ID}
	if err := t.r.Release(t.b.Context(), c, state.Release{Delivered: []state.Receipt{receipt}}); err != nil {
		t.b.Error(err)
	}
}
