package state

import (
	"time"

	"github.com/redis/go-redis/v9"
)

// RedisAddrs are the addresses that a URL names.
func RedisAddrs(url string) ([]string, error) {
	target, err := parseRedisURL(url)
	if err != nil {
		return nil, err
	}
	return target.options.Addrs, nil
}

// Client is the store's connection.
func (r *Redis) Client() redis.UniversalClient { return r.db }

// AddHook lets tests count what goes to Redis.
func (r *Redis) AddHook(h redis.Hook) { r.db.AddHook(h) }

// SetLease shortens LeaseFor for one process, before its first Claim.
func (r *Redis) SetLease(d time.Duration) { r.lease = d }

// Vanish ends a process without giving anything back, as kill -9 does.
func (r *Redis) Vanish() error {
	r.stop()
	r.working.Wait()
	return r.db.Close()
}

// Now is the store's time.
func (r *Redis) Now() time.Time { return r.now() }
