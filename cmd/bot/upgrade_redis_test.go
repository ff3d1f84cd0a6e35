//go:build unix

package main

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tack/internal/redistest"

	"github.com/redis/go-redis/v9"
)

// dumpRedis writes a database as commands, a line each, that make it anew on a server of any version: what
// DUMP gives is for servers as new as the one that it comes from.
func dumpRedis(t *testing.T, s *redistest.Server) []byte {
	t.Helper()
	db := client(t, s)
	keys := must(db.Keys(t.Context(), "*").Result())(t)
	slices.Sort(keys)
	var out strings.Builder
	put := func(words ...string) {
		for i, w := range words {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(quoted(w))
		}
		out.WriteByte('\n')
	}
	for _, key := range keys {
		dumpKey(t, db, key, put)
		if left := must(db.PTTL(t.Context(), key).Result())(t); left > 0 {
			put("PEXPIRE", key, strconv.FormatInt(left.Milliseconds(), 10))
		}
	}
	return []byte(out.String())
}

func dumpKey(t *testing.T, db *redis.Client, key string, put func(...string)) {
	t.Helper()
	ctx := t.Context()
	switch kind := must(db.Type(ctx, key).Result())(t); kind {
	case "string":
		put("SET", key, must(db.Get(ctx, key).Result())(t))
	case "list":
		put(append([]string{"RPUSH", key}, must(db.LRange(ctx, key, 0, -1).Result())(t)...)...)
	case "hash":
		fields := must(db.HGetAll(ctx, key).Result())(t)
		for _, name := range sortedKeys(fields) {
			put("HSET", key, name, fields[name])
		}
	case "zset":
		for _, z := range must(db.ZRangeWithScores(ctx, key, 0, -1).Result())(t) {
			put("ZADD", key, strconv.FormatFloat(z.Score, 'f', -1, 64), z.Member.(string))
		}
	case "stream":
		dumpStream(ctx, t, db, key, put)
	default:
		t.Fatalf("%s is a %s", key, kind)
	}
}

func sortedKeys(m map[string]string) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// dumpStream writes a queue with its groups: what is in it and delivered to nobody. Leases would be of a
// process that is gone.
func dumpStream(ctx context.Context, t *testing.T, db *redis.Client, key string, put func(...string)) {
	t.Helper()
	info := must(db.XInfoStream(ctx, key).Result())(t)
	for _, g := range must(db.XInfoGroups(ctx, key).Result())(t) {
		if g.Pending != 0 {
			t.Errorf("%s: %d leases", key, g.Pending)
		}
		put("XGROUP", "CREATE", key, g.Name, g.LastDeliveredID, "MKSTREAM")
	}
	for _, m := range must(db.XRange(ctx, key, "-", "+").Result())(t) {
		words := []string{"XADD", key, m.ID}
		for name, value := range m.Values {
			words = append(words, name, value.(string))
		}
		put(words...)
	}
	put("XSETID", key, info.LastGeneratedID)
}

// unpackRedis gives a server the commands that make the data of a version.
func unpackRedis(t *testing.T, s *redistest.Server, from string) {
	t.Helper()
	db := client(t, s)
	p := db.Pipeline()
	for line := range strings.Lines(string(unpack(t, filepath.Join(from, "redis.txt.gz")))) {
		p.Do(t.Context(), unquoted(t, line)...)
	}
	if _, err := p.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func client(t *testing.T, s *redistest.Server) *redis.Client {
	t.Helper()
	db := redis.NewClient(&redis.Options{Addr: s.Addr()})
	t.Cleanup(func() { db.Close() })
	return db
}

// unquoted are the words of a line as redis-cli takes it.
func unquoted(t *testing.T, line string) (words []any) {
	t.Helper()
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimSpace(rest) {
		word := must(strconv.QuotedPrefix(rest))(t)
		words = append(words, must(strconv.Unquote(word))(t))
		rest = rest[len(word):]
	}
	return words
}

// quoted is a word as both redis-cli and Go read it.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.Write([]byte{'\\', c})
		case c < ' ' || c >= 0x7f:
			b.WriteString(`\x` + strconv.FormatUint(uint64(c)|0x100, 16)[1:])
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}
