package tracktest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// redisPorts are the ports that a track about Redis may use: the default one and two beside it.
var redisPorts = []string{"6379", "6380", "6381"}

// Redis is the Env of tracks about Redis. A learner works on the default port, where the tester may
// have a server of their own, so that redis-server and redis-cli are put before PATH as scripts
// that turn each of redisPorts into a free port of the box; the output is turned back. Any
// other port is refused. Every server started in the box is stopped with it.
func Redis(t testing.TB) Around {
	t.Helper()
	dir := t.TempDir()
	real := freePorts(t)
	write(t, filepath.Join(dir, "redis-server"), portMap(real)+fmt.Sprintf(serverScript, program(t, "redis-server"), dir))
	write(t, filepath.Join(dir, "redis-cli"), portMap(real)+fmt.Sprintf(cliScript, program(t, "redis-cli")))
	t.Cleanup(func() { stopServers(t, dir, real) })
	return Around{Path: []string{dir}, Tidy: func(output string) string { return asLearned(output, real) }}
}

// given are the ports that boxes of this process have been given: a port whose server has not
// started yet looks free to the box beside.
var given sync.Map

// freePorts gives a free loopback port for each of redisPorts, to no box twice.
func freePorts(t testing.TB) []string {
	t.Helper()
	var ports []string
	for len(ports) < len(redisPorts) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
		if _, taken := given.LoadOrStore(port, true); !taken {
			ports = append(ports, port)
		}
	}
	return ports
}

// portMap is a bash function for the head of both scripts.
func portMap(real []string) string {
	var b strings.Builder
	b.WriteString("#!/usr/bin/env bash\nmapped() { case $1 in\n")
	for i, port := range redisPorts {
		fmt.Fprintf(&b, "%s) echo %s;;\n", port, real[i])
	}
	b.WriteString("*) echo \"port $1 is not one that the tests provide\" >&2; exit 2;;\nesac; }\n")
	return b.String()
}

// serverScript: the port goes last, so that it also wins over a configuration file, with a pid file
// for stopServers.
const serverScript = `real=%q dir=%q
case "$*" in -v|--version|-h|--help) exec "$real" "$@";; esac
port=6379 last= args=()
for arg; do
  [ "$last" = --port ] && port=$arg
  case $arg in
    6379|6380|6381) args+=("$(mapped "$arg")") || exit 2;;
    *) args+=("$arg");;
  esac
  last=$arg
done
[ "$port" = 0 ] && exec "$real" "${args[@]}"
port=$(mapped "$port") || exit 2
exec "$real" "${args[@]}" --port "$port" --pidfile "$dir/redis-$port.pid"
`

// cliScript: output is formatted as for a terminal unless it goes into a pipe, for that is what a
// learner sees and pastes.
const cliScript = `real=%q
port=6379 form=--no-raw args=()
[ -p /dev/stdout ] && form=
while [ $# -gt 0 ]; do
  case $1 in
    -p) port=$2; shift 2;;
    -u) echo "the tests know no -u" >&2; exit 2;;
    -h|-a|-n|-r|-i|-t|-s|--user|--pass|--rdb|--pattern) args+=("$1" "$2"); shift 2;;
    -*) args+=("$1"); shift;;
    *) break;;
  esac
done
port=$(mapped "$port") || exit 2
exec "$real" -p "$port" $form "${args[@]}" "$@"
`

func program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// asLearned turns the box's ports back into those of the track.
func asLearned(output string, real []string) string {
	for i, port := range real {
		output = regexp.MustCompile(`\b`+port+`\b`).ReplaceAllString(output, redisPorts[i])
	}
	return output
}

// stopServers kills the servers that left a pid file in dir, and waits until their ports are free,
// so that nothing writes into folders that are about to be removed.
func stopServers(t testing.TB, dir string, real []string) {
	for _, port := range real {
		raw, err := os.ReadFile(filepath.Join(dir, "redis-"+port+".pid"))
		if err != nil {
			continue // never started, or shut down by a command
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
		if err != nil {
			t.Errorf("pid file of port %s: %v", port, err)
			continue
		}
		if server, err := os.FindProcess(pid); err == nil {
			_ = server.Kill() // gone already is as good
		}
		if !free(port) {
			t.Errorf("the server on port %s, pid %d, does not stop", port, pid)
		}
	}
}

func free(port string) bool {
	for range 100 {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err != nil {
			return true
		}
		conn.Close()
		time.Sleep(20 * time.Millisecond)
	}
	return false
}
