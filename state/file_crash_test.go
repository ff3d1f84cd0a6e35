package state_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/state"
)

// crashPath tells the test binary, started by itself, which store to write until it is killed.
const crashPath = "TACK_TEST_CRASH_PATH"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashPath); path != "" {
		if err := writeUntilKilled(context.Background(), path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// crashThreads is how many threads are written at the same time.
const crashThreads = 4

func crashThread(i int) coach.ThreadID { return coach.ThreadID(fmt.Sprintf("slack:T1:C1:%d", i)) }

// writeUntilKilled records and commits without end, and says on standard output what was acknowledged.
func writeUntilKilled(ctx context.Context, path string) error {
	f, err := state.OpenFile(path, state.Options{})
	if err != nil {
		return err
	}
	errs := make(chan error)
	acks := make(chan string)
	for i := range crashThreads {
		go func() { errs <- recordOn(ctx, f, crashThread(i), acks) }()
	}
	go func() { errs <- settleOn(ctx, f, acks) }()
	for {
		select {
		case err := <-errs:
			return err
		case ack := <-acks:
			fmt.Println(ack)
		}
	}
}

// recordOn records events without end; those of a later start come after those of an earlier one.
func recordOn(ctx context.Context, f *state.File, id coach.ThreadID, acks chan<- string) error {
	start := time.Now().UnixNano()
	for n := 0; ; n++ {
		e := state.Event{Thread: id, ID: fmt.Sprintf("%d-%d", start, n), Order: start + int64(n), Body: []byte("x")}
		r, err := f.Record(ctx, e)
		if err != nil || r != state.Fresh {
			return errors.Join(err, fmt.Errorf("record %s: %d", e.ID, r))
		}
		acks <- fmt.Sprintf("recorded %s %s", id, e.ID)
	}
}

// settleOn works off what comes in: the log gets a line for each event.
func settleOn(ctx context.Context, f *state.File, acks chan<- string) error {
	for {
		claims, err := f.Claim(ctx, 2, time.Second)
		if err != nil {
			return err
		}
		for _, c := range claims {
			var change state.Change
			for _, e := range c.Events {
				change.Done = append(change.Done, e.ID)
				change.Log = append(change.Log, []byte(e.ID))
			}
			change.Body = []byte(strconv.Itoa(len(change.Done)))
			rev, err := f.Commit(ctx, c, change)
			if err != nil {
				return err
			}
			acks <- fmt.Sprintf("committed %s %d", c.Thread.ID, rev)
			if err := f.Release(ctx, c, state.Release{}); err != nil {
				return err
			}
		}
	}
}

// TestFile_Kill: a process that is killed at any instruction loses nothing that it has acknowledged,
// and does nothing twice.
func TestFile_Kill(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tack.db")
	kills := 12
	if testing.Short() {
		kills = 3
	}
	acked := map[coach.ThreadID][]string{}
	revs := map[coach.ThreadID]uint64{}
	for kill := range kills {
		for _, ack := range runAndKill(t, path, 20+37*kill) {
			noteAck(t, acked, revs, ack)
		}
		f := openFile(t, path, state.Options{})
		for i := range crashThreads {
			checkThread(t, f, crashThread(i), acked, revs)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// runAndKill starts a writer, kills it after some acknowledgements, and returns all that it gave.
func runAndKill(t *testing.T, path string, after int) (acks []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashPath+"="+path)
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		acks = append(acks, lines.Text())
		if len(acks) == after {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); len(acks) < after {
		t.Fatalf("the writer ended by itself: %v", err)
	}
	return acks
}

func noteAck(t *testing.T, acked map[coach.ThreadID][]string, revs map[coach.ThreadID]uint64, ack string) {
	t.Helper()
	field := strings.Fields(ack)
	if len(field) != 3 {
		t.Fatalf("acknowledgement %q", ack)
	}
	id := coach.ThreadID(field[1])
	switch field[0] {
	case "recorded":
		acked[id] = append(acked[id], field[2])
	case "committed":
		rev, err := strconv.ParseUint(field[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		revs[id] = max(revs[id], rev)
	}
}

// checkThread: what was acknowledged is done or waits, each once, in order; no commit was lost.
func checkThread(t *testing.T, f *state.File, id coach.ThreadID, acked map[coach.ThreadID][]string, revs map[coach.ThreadID]uint64) {
	t.Helper()
	done, err := f.Log(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, line := range done {
		all = append(all, string(line))
	}
	all = append(all, waiting(t, f, id)...)
	places := map[string]int{}
	for i, event := range all {
		if _, twice := places[event]; twice {
			t.Errorf("%s of %s is there twice", event, id)
		}
		places[event] = i
	}
	last := -1
	for _, event := range acked[id] {
		at, there := places[event]
		if !there || at <= last {
			t.Errorf("%s of %s was acknowledged: there %v, at %d after %d", event, id, there, at, last)
		}
		last = at
	}
	thread, err := f.Load(t.Context(), id)
	if revs[id] > 0 && (err != nil || thread.Rev < revs[id]) {
		t.Errorf("%s is at revision %d, %d was acknowledged: %v", id, thread.Rev, revs[id], err)
	}
}

// waiting returns the ids of the events that are not done, in order.
func waiting(t *testing.T, f *state.File, id coach.ThreadID) (ids []string) {
	t.Helper()
	claims, err := f.Claim(t.Context(), crashThreads, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		if c.Thread.ID == id {
			for _, e := range c.Events {
				ids = append(ids, e.ID)
			}
			if len(c.Events) == state.MaxEvents {
				t.Fatalf("more events of %s wait than one claim shows", id)
			}
		}
		if err := f.Release(t.Context(), c, state.Release{}); err != nil {
			t.Fatal(err)
		}
	}
	return ids
}
