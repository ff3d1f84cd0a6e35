//go:build unix

package engine_test

import (
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tack/internal/redistest"
)

// tally stands before a server and counts round trips: what a client writes in one go, and waits for.
type tally struct{ trips, bytes atomic.Int64 }

func (t *tally) before(b *testing.B, server string) (url string) {
	l := fine[net.Listener](b)(net.Listen("tcp", "127.0.0.1:0"))
	b.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				return
			}
			go t.copy(there, client, &t.trips)
			go t.copy(client, there, &atomic.Int64{})
		}
	}()
	return "redis://" + l.Addr().String()
}

func (t *tally) copy(to, from net.Conn, pieces *atomic.Int64) {
	defer to.Close()
	piece := make([]byte, 256<<10)
	for {
		n, err := from.Read(piece)
		if err != nil {
			return
		}
		pieces.Add(1)
		t.bytes.Add(int64(n))
		if _, err := to.Write(piece[:n]); err != nil {
			return
		}
	}
}

// info is a number of Redis' INFO.
func info(b *testing.B, s *redistest.Server, name string) int64 {
	for line := range strings.Lines(s.Do("INFO")) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), name+":"); ok {
			return fine[int64](b)(strconv.ParseInt(text, 10, 64))
		}
	}
	b.Fatalf("no %s in INFO", name)
	return 0
}

// cpu is the time that this process has used on all cores: unlike turns/s, it does not depend on what
// else the machine does.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// redisCPU is the time that a server has used; nil: none.
func redisCPU(b *testing.B, s *redistest.Server) time.Duration {
	if s == nil {
		return 0
	}
	var sum float64
	for line := range strings.Lines(s.Do("INFO", "cpu")) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name == "used_cpu_user" || name == "used_cpu_sys" {
			sum += fine[float64](b)(strconv.ParseFloat(text, 64))
		}
	}
	return time.Duration(sum * float64(time.Second))
}
