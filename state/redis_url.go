package state

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// redisTarget is what a URL says.
type redisTarget struct {
	options  *redis.UniversalOptions
	replicas int
}

// errRedisURL says nothing of the URL itself: a password may be anywhere in a broken one.
var errRedisURL = errors.New("not of the form redis://[user:password@]host[:port][/database]" +
	" (rediss:// for TLS; redis+sentinel://host,host/?master=name; redis+cluster://host,host)," +
	" special characters in the password as %XX")

// parseRedisURL reads a URL of the kinds that OpenRedis lists. Its errors never hold the password.
func parseRedisURL(text string) (redisTarget, error) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		return redisTarget{}, errRedisURL
	}
	transport, kind, _ := strings.Cut(scheme, "+")
	rest, more := cutHosts(rest)
	u, err := url.Parse(transport + "://" + rest)
	if err != nil || (transport != "redis" && transport != "rediss") || u.Hostname() == "" {
		return redisTarget{}, errRedisURL
	}
	own, err := takeOwn(u)
	if err != nil {
		return redisTarget{}, err
	}
	one, err := redis.ParseURL(u.String())
	if err != nil {
		return redisTarget{}, fmt.Errorf("%w: %s", errRedisURL, withoutURL(err))
	}
	if u.Port() == "" {
		one.Addr = u.Hostname()
	}
	return own.target(one, kind, more)
}

// cutHosts takes all hosts but the first out of what follows the scheme.
func cutHosts(rest string) (string, []string) {
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	start := strings.LastIndexByte(rest[:end], '@') + 1
	hosts := strings.Split(rest[start:end], ",")
	return rest[:start] + hosts[0] + rest[end:], hosts[1:]
}

// redisQuery are the options of the URL that are not the client's.
type redisQuery struct {
	master, sentinelUser, sentinelPassword string
	replicas                               int
}

// takeOwn takes them out of the URL.
func takeOwn(u *url.URL) (redisQuery, error) {
	values := u.Query()
	own := redisQuery{
		master: values.Get("master"), sentinelUser: values.Get("sentinel_username"),
		sentinelPassword: values.Get("sentinel_password"),
	}
	if n := values.Get("wait_replicas"); n != "" {
		var err error
		if own.replicas, err = strconv.Atoi(n); err != nil || own.replicas < 0 {
			return redisQuery{}, errors.New("wait_replicas is no number of replicas")
		}
	}
	for _, name := range []string{"master", "sentinel_username", "sentinel_password", "wait_replicas"} {
		values.Del(name)
	}
	u.RawQuery = values.Encode()
	return own, nil
}

// withoutURL is what an error says beside the URL.
func withoutURL(err error) string {
	if broken := (*url.Error)(nil); errors.As(err, &broken) {
		return "it cannot be read"
	}
	return err.Error()
}

func (q redisQuery) target(one *redis.Options, kind string, more []string) (redisTarget, error) {
	o := universal(one)
	o.Addrs = append(o.Addrs, more...)
	port := "6379"
	switch {
	case kind == "" && len(more) == 0 && q.master == "":
	case kind == "cluster" && q.master == "" && one.DB == 0:
		o.IsClusterMode = true
	case kind == "sentinel" && q.master != "":
		port = "26379"
		o.MasterName, o.SentinelUsername, o.SentinelPassword = q.master, q.sentinelUser, q.sentinelPassword
	case kind == "sentinel":
		return redisTarget{}, errors.New("redis+sentinel:// needs ?master=name")
	default:
		return redisTarget{}, errRedisURL
	}
	for i, addr := range o.Addrs {
		if _, _, err := net.SplitHostPort(addr); err != nil { // no port
			o.Addrs[i] = net.JoinHostPort(strings.Trim(addr, "[]"), port)
		}
	}
	return redisTarget{options: o, replicas: q.replicas}, nil
}

// The client's settings where the URL leaves them open.
const (
	redisPool    = 96 // connections: a blocked one for each bucket, and the work
	redisRetries = 2
	redisDialFor = 2 * time.Second
	redisCallFor = 5 * time.Second // a slow Redis, a second a call, is no broken one
)

// universal carries over what a URL can set.
func universal(one *redis.Options) *redis.UniversalOptions {
	return &redis.UniversalOptions{
		Addrs: []string{one.Addr}, DB: one.DB, Username: one.Username, Password: one.Password,
		TLSConfig: one.TLSConfig, ClientName: one.ClientName, Protocol: one.Protocol,
		MaxRetries: cmp.Or(one.MaxRetries, redisRetries), MinRetryBackoff: one.MinRetryBackoff, MaxRetryBackoff: one.MaxRetryBackoff,
		DialTimeout: cmp.Or(one.DialTimeout, redisDialFor), ReadTimeout: cmp.Or(one.ReadTimeout, redisCallFor), WriteTimeout: one.WriteTimeout,
		PoolFIFO: one.PoolFIFO, PoolSize: cmp.Or(one.PoolSize, redisPool), PoolTimeout: one.PoolTimeout, MinIdleConns: one.MinIdleConns,
		MaxIdleConns: one.MaxIdleConns, MaxActiveConns: one.MaxActiveConns,
		ConnMaxIdleTime: one.ConnMaxIdleTime, ConnMaxLifetime: one.ConnMaxLifetime,

		ContextTimeoutEnabled: true, DisableIdentity: true, DialerRetries: 1,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
}
