// Package redistest runs real Redis servers for tests: one, a cluster, a master and replica behind
// Sentinel; and a proxy that makes a server slow, silent or old.
//
// Goals: a test meets what production meets (kill -9, pause, restart, failover) on the machine's own
// redis-server, on free ports, in a folder of its own, and leaves nothing behind. Non-goals: a stand-in
// for Redis.
//
//	s := redistest.Start(t)
//	store, err := state.OpenRedis(ctx, s.URL(), state.Options{})
//	s.Kill()
//	s.Restart()
//
// A missing program skips the test, or fails it where TACK_NEED_PROGRAMS is set.
package redistest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Server is one redis-server, with an append-only file that is written through before each answer.
type Server struct {
	t       testing.TB
	program string
	port    string
	dir     string
	args    []string
	cmd     *exec.Cmd
	ended   chan struct{}
}

// Start starts a server; settings are added to its command line: "--maxmemory", "3mb". It lasts as
// long as the test.
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := &Server{t: t, program: "redis-server", port: freePort(t), dir: t.TempDir()}
	s.args = append([]string{
		"--port", s.port, "--bind", "127.0.0.1", "--dir", s.dir, "--save", "",
		"--appendonly", "yes", "--appendfsync", "always",
	}, settings...)
	s.run()
	return s
}

// Addr is host and port.
func (s *Server) Addr() string { return "127.0.0.1:" + s.port }

// URL is where the server is, as state.OpenRedis takes it.
func (s *Server) URL() string { return "redis://" + s.Addr() }

// run starts the process and waits until it answers.
func (s *Server) run() {
	s.t.Helper()
	need(s.t, s.program, "redis-cli")
	out, err := os.OpenFile(filepath.Join(s.dir, "output"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		s.t.Fatal(err)
	}
	defer out.Close()
	s.cmd = exec.Command(s.program, s.args...)
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = s.dir, out, out
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	cmd, ended := s.cmd, make(chan struct{})
	s.ended = ended
	go func() {
		_ = cmd.Wait() // killed in the end: an error is the rule
		close(ended)
	}()
	s.t.Cleanup(func() {
		_ = cmd.Process.Kill() // gone already is as good
		<-ended
	})
	Wait(s.t, "a server that answers", func() bool {
		answer, err := s.try("PING")
		return err == nil && !strings.HasPrefix(answer, "LOADING")
	})
}

// Kill ends the server at once, as kill -9 does.
func (s *Server) Kill() {
	s.t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	<-s.ended
}

// Restart starts a killed server anew, on its port and its data.
func (s *Server) Restart() {
	s.t.Helper()
	s.run()
}

// Pause makes the server silent, with all its connections open, until Resume.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

// Resume lets it go on.
func (s *Server) Resume() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// Do runs a command with redis-cli and returns its answer.
func (s *Server) Do(command ...string) string {
	s.t.Helper()
	answer, err := s.try(command...)
	if err != nil {
		s.t.Fatalf("%v: %v", command, err)
	}
	return answer
}

func (s *Server) try(command ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.t.Context()), commandFor)
	defer cancel()
	cli := exec.CommandContext(ctx, "redis-cli", append([]string{"-p", s.port}, command...)...)
	out, err := cli.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("redis-cli: %w: %s", err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// commandFor is how long a command may take, and waitFor how long a state of things.
const (
	commandFor = 10 * time.Second
	waitFor    = 60 * time.Second
)

// Wait polls until something is so, and fails the test if it does not come to be.
func Wait(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(waitFor); !so(); {
		if time.Now().After(end) {
			t.Fatalf("no %s after %v", what, waitFor)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func need(t testing.TB, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if os.Getenv("TACK_NEED_PROGRAMS") != "" {
			t.Fatalf("%s is not installed and TACK_NEED_PROGRAMS is set", name)
		}
		t.Skipf("%s is not installed", name)
	}
}

// given are the ports given out in this process: a port whose server is killed looks free.
var given sync.Map

// freePort gives a free loopback port, to nobody twice. A cluster node also takes the one 10,000
// above, so that the port is below that of connections going out.
func freePort(t testing.TB) string {
	t.Helper()
	for n := 20000 + os.Getpid()%500*7; n < 32000; n++ {
		if _, taken := given.LoadOrStore(n, true); taken {
			continue
		}
		if free(n) && free(n+10000) {
			return strconv.Itoa(n)
		}
	}
	t.Fatal("no free port")
	return ""
}

func free(port int) bool {
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return false
	}
	l.Close()
	return true
}
