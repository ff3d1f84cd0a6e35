//go:build unix

package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/internal/redistest"
	"tack/state"

	"github.com/redis/go-redis/v9"
)

// benchThreads is how many learners write at a time.
const benchThreads = 256

// BenchmarkTurn takes turns through the whole house: recorded, claimed, read, decided, spoken, committed,
// delivered, given back.
func BenchmarkTurn(b *testing.B) {
	for _, on := range []struct {
		name string
		open func(b *testing.B) (engine.Store, *redistest.Server)
	}{
		{"Redis", func(b *testing.B) (engine.Store, *redistest.Server) {
			s := benchRedis(b)
			return openBenchRedis(b, s.URL()), s
		}},
		{"File", func(b *testing.B) (engine.Store, *redistest.Server) { return openBenchFile(b), nil }},
	} {
		for _, tutor := range []string{"none", "track"} {
			b.Run(fmt.Sprintf("store=%s/tutor=%s", on.name, tutor), func(b *testing.B) {
				s, server := on.open(b)
				h := under(b, s, tutor == "track")
				defer h.runs()()
				used, theirs := cpu(), redisCPU(b, server)
				b.ResetTimer()
				h.crowd(b, benchThreads)
				b.StopTimer()
				h.report(b)
				b.ReportMetric(float64((cpu()-used).Microseconds())/float64(b.N), "cpu-µs/turn")
				b.ReportMetric(float64((redisCPU(b, server)-theirs).Microseconds())/float64(b.N), "redis-cpu-µs/turn")
			})
		}
	}
}

// BenchmarkTurn_RoundTrips counts what goes to Redis for a turn, under the same load; the idle rhythm of
// the store is in it.
func BenchmarkTurn_RoundTrips(b *testing.B) {
	for _, tutor := range []string{"none", "track"} {
		b.Run("tutor="+tutor, func(b *testing.B) {
			s, t := benchRedis(b), &tally{}
			h := under(b, openBenchRedis(b, t.before(b, s.Addr())), tutor == "track")
			defer h.runs()()
			h.take(benchThreads, 0) // what is done once is done
			trips, bytes, commands := t.trips.Load(), t.bytes.Load(), info(b, s, "total_commands_processed")
			b.ResetTimer()
			h.crowd(b, benchThreads)
			b.StopTimer()
			n := float64(b.N)
			b.ReportMetric(float64(t.trips.Load()-trips)/n, "round-trips/turn")
			b.ReportMetric(float64(t.bytes.Load()-bytes)/n, "bytes/turn")
			b.ReportMetric(float64(info(b, s, "total_commands_processed")-commands)/n, "commands/turn")
		})
	}
}

// BenchmarkTurn_Raw is the limit: as many clients write a value as big as a stored thread, and nothing
// else.
func BenchmarkTurn_Raw(b *testing.B) {
	b.Run("store=Redis", func(b *testing.B) {
		db := redis.NewClient(&redis.Options{Addr: benchRedis(b).Addr(), PoolSize: 64})
		defer db.Close()
		raw(b, func() error { return db.Set(b.Context(), "x", strings.Repeat("x", 4096), 0).Err() })
	})
	b.Run("store=File", func(b *testing.B) {
		f := fine[*os.File](b)(os.Create(filepath.Join(b.TempDir(), "raw")))
		defer f.Close()
		var mu sync.Mutex
		raw(b, func() error {
			mu.Lock()
			defer mu.Unlock()
			if _, err := f.WriteString(strings.Repeat("x", 4096)); err != nil {
				return err
			}
			return f.Sync()
		})
	})
}

