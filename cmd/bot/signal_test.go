//go:build unix

package main

import (
	"net"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestSignal_SilentRedis: Ctrl-C ends a command though the Redis that it asks takes connections and says
// nothing.
func TestSignal_SilentRedis(t *testing.T) {
	t.Parallel()
	for _, call := range storeCalls {
		t.Run(call[0]+" "+call[1], func(t *testing.T) {
			t.Parallel()
			l := must(net.Listen("tcp", "127.0.0.1:0"))(t)
			defer l.Close()
			bot := exec.Command("bot", append(call, "--redis", "redis://"+l.Addr().String())...)
			if err := bot.Start(); err != nil {
				t.Fatal(err)
			}
			conn := must(l.Accept())(t) // by now it listens for signals
			defer conn.Close()
			if err := bot.Process.Signal(syscall.SIGINT); err != nil {
				t.Error(err)
			}
			late := time.AfterFunc(endFor, func() { _ = bot.Process.Kill() })
			_ = bot.Wait() // its state says how it ended
			if code, want := bot.ProcessState.ExitCode(), (signalled{syscall.SIGINT}).code(); !late.Stop() || code != want {
				t.Errorf("exit code %d, want %d", code, want)
			}
		})
	}
}
