package state_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"
)

func finding(t testing.TB, r *state.Redis, name string) state.Finding {
	t.Helper()
	for _, f := range need(r.Check(t.Context()))(t) {
		if f.OK == (f.Fix != "") || f.Text == "" {
			t.Errorf("finding %+v: one that is not OK has a fix, one that is has none", f)
		}
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no finding %s", name)
	return state.Finding{}
}

func TestRedis_WrongPassword(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	s.Do("ACL", "SETUSER", "bot", "on", ">right-secret", "~tack:*", "&*", "+@all")
	s.Do("ACL", "SETUSER", "reader", "on", ">right-secret", "~*", "+@read", "+@connection", "+info")
	s.Do("CONFIG", "SET", "requirepass", "right-secret")
	for url, cause := range map[string]string{
		"redis://bot:wrong-secret@" + s.Addr():    "refuses the user name or password",
		"redis://:wrong-secret@" + s.Addr():       "refuses the user name or password",
		s.URL():                                   "asks for a password",
		"redis://reader:right-secret@" + s.Addr(): "lacks a permission",
	} {
		r := openRedis(t, url, state.Options{})
		err := record(t.Context(), r, 1)
		unavailable(t, err, cause)
		if strings.Contains(fmt.Sprint(err), "-secret") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
	if err := record(t.Context(), openRedis(t, "redis://bot:right-secret@"+s.Addr(), state.Options{}), 1); err != nil {
		t.Error(err)
	}
}

func TestRedis_OldVersion(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	_, rest, _ := strings.Cut(s.Do("INFO", "server"), "redis_version:")
	version := rest[:strings.IndexAny(rest, "\r\n")]
	proxy := redistest.StartProxy(t, s)
	proxy.Say("redis_version:"+version, "redis_version:6"+version[1:])
	r := openRedis(t, proxy.URL(), state.Options{})
	unavailable(t, record(t.Context(), r, 1), "too old")
	if f := finding(t, r, "version"); f.OK {
		t.Errorf("finding %+v", f)
	}
	proxy.Say("", "")
	if err := record(t.Context(), r, 1); err != nil {
		t.Errorf("after the update: %v", err)
	}
}

// TestRedis_Check: each setting that loses data is found, with a way out.
func TestRedis_Check(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	for _, name := range []string{"version", "role", "persistence", "eviction", "memory", "latency", "clock", "layout"} {
		if f := finding(t, r, name); !f.OK {
			t.Errorf("finding %+v on a good server", f)
		}
	}
	for _, c := range []struct{ setting, bad, good, name string }{
		{"maxmemory-policy", "allkeys-lru", "noeviction", "eviction"},
		{"maxmemory-policy", "volatile-ttl", "noeviction", "eviction"},
		{"appendonly", "no", "yes", "persistence"},
		{"appendfsync", "no", "everysec", "persistence"},
	} {
		s.Do("CONFIG", "SET", c.setting, c.bad)
		if f := finding(t, r, c.name); f.OK {
			t.Errorf("%s %s: finding %+v", c.setting, c.bad, f)
		}
		s.Do("CONFIG", "SET", c.setting, c.good)
		if f := finding(t, r, c.name); !f.OK {
			t.Errorf("%s %s: finding %+v", c.setting, c.good, f)
		}
	}
	late := openRedis(t, s.URL(), state.Options{Now: func() time.Time { return time.Now().Add(time.Minute) }})
	if f := finding(t, late, "clock"); f.OK {
		t.Errorf("finding %+v with a clock a minute off", f)
	}
}

// TestRedis_OtherLayout: data of another version is refused, by where it is and what it is, and is left as
// it is, whatever fields it has.
func TestRedis_OtherLayout(t *testing.T) {
	t.Parallel()
	for _, fields := range [][]string{{"version", "2", "buckets", "16"}, {"version", "2"}, {"version", "1", "buckets", "64"}, {"form", "x"}} {
		s := redistest.Start(t)
		s.Do(append([]string{"HSET", "tack:layout"}, fields...)...)
		r := openRedis(t, s.URL(), state.Options{})
		err := record(t.Context(), r, 1)
		if !errors.Is(err, state.ErrVersion) || !strings.Contains(err.Error(), s.Addr()) || !strings.Contains(err.Error(), "this program knows") {
			t.Errorf("%v: record: %v, want ErrVersion", fields, err)
		}
		if f := finding(t, r, "layout"); f.OK {
			t.Errorf("%v: finding %+v", fields, f)
		}
		if got := strings.Fields(s.Do("HGETALL", "tack:layout")); !slices.Equal(got, fields) || s.Do("DBSIZE") != "1" {
			t.Errorf("%v has become %v, and %s keys", fields, got, s.Do("DBSIZE"))
		}
	}
}

// TestRedis_Damaged: a key of another type is told as damage, and nothing is written over it.
func TestRedis_Damaged(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	r := openRedis(t, s.URL(), state.Options{})
	if err := record(t.Context(), r, 1); err != nil {
		t.Fatal(err)
	}
	for _, key := range strings.Fields(s.Do("--scan", "--pattern", "tack:*:t:*")) {
		s.Do("SET", key, "x")
	}
	if err := record(t.Context(), r, 1+7); err != nil {
		t.Errorf("another thread: %v", err)
	}
	_, err := r.Record(t.Context(), state.Event{Thread: threadOf(1), ID: "e2"})
	if !errors.Is(err, state.ErrCorrupt) {
		t.Errorf("record: %v, want ErrCorrupt", err)
	}
	if _, err := r.Load(t.Context(), threadOf(1)); !errors.Is(err, state.ErrCorrupt) {
		t.Errorf("load: %v, want ErrCorrupt", err)
	}
}
