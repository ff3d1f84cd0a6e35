//go:build unix

package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is one bot serve.
type process struct {
	t     *testing.T
	args  []string
	env   []string
	log   string // file of its standard error, over all its lives
	cmd   *exec.Cmd
	ended chan struct{}
}

// serving starts bot serve on the cloud's platform.
func serving(t *testing.T, c *cloud, args ...string) *process {
	t.Helper()
	p := &process{t: t, env: append(os.Environ(), c.env()), log: filepath.Join(t.TempDir(), "log")}
	p.args = append([]string{
		"serve", "--engine-quiet", quiet.String(), "--http-listen", "off", "--log-level", "warn",
	}, args...)
	t.Cleanup(p.look)
	p.start()
	return p
}

func (p *process) start() {
	p.t.Helper()
	out, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		p.t.Fatal(err)
	}
	defer out.Close()
	p.cmd = exec.Command("bot", p.args...)
	p.cmd.Env, p.cmd.Stderr, p.cmd.Stdout = p.env, out, out
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	cmd, ended := p.cmd, make(chan struct{})
	p.ended = ended
	go func() {
		_ = cmd.Wait() // its state says how it ended
		close(ended)
	}()
	p.t.Cleanup(func() {
		_ = cmd.Process.Kill() // gone already is as good
		<-ended
	})
}

func (p *process) signal(sig syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(sig); err != nil {
		p.t.Errorf("%v: %v", sig, err)
	}
}

// kill ends it as kill -9 does.
func (p *process) kill() {
	p.t.Helper()
	p.signal(syscall.SIGKILL)
	<-p.ended
}

// endFor is within which time a process is gone that was asked to end.
const endFor = 10 * time.Second

// stop asks it to end and holds it to that: in time, and well.
func (p *process) stop() {
	p.t.Helper()
	p.signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(endFor):
		p.signal(syscall.SIGQUIT) // its goroutines go into the log
		<-p.ended
		p.t.Errorf("not gone %v after SIGTERM", endFor)
		return
	}
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		p.t.Errorf("exit code %d after SIGTERM, want 0", code)
	}
}

// look reads what the process has logged for what must never be there, and shows it where the test
// fails.
func (p *process) look() {
	log, err := os.ReadFile(p.log)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, never := range []string{"DATA RACE", "panic:", "level=ERROR msg=tutor"} {
		if strings.Contains(string(log), never) {
			p.t.Errorf("a process has logged %q", never)
		}
	}
	if p.t.Failed() {
		p.t.Logf("the end of its log:\n%s", log[max(0, len(log)-6000):])
	}
}

// freeAddr is a loopback address that nobody listens on.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// residentMiB is how much memory a process holds, in MiB; 0 where the system does not say.
func (p *process) residentMiB() int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kib := 0
	_, _ = fmt.Sscan(rest, &kib)
	return kib >> 10
}
