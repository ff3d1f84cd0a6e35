package state_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tack/internal/redistest"
	"tack/state"
	"tack/state/statetest"
)

// redisSuite runs the suite on stores at the URLs that url gives, each empty.
func redisSuite(url func(t *testing.T) string) statetest.Suite {
	where := map[*state.Redis]string{}
	at := make(chan map[*state.Redis]string, 1) // tests run in parallel
	at <- where
	open := func(t *testing.T, url string, o state.Options) statetest.Store {
		r := openRedis(t, url, o)
		where := <-at
		where[r] = url
		at <- where
		return r
	}
	of := func(s statetest.Store) string {
		where := <-at
		defer func() { at <- where }()
		return where[s.(*state.Redis)]
	}
	return statetest.Suite{
		Open: func(t *testing.T, o state.Options) statetest.Store { return open(t, url(t), o) },
		Reopen: func(t *testing.T, s statetest.Store, o state.Options) statetest.Store {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			return open(t, of(s), o)
		},
		Peer: func(t *testing.T, s statetest.Store, o state.Options) statetest.Store { return open(t, of(s), o) },
	}
}

// TestRedis: the suite on one server, each test in a database of its own.
func TestRedis(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t, "--databases", "1000", "--appendfsync", "everysec")
	var databases atomic.Int32
	redisSuite(func(*testing.T) string { return fmt.Sprintf("%s/%d", s.URL(), databases.Add(1)) }).Run(t)
}

// TestRedis_Cluster: the suite on three nodes. A cluster has one database, so that each test has the
// cluster to itself.
func TestRedis_Cluster(t *testing.T) {
	t.Parallel()
	c := redistest.StartCluster(t, "--appendfsync", "everysec")
	var turn sync.Mutex
	var owner atomic.Pointer[testing.T] // a test may open a second store in place of its first
	redisSuite(func(t *testing.T) string {
		if owner.Load() != t {
			turn.Lock()
			owner.Store(t)
			t.Cleanup(func() {
				owner.Store(nil)
				turn.Unlock()
			})
		}
		c.Flush()
		return c.URL()
	}).Run(t)
	for _, n := range c.Nodes {
		if strings.Contains(n.Do("INFO", "commandstats"), "cmdstat_evalsha:calls=0") {
			t.Errorf("node %s was not used", n.Addr())
		}
	}
}
