package state

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// Redis is a store on Redis 7 or newer, for any number of processes at once: one server, servers
// behind Sentinel, or a cluster.
//
// Every change is one script on one hash slot (see redis_keys.go), so that it is done whole or not at
// all. The threads with work are in a stream, once each; an entry that is delivered and not
// acknowledged is the lease of the process that it was delivered to. All that it loses while Redis is
// away is time: calls fail with ErrUnavailable, and work again when Redis does.
type Redis struct {
	db       redis.UniversalClient
	where    string // hosts and ports, for errors
	replicas int    // that must confirm what is recorded and committed
	now      func() time.Time
	log      *slog.Logger
	threads  time.Duration // how long they are kept; 0: for ever
	docs     time.Duration
	consumer string        // this process in the consumer groups
	lease    time.Duration // LeaseFor; shorter in tests

	ctx     context.Context // of the work in the background
	stop    context.CancelFunc
	working sync.WaitGroup
	renewer sync.Once
	fetcher sync.Once
	opening redisOpening
	desk    desk
	held    held
	outage  redisOutage
}

// OpenRedis prepares a store at a URL:
//
//	redis://user:password@host:6379/0            one server; rediss:// with TLS
//	redis+sentinel://h1:26379,h2:26379/0?master=name
//	redis+cluster://h1:6379,h2:6379
//
// with the options of redis.ParseURL behind the question mark, and wait_replicas=N: what is recorded
// or committed counts only when N replicas have it, so that it survives a failover. It fails on a bad
// URL alone: a Redis that is down, too old or refuses the password is reported by Check and by every
// call, with ErrUnavailable, until it is not so any more.
func OpenRedis(ctx context.Context, url string, o Options) (*Redis, error) {
	quietRedis()
	target, err := parseRedisURL(url)
	if err != nil {
		return nil, fmt.Errorf("redis URL: %w", err)
	}
	r := &Redis{
		db: redis.NewUniversalClient(target.options), where: strings.Join(target.options.Addrs, ", "), replicas: target.replicas,
		now: o.Now, log: o.Log, threads: keepFor(o.KeepThreads, DefaultKeepThreads),
		docs: keepFor(o.KeepDocuments, DefaultKeepDocuments), consumer: rand.Text(), lease: LeaseFor,
	}
	if r.now == nil {
		r.now = time.Now
	}
	if r.log == nil {
		r.log = slog.Default()
	}
	r.ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	r.desk.changed, r.opening.turn = make(chan struct{}), make(chan struct{}, 1)
	r.outage.log = r.log
	return r, nil
}

// keepFor turns an option into how long; 0: for ever.
func keepFor(set, standard time.Duration) time.Duration {
	switch {
	case set < 0:
		return 0
	case set == 0:
		return standard
	}
	return set
}

// quietRedis keeps the client library from printing: what goes wrong is in the errors of the calls.
var quietRedis = sync.OnceFunc(logging.Disable)

// closeFor is how long giving back may take at the end.
const closeFor = 3 * time.Second

// Close gives back what is claimed and ends. What cannot be given back, since Redis is away, is taken
// over by another process after LeaseFor.
func (r *Redis) Close() error {
	r.stop()
	r.working.Wait()
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(r.ctx), closeFor, errors.New("giving back takes too long"))
	defer cancel()
	leases := append(r.desk.all(), r.held.all()...)
	err := r.giveBack(ctx, leases)
	return errors.Join(err, r.db.Close())
}

func (r *Redis) micros() int64 { return r.now().UnixMicro() }
