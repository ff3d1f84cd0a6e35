package state_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"
)

// TestRedis_Failover: with wait_replicas=1, what was acknowledged is there after the master is killed
// and the sentinel has made the replica the master; the store goes on by itself.
func TestRedis_Failover(t *testing.T) {
	t.Parallel()
	p := redistest.StartPair(t)
	r := openRedis(t, p.URL()+"&wait_replicas=1", state.Options{})
	const before = 100
	for n := range before {
		if err := record(t.Context(), r, n); err != nil {
			t.Fatal(err)
		}
	}
	if f := finding(t, r, "replicas"); !f.OK {
		t.Errorf("finding %+v", f)
	}
	c := need(r.Claim(t.Context(), 1, 0))(t)[0]
	answer(t, r, c)
	p.Master.Kill()
	unavailable(t, record(t.Context(), r, before), "")
	plain := openRedis(t, p.URL(), state.Options{}) // nobody is left to confirm
	redistest.Wait(t, "new master", func() bool { return record(t.Context(), plain, before+1) == nil })
	unavailable(t, record(t.Context(), r, before+2), "0 of 1 replicas")
	unavailable(t, record(t.Context(), r, before+2), "0 of 1 replicas") // a repeat is as safe as its first
	if f := finding(t, r, "replicas"); f.OK {
		t.Errorf("finding %+v", f)
	}
	got := drain(t, plain)
	got[c.Thread.ID]++ // before the failover
	for n := range before {
		if got[threadOf(n)] != 1 {
			t.Errorf("event %d was acknowledged and answered %d times", n, got[threadOf(n)])
		}
	}
}

// TestRedis_ClusterConfirms: the replicas of the node that has the keys are asked, and it has none.
func TestRedis_ClusterConfirms(t *testing.T) {
	t.Parallel()
	c := redistest.StartCluster(t)
	strict, plain := openRedis(t, c.URL()+"?wait_replicas=1", state.Options{}), openRedis(t, c.URL(), state.Options{})
	for n := range 7 {
		unavailable(t, record(t.Context(), strict, n), "0 of 1 replicas")
	}
	if got := drain(t, plain); len(got) != 7 {
		t.Errorf("%d events were kept though nobody confirmed them, want 7", len(got))
	}
}

// TestRedis_ClusterNodeDown: while a node is away, its workspaces are unavailable, the others are not.
func TestRedis_ClusterNodeDown(t *testing.T) {
	t.Parallel()
	c := redistest.StartCluster(t, "--cluster-require-full-coverage", "no")
	r := openRedis(t, c.URL(), state.Options{})
	const all = 21
	for n := range all {
		if err := record(t.Context(), r, n); err != nil {
			t.Fatal(err)
		}
	}
	slot := need(strconv.Atoi(c.Nodes[0].Do("CLUSTER", "KEYSLOT", "tack:layout")))(t)
	away := c.Nodes[(slot*3/16384+1)%3] // one without the layout, which every start asks for
	away.Kill()
	late := openRedis(t, c.URL(), state.Options{}) // a process that starts meanwhile
	works, fails := 0, 0
	for n := all; n < 2*all; n++ {
		if err := record(t.Context(), late, n); err == nil {
			works++
		} else {
			unavailable(t, err, "")
			fails++
		}
	}
	if f := finding(t, late, "reach"); f.OK || !strings.Contains(f.Text, away.Addr()) {
		t.Errorf("finding %+v", f)
	}
	claimed := need(late.Claim(t.Context(), 1, time.Minute))(t)
	for _, c := range claimed {
		answer(t, late, c)
	}
	if works == 0 || fails == 0 {
		t.Errorf("%d recorded and %d not, want both", works, fails)
	}
	away.Restart()
	for n := range 2 * all {
		redistest.Wait(t, "recovery", func() bool { return record(t.Context(), r, n) == nil })
	}
	fine(t, late.Close())
	if got := drain(t, r); len(got)+len(claimed) != 2*all {
		t.Errorf("%d threads answered, want %d", len(got)+len(claimed), 2*all)
	}
}