func raw(b *testing.B, write func() error) {
	times := &sample{}
	b.SetParallelism(32)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			start := time.Now()
			if err := write(); err != nil {
				b.Error(err)
				return
			}
			times.add(time.Since(start))
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
	b.ReportMetric(times.at(50), "p50-ms")
	b.ReportMetric(times.at(99), "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkTurn_HalfLoad measures the times at half of what the house can do: turns come at a fixed
// rate, whether or not those before are answered.
func BenchmarkTurn_HalfLoad(b *testing.B) {
	for _, on := range []string{"Redis", "File"} {
		b.Run("store="+on, func(b *testing.B) {
			var s engine.Store
			if on == "Redis" {
				s = openBenchRedis(b, benchRedis(b).URL())
			} else {
				s = openBenchFile(b)
			}
			h := under(b, s, false)
			defer h.runs()()
			most := h.most()
			h.times.Clear()
			every := time.Duration(2 * float64(time.Second) / most)
			b.ResetTimer()
			h.arrive(b, every)
			b.StopTimer()
			h.report(b)
			b.ReportMetric(most, "most-turns/s")
		})
	}
}

// warmUp is how many turns tell how many can be taken in a second.
const warmUp = 6000

// most is how many turns a second the house can take.
func (h *bench) most() float64 {
	start := time.Now()
	var all sync.WaitGroup
	for thread := range benchThreads {
		all.Go(func() {
			for n := range warmUp / benchThreads {
				h.take(thread, n)
			}
		})
	}
	all.Wait()
	return float64(warmUp/benchThreads*benchThreads) / time.Since(start).Seconds()
}

// arrive takes b.N turns at a fixed rate, each thread's in order.
func (h *bench) arrive(b *testing.B, every time.Duration) {
	var threads [4 * benchThreads]sync.Mutex
	var taken [4 * benchThreads]int
	var all sync.WaitGroup
	start := time.Now()
	for i := range b.N {
		time.Sleep(time.Until(start.Add(time.Duration(i) * every)))
		thread := i % len(threads)
		all.Go(func() {
			threads[thread].Lock()
			defer threads[thread].Unlock()
			taken[thread]++
			h.take(benchThreads+thread, taken[thread])
		})
	}
	all.Wait()
}

// BenchmarkOpenThreads measures what one more open thread costs in memory, in the process and in Redis,
// and on disk. An operation is a thread with one turn: -benchtime 10000x.
func BenchmarkOpenThreads(b *testing.B) {
	b.Run("store=Redis", func(b *testing.B) {
		s := benchRedis(b)
		h := under(b, openBenchRedis(b, s.URL()), true)
		defer h.runs()()
		h.take(-1, 0)
		before, heap := info(b, s, "used_memory"), heapOf()
		h.open(b)
		b.ReportMetric(float64(info(b, s, "used_memory")-before)/float64(b.N), "redis-B/thread")
		b.ReportMetric(float64(heapOf()-heap)/float64(b.N), "process-B/thread")
	})
	b.Run("store=File", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "tack.db")
		f := fine[*state.File](b)(state.OpenFile(path, state.Options{}))
		defer f.Close()
		h := under(b, f, true)
		defer h.runs()()
		h.take(-1, 0)
		heap := heapOf()
		h.open(b)
		b.ReportMetric(float64(fine[os.FileInfo](b)(os.Stat(path)).Size())/float64(b.N), "file-B/thread")
		b.ReportMetric(float64(heapOf()-heap)/float64(b.N), "process-B/thread")
	})
}

// open takes the first turn of b.N threads.
func (h *bench) open(b *testing.B) {
	var all sync.WaitGroup
	places := make(chan struct{}, benchThreads)
	for thread := range b.N {
		places <- struct{}{}
		all.Go(func() {
			h.take(thread, 0)
			<-places
		})
	}
	all.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.awaits) // the benchmark's own memory is not counted
	h.times.Clear()
}

// heapOf is the memory in use.
func heapOf() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkStored measures what is kept of one learner after two sessions of talk with the track tutor:
// an operation is a learner.
func BenchmarkStored(b *testing.B) {
	s := benchRedis(b)
	r := openBenchRedis(b, s.URL())
	h := under(b, r, true)
	defer h.runs()()
	h.take(b.N, 0)
	before := info(b, s, "used_memory")
	var all sync.WaitGroup
	for thread := range b.N {
		all.Go(func() {
			for n := range talk {
				h.take(thread, n)
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(info(b, s, "used_memory")-before)/float64(b.N), "redis-B/learner")
	b.ReportMetric(float64(len(talk)), "turns/learner")
	body, log, docs := h.kept(b.Context(), r)
	b.ReportMetric(float64(body), "session-B")
	b.ReportMetric(float64(log), "log-B")
	b.ReportMetric(float64(docs), "documents-B")
}

// kept is how much is kept of the first learner: the session, the log of the thread, the documents.
func (h *bench) kept(ctx context.Context, r *state.Redis) (body, log, docs int) {
	id := coach.ThreadID("bench:w0:0")
	body = len(fine[state.Thread](h)(r.Load(ctx, id)).Body)
	for _, line := range fine[[][]byte](h)(r.Log(ctx, id)) {
		log += len(line)
	}
	for _, d := range fine[[]state.Document](h)(r.Documents(ctx, state.Learner{Workspace: "bench:w0", ID: "u0"}, "redis")) {
		docs += len(d.Body)
	}
	return body, log, docs
}
