package state

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// Check says whether Redis is fit for use: of a cluster, each of its masters. The error says that it
// cannot be asked: it is down, or refuses the password.
func (r *Redis) Check(ctx context.Context) ([]Finding, error) {
	cluster, ok := r.db.(*redis.ClusterClient)
	if !ok {
		findings, err := r.checkServer(ctx, r.db)
		if err != nil {
			return nil, r.fail("check", err)
		}
		return append(findings, r.checkLayout(ctx)), nil
	}
	var mu sync.Mutex
	var all [][]Finding
	err := cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		findings, err := r.checkServer(ctx, node)
		if err != nil {
			findings = []Finding{{Name: "reach", Text: r.fail("ask", err).Error(), Fix: "Start this node, or replace it."}}
		}
		for i := range findings {
			findings[i].Text = node.Options().Addr + ": " + findings[i].Text
		}
		mu.Lock()
		defer mu.Unlock()
		all = append(all, findings)
		return nil
	})
	if err != nil {
		return nil, r.fail("check", err)
	}
	return append(worst(all), r.checkLayout(ctx), r.checkCluster(ctx, cluster)), nil
}

// worst joins the findings of several servers: of each name one, that is not OK if there is one.
func worst(all [][]Finding) []Finding {
	var joined []Finding
	for _, findings := range all {
		for _, f := range findings {
			i := slices.IndexFunc(joined, func(j Finding) bool { return j.Name == f.Name })
			switch {
			case i < 0:
				joined = append(joined, f)
			case joined[i].OK && !f.OK:
				joined[i] = f
			}
		}
	}
	return joined
}

func (r *Redis) checkServer(ctx context.Context, db redis.Cmdable) ([]Finding, error) {
	info, err := r.info(ctx, db)
	if err != nil {
		return nil, err
	}
	findings := []Finding{
		info.version(), info.role(), info.persistence(configured(ctx, db, "appendfsync")),
		info.eviction(), info.memory(),
	}
	if r.replicas > 0 {
		findings = append(findings, info.confirms(r.replicas))
	}
	latency, clock, err := r.checkTime(ctx, db)
	return append(findings, latency, clock), err
}

// configured returns a setting of the server; empty where it is not told, as by many hosted ones.
func configured(ctx context.Context, db redis.Cmdable, name string) string {
	values, err := db.ConfigGet(ctx, name).Result()
	if err != nil {
		return ""
	}
	return values[name]
}

// redisInfo is what a server says of itself.
type redisInfo map[string]string

func (r *Redis) info(ctx context.Context, db redis.Cmdable) (redisInfo, error) {
	text, err := db.Info(ctx).Result()
	if err != nil {
		return nil, err
	}
	info := redisInfo{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			info[name] = value
		}
	}
	return info, nil
}

// major is the server's major version; 0: unknown.
func (i redisInfo) major() int {
	first, _, _ := strings.Cut(i["redis_version"], ".")
	n, _ := strconv.Atoi(first)
	return n
}

// number is a number that the server says; 0: it does not.
func (i redisInfo) number(name string) int64 {
	n, _ := strconv.ParseInt(i[name], 10, 64)
	return n
}

func (i redisInfo) version() Finding {
	f := Finding{Name: "version", OK: i.major() >= redisOldest, Text: "Redis " + i["redis_version"]}
	if !f.OK {
		f.Fix = fmt.Sprintf("Update Redis: version %d or newer is needed.", redisOldest)
	}
	return f
}

func (i redisInfo) role() Finding {
	if i["role"] == "master" {
		return Finding{Name: "role", OK: true, Text: "this Redis is a master"}
	}
	return Finding{
		Name: "role", Text: "this Redis is a replica and cannot be written to",
		Fix: "Name the master in the URL, or the sentinels: redis+sentinel://host:26379/?master=name.",
	}
}

