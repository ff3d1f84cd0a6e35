//go:build unix

package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"
)

// crashVariable is how long the chaos lasts; empty: chaosFor.
const crashVariable = "TACK_TEST_CRASH"

// The size of the tests.
const (
	chaosFor   = 25 * time.Second
	pupilsRun  = 200             // at a time
	calmFor    = 8 * time.Minute // for what is left when the chaos is over, on a busy machine
	pauseFor   = state.LeaseFor + 3*time.Second
	tornAtMost = 4 // one in so many threads may have a turn torn by a crash
)

// TestCrash_Redis: three processes on one Redis, killed, stopped and paused at random under hundreds of
// learners, and Redis killed too: every learner sees what they would have seen if nothing had happened.
func TestCrash_Redis(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	redis := redistest.Start(t)
	c := openCloud(t)
	var all []*process
	for range 3 {
		all = append(all, serving(t, c, "--store-redis", redis.URL()))
	}
	w := newWorld(t, c, all)
	w.redis = redis
	w.run(pupilsRun)
	kept, err := state.OpenRedis(t.Context(), redis.URL(), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	w.check(kept)
}

// TestCrash_File: the same with one process on the embedded file.
func TestCrash_File(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	dir := t.TempDir()
	c := openCloud(t)
	w := newWorld(t, c, []*process{serving(t, c, "--store-path", dir)})
	w.run(pupilsRun / 4)
	kept, err := state.OpenFile(filepath.Join(dir, storeName), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	w.check(kept)
}

// world is the learners, the processes, and who does them harm.
type world struct {
	t         *testing.T
	c         *cloud
	processes []*process
	redis     *redistest.Server // nil: none
	base      time.Time
	want      []memory // by script
	rng       *rand.Rand

	mu    sync.Mutex
	seen  []pupil
	torn  map[int]bool // by number of the pupil: a turn may have been torn
	next  atomic.Int64
	harms map[string]int // done, by kind
}

func newWorld(t *testing.T, c *cloud, processes []*process) *world {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	w := &world{
		t: t, c: c, processes: processes, rng: rand.New(rand.NewPCG(seed, 0)),
		base: time.Now().UTC().Add(-10 * time.Minute).Truncate(time.Millisecond), torn: map[int]bool{}, harms: map[string]int{},
	}
	for _, p := range parts {
		w.want = append(w.want, calm(t, p, w.base))
	}
	return w
}

// run lets learners come, one after another in so many places, until the chaos is over, and waits for the
// last of them.
func (w *world) run(places int) {
	w.t.Helper()
	lasts := chaosFor
	if s := os.Getenv(crashVariable); s != "" {
		var err error
		if lasts, err = time.ParseDuration(s); err != nil {
			w.t.Fatal(err)
		}
	}
	chaos, over := context.WithTimeout(w.t.Context(), lasts)
	defer over()
	w.crowd(places, lasts+calmFor, func() bool { return chaos.Err() == nil }, func() { w.harm(chaos) })
	for _, p := range w.processes {
		w.stop(p)
	}
}

// stop asks a process to end, once it has begun: before that, a signal is a kill.
func (w *world) stop(p *process) {
	w.t.Helper()
	redistest.Wait(w.t, "process that has begun", func() bool { return w.c.knows(p.cmd.Process) })
	p.stop()
}

// crowd lets a learner come in each place, and another one after each as long as more says so. It returns
// when meanwhile has, and the last learner is through.
func (w *world) crowd(places int, longest time.Duration, more func() bool, meanwhile func()) {
	w.t.Helper()
	ctx, cancel := context.WithTimeoutCause(w.t.Context(), longest, errors.New("the test takes too long"))
	defer cancel()
	var learners sync.WaitGroup
	for range places {
		learners.Go(func() {
			for first := true; first || more(); first = false {
				if err := w.pupil(ctx); err != nil {
					w.t.Error(err)
					return
				}
			}
		})
	}
	meanwhile()
	learners.Wait()
}

// each lets one learner come in each place.
func (w *world) each(places int, meanwhile func()) {
	w.t.Helper()
	w.crowd(places, calmFor, func() bool { return false }, meanwhile)
}

// pupil plays the next script in a thread of its own.
func (w *world) pupil(ctx context.Context) error {
	n := int(w.next.Add(1))
	p := pupil{part: parts[n%len(parts)], n: n, base: w.base}
	torn, err := p.play(ctx, w.c, w.want[n%len(parts)].After)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, p)
	w.torn[n] = torn
	return err
}

// harm does harm until ctx is done. Then all is well again.
func (w *world) harm(ctx context.Context) {
	w.t.Helper()
	var pausing sync.WaitGroup
	defer pausing.Wait()
	still := make(chan *process, 1) // holds the one that is paused
	for w.amid(ctx) {
		p := w.processes[w.rng.IntN(len(w.processes))]
		n := w.rng.IntN(100)
		if n < 15 && w.redis != nil {
			w.count("Redis killed")
			w.redis.Kill()
			w.amid(ctx)
			w.redis.Restart()
			continue
		}
		if !w.free(still, p) {
			continue
		}
		switch {
		case n < 25 && len(w.processes) > 1 && len(still) == 0:
			w.count("paused")
			still <- p
			pausing.Go(func() { w.pause(p); <-still })
		case n < 40:
			w.count("stopped")
			w.stop(p)
			p.start()
		default:
			w.count("killed")
			p.kill()
			p.start()
		}
	}
}

// free says whether p is not the process that is paused.
func (w *world) free(still chan *process, p *process) bool {
	select {
	case q := <-still:
		still <- q
		return q != p
	default:
		return true
	}
}

// pause holds a process still for longer than a lease lasts, so that others take its threads over.
func (w *world) pause(p *process) {
	w.c.pauses(p.cmd.Process)
	p.signal(syscall.SIGSTOP)
	<-time.After(pauseFor)
	p.signal(syscall.SIGCONT)
}

func (w *world) count(harm string) { w.harms[harm]++ }

// amid waits for a moment amid the work: until so many events more were delivered, or nothing came for
// a while; false if ctx is done. So harm is done amid work on a slow machine, too.
func (w *world) amid(ctx context.Context) bool {
	first, wanted := w.c.delivered(), 20+w.rng.IntN(150)
	longest := time.After(2 * time.Second)
	for w.c.delivered() < first+wanted {
		select {
		case <-time.After(5 * time.Millisecond):
		case <-longest:
			return true
		case <-ctx.Done():
			return false
		}
	}
	return true
}
