package redistest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Cluster is three masters that share the hash slots.
type Cluster struct{ Nodes []*Server }

// StartCluster starts a cluster.
func StartCluster(t testing.TB, settings ...string) *Cluster {
	t.Helper()
	c := &Cluster{}
	join := []string{"--cluster", "create"}
	for range 3 {
		s := Start(t, append([]string{"--cluster-enabled", "yes", "--cluster-node-timeout", "2000"}, settings...)...)
		c.Nodes, join = append(c.Nodes, s), append(join, s.Addr())
	}
	c.Nodes[0].Do(append(join, "--cluster-yes")...)
	for _, s := range c.Nodes {
		Wait(t, "cluster", func() bool { return strings.Contains(s.Do("CLUSTER", "INFO"), "cluster_state:ok") })
	}
	return c
}

// URL names all nodes.
func (c *Cluster) URL() string {
	var addrs []string
	for _, s := range c.Nodes {
		addrs = append(addrs, s.Addr())
	}
	return "redis+cluster://" + strings.Join(addrs, ",")
}

// Flush empties all nodes.
func (c *Cluster) Flush() {
	for _, s := range c.Nodes {
		s.Do("FLUSHALL")
	}
}

// Pair is a master and its replica, watched by one sentinel that makes the replica the master when
// the master is gone.
type Pair struct{ Master, Replica, Sentinel *Server }

// StartPair starts them and waits until the replica has caught up.
func StartPair(t testing.TB) *Pair {
	t.Helper()
	need(t, "redis-sentinel")
	p := &Pair{Master: Start(t)}
	p.Replica = Start(t, "--replicaof", "127.0.0.1 "+p.Master.port, "--repl-diskless-sync-delay", "0")
	Wait(t, "replica in step", func() bool {
		return strings.Contains(p.Replica.Do("INFO", "replication"), "master_link_status:up")
	})
	p.Sentinel = startSentinel(t, p.Master)
	Wait(t, "sentinel that knows the replica", func() bool {
		return strings.Contains(p.Sentinel.Do("SENTINEL", "replicas", "main"), p.Replica.port)
	})
	return p
}

// URL asks the sentinel.
func (p *Pair) URL() string { return "redis+sentinel://" + p.Sentinel.Addr() + "/?master=main" }

func startSentinel(t testing.TB, master *Server) *Server {
	t.Helper()
	s := &Server{t: t, program: "redis-sentinel", port: freePort(t), dir: t.TempDir()}
	conf := filepath.Join(s.dir, "sentinel.conf")
	text := "port " + s.port + "\nbind 127.0.0.1\ndir " + s.dir +
		"\nsentinel monitor main 127.0.0.1 " + master.port + " 1" +
		"\nsentinel down-after-milliseconds main 1000\nsentinel failover-timeout main 3000\n"
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s.args = []string{conf}
	s.run()
	return s
}