// persistence: policy is when the append-only file is written through; empty: unknown.
func (i redisInfo) persistence(policy string) Finding {
	f := Finding{Name: "persistence", Fix: "Set appendonly yes and appendfsync everysec (or always, to lose nothing at all)."}
	switch {
	case i["aof_enabled"] != "1":
		f.Text = "the append-only file is off: what was acknowledged is lost when Redis ends"
	case i["aof_last_write_status"] == "err":
		f.Text, f.Fix = "Redis cannot write its append-only file", "See the log of Redis; often the disk is full."
	case policy == "no":
		f.Text = "the append-only file is written through when the system likes: seconds of work are lost if the machine fails"
	case policy == "everysec":
		return Finding{Name: f.Name, OK: true, Text: "append-only file, written through each second: a second of work is lost if the machine fails"}
	case policy == "always":
		return Finding{Name: f.Name, OK: true, Text: "append-only file, written through before each answer"}
	default:
		return Finding{Name: f.Name, OK: true, Text: "append-only file; Redis does not tell how often it is written through"}
	}
	return f
}

func (i redisInfo) eviction() Finding {
	policy := i["maxmemory_policy"]
	if policy == "noeviction" || policy == "" {
		return Finding{Name: "eviction", OK: true, Text: "Redis throws nothing away when memory is full"}
	}
	return Finding{
		Name: "eviction", Text: "maxmemory-policy is " + policy + ": when memory is full, Redis throws sessions away",
		Fix: "Set maxmemory-policy noeviction, or use a Redis that is no cache.",
	}
}

// nearlyFull is the part of the memory, in percent, from which an operator should act.
const nearlyFull = 85

func (i redisInfo) memory() Finding {
	used, most := i.number("used_memory"), i.number("maxmemory")
	if most == 0 {
		return Finding{Name: "memory", OK: true, Text: fmt.Sprintf("%d MB used, no limit set", used>>20)}
	}
	f := Finding{Name: "memory", OK: used*100 < most*nearlyFull, Text: fmt.Sprintf("%d of %d MB used", used>>20, most>>20)}
	if !f.OK {
		f.Fix = "Raise maxmemory: when it is full, nothing is accepted any more."
	}
	return f
}

func (i redisInfo) confirms(replicas int) Finding {
	has := i.number("connected_slaves")
	f := Finding{Name: "replicas", OK: has >= int64(replicas), Text: fmt.Sprintf("%d replicas connected, %d must confirm each write", has, replicas)}
	if !f.OK {
		f.Fix = "Start the replicas, or lower wait_replicas in the URL."
	}
	return f
}

// The limits of checkTime.
const (
	slowAnswer = 50 * time.Millisecond
	farClock   = time.Second
)

// checkTime asks the server for its time: how long that takes, and how far the clocks are apart.
func (r *Redis) checkTime(ctx context.Context, db redis.Cmdable) (latency, clock Finding, err error) {
	start := time.Now()
	at, err := db.Time(ctx).Result()
	if err != nil {
		return latency, clock, err
	}
	took := time.Since(start)
	latency = Finding{Name: "latency", OK: took < slowAnswer, Text: "an answer takes " + took.Round(10*time.Microsecond).String()}
	if !latency.OK {
		latency.Fix = "Run the bot nearer to Redis, or find what keeps Redis busy (SLOWLOG GET)."
	}
	apart := at.Sub(r.now().Add(-took / 2)).Abs()
	clock = Finding{Name: "clock", OK: apart < farClock, Text: "the clocks of Redis and of this machine agree"}
	if !clock.OK {
		clock.Text = "the clocks of Redis and of this machine are " + apart.Round(time.Millisecond).String() + " apart"
		clock.Fix = "Have both follow a time server."
	}
	return latency, clock, nil
}

// checkLayout also sees whether writing works.
func (r *Redis) checkLayout(ctx context.Context) Finding {
	err := r.writeLayout(ctx)
	switch {
	case err == nil:
		return Finding{Name: "layout", OK: true, Text: fmt.Sprintf("data of layout %d", redisLayout)}
	case errors.Is(err, ErrVersion):
		return Finding{Name: "layout", Text: err.Error(), Fix: "Run the version of the bot that wrote the data, or name another database."}
	}
	return Finding{Name: "layout", Text: err.Error(), Fix: "Redis answers and does not let the bot write: see the other findings."}
}

func (r *Redis) checkCluster(ctx context.Context, cluster *redis.ClusterClient) Finding {
	text, err := cluster.ClusterInfo(ctx).Result()
	if err == nil && strings.Contains(text, "cluster_state:ok") {
		return Finding{Name: "cluster", OK: true, Text: "all hash slots are served"}
	}
	return Finding{Name: "cluster", Text: "the cluster does not serve all hash slots", Fix: "See redis-cli --cluster check."}
}
