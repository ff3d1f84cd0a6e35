package state

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"
)

//go:embed lua/*.lua
var luaFiles embed.FS

// scripts are the files of lua/ by name, each with what it shares with others before it.
var scripts = loadScripts(map[string][]string{
	"thread": {"record", "load", "commit", "delivered", "release", "erase"},
	"value":  {"put", "add", "hold"},
	"":       {"due", "group", "layout", "documents", "kept"},
})

func loadScripts(byShared map[string][]string) map[string]*redis.Script {
	all := map[string]*redis.Script{}
	for shared, names := range byShared {
		for _, name := range names {
			first, rest, _ := strings.Cut(luaFile(name), "\n") // "#!lua flags" must stay the first line
			all[name] = redis.NewScript(first + "\n" + luaFile(shared) + "\n" + rest)
		}
	}
	return all
}

func luaFile(name string) string {
	if name == "" {
		return ""
	}
	raw, err := luaFiles.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic(err) // the program was built without a file that it names
	}
	return string(raw)
}

// redisCall is one script with its keys and arguments. All keys are of one bucket.
type redisCall struct {
	script *redis.Script
	keys   []string
	args   []any
}

// run runs one script and returns what it returned.
func (r *Redis) run(ctx context.Context, op string, c redisCall) (any, error) {
	cmds := r.pipeline(ctx, []redisCall{c})
	got, err := cmds[0].Result()
	return got, r.fail(op, err)
}

// runAll runs scripts in one round trip and returns the first failure; the others ran all the same.
func (r *Redis) runAll(ctx context.Context, op string, calls []redisCall) error {
	var failed error
	for _, cmd := range r.pipeline(ctx, calls) {
		if err := cmd.Err(); err != nil && failed == nil {
			failed = err
		}
	}
	return r.fail(op, failed)
}

// pipeline runs scripts in one round trip. Those that the server does not know, since it was restarted
// or flushed, are sent once more with their text, which it then knows.
func (r *Redis) pipeline(ctx context.Context, calls []redisCall) []*redis.Cmd {
	cmds := make([]*redis.Cmd, len(calls))
	if len(calls) == 0 {
		return cmds
	}
	_, err := r.db.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, c := range calls {
			cmds[i] = p.EvalSha(ctx, c.script.Hash(), c.keys, c.args...)
		}
		return nil
	})
	if err == nil {
		return cmds
	}
	for i, c := range calls {
		if redis.HasErrorPrefix(cmds[i].Err(), "NOSCRIPT") {
			cmds[i] = c.script.Eval(ctx, r.db, c.keys, c.args...)
		}
	}
	return cmds
}

// runSafe is run, and returns only when the replicas that were asked for have what it wrote.
func (r *Redis) runSafe(ctx context.Context, op string, c redisCall) (any, error) {
	if r.replicas == 0 {
		return r.run(ctx, op, c)
	}
	got, confirmed, err := r.runAndWait(ctx, c)
	if redis.HasErrorPrefix(err, "NOSCRIPT") {
		if err = c.script.Load(ctx, r.db).Err(); err == nil {
			got, confirmed, err = r.runAndWait(ctx, c)
		}
	}
	if err != nil {
		return nil, r.fail(op, err)
	}
	if confirmed < int64(r.replicas) {
		return nil, fmt.Errorf("%s: %w: %d of %d replicas confirmed it", op, ErrUnavailable, confirmed, r.replicas)
	}
	return got, nil
}

// runAndWait sends a script and WAIT over one connection, since WAIT waits for what its own connection
// wrote; in a cluster, to the node that has the keys.
func (r *Redis) runAndWait(ctx context.Context, c redisCall) (any, int64, error) {
	var db redis.Cmdable = r.db
	cluster, ok := r.db.(*redis.ClusterClient)
	if ok {
		node, err := cluster.MasterForKey(ctx, c.keys[0])
		if err != nil {
			return nil, 0, err
		}
		db = node
	}
	var cmd, wait *redis.Cmd
	_, err := db.Pipelined(ctx, func(p redis.Pipeliner) error {
		cmd = p.EvalSha(ctx, c.script.Hash(), c.keys, c.args...)
		wait = p.Do(ctx, "wait", r.replicas, confirmFor.Milliseconds())
		return nil
	})
	if _, moved := redis.IsMovedError(err); moved && cluster != nil {
		cluster.ReloadState(ctx) // the next try asks the right node
	}
	if cmd.Err() != nil {
		return nil, 0, cmd.Err()
	}
	confirmed, err := wait.Int64()
	return cmd.Val(), confirmed, err
}
