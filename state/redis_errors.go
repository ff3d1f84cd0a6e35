package state

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// confirmFor is how long replicas have to confirm a write.
const confirmFor = time.Second

// passingErrors are the answers of Redis behind which a later try may succeed, each with what an
// operator should know.
var passingErrors = []struct{ prefix, text string }{
	{"WRONGPASS", "Redis refuses the user name or password"},
	{"NOAUTH", "Redis asks for a password and none is set"},
	{"ERR AUTH", "a password is set and Redis has none, or asks for a user name"},
	{"ERR invalid password", "Redis refuses the password"},
	{"NOPERM", "the Redis user lacks a permission"},
	{"LOADING", "Redis is still loading its data"},
	{"OOM", "Redis is out of memory"},
	{"READONLY", "this Redis is a read-only replica"},
	{"MASTERDOWN", "this Redis is a replica without its master"},
	{"CLUSTERDOWN", "the Redis cluster is down"},
	{"TRYAGAIN", "the Redis cluster is moving data"},
	{"MOVED", "the Redis cluster is moving data"},
	{"ASK", "the Redis cluster is moving data"},
	{"NOREPLICAS", "Redis has too few replicas to accept writes"},
	{"MISCONF", "Redis cannot write its data to disk"},
	{"BUSY", "Redis is busy with a script"},
	{"NOGROUP", "the queue is not there yet"},
	{"UNBLOCKED", "Redis has become a replica"},
	{"ERR max number of clients", "Redis has too many connections"},
	{"ERR DB index", "Redis has no database of that number"},
}

// fail turns an error of the client into one of this package. Errors of the network and the like, all
// that is no answer of Redis, may be over at the next try.
func (r *Redis) fail(op string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w", op, err)
	}
	for _, p := range passingErrors {
		if redis.HasErrorPrefix(err, p.prefix) {
			return fmt.Errorf("%s: %w: %s: %w", op, ErrUnavailable, p.text, err)
		}
	}
	if redis.HasErrorPrefix(err, "WRONGTYPE") {
		return fmt.Errorf("%s: %w: %w", op, ErrCorrupt, err)
	}
	if answer := redis.Error(nil); errors.As(err, &answer) {
		return fmt.Errorf("%s: %w", op, err)
	}
	return fmt.Errorf("%s: %w: %w", op, ErrUnavailable, err)
}

// redisOutage keeps what goes wrong in the background, so that it is logged once and told by Claim.
type redisOutage struct {
	log     *slog.Logger
	mu      sync.Mutex
	failing map[string]error // by the work that fails
	start   time.Time        // of the outage
	steady  time.Time        // since when nothing fails; zero: never yet
}

// note takes down how a piece of background work went.
func (o *redisOutage) note(work string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	before := len(o.failing)
	if err != nil {
		if o.failing == nil {
			o.failing = map[string]error{}
		}
		o.failing[work], o.steady = err, time.Time{}
		if before == 0 {
			o.start = time.Now()
			o.log.Error("redis fails", "err", err)
		}
		return
	}
	delete(o.failing, work)
	if len(o.failing) > 0 {
		return
	}
	if before > 0 {
		o.log.Info("redis works again", "after", time.Since(o.start).Round(time.Millisecond))
	}
	if o.steady.IsZero() {
		o.steady = time.Now()
	}
}

// allQueues is the work that fails when no queue can be served.
const allQueues = "serve queues"

// why returns why no queue can be served now; nil: some can.
func (o *redisOutage) why() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failing[allQueues]
}

// steadyFor returns for how long nothing has failed.
func (o *redisOutage) steadyFor() time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.steady.IsZero() {
		return 0
	}
	return time.Since(o.steady)
}
