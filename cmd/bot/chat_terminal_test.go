//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminalOf is the program in a terminal of its own.
type terminalOf struct {
	*testing.T
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	got  bytes.Buffer
	done chan struct{} // closed when the program has let go of the terminal
	seen int           // how much of got was waited for
}

func openTerminal(t *testing.T, data string, env ...string) *terminalOf {
	t.Helper()
	cmd := bot(t, nil, "chat", "--data", data, "--learner", "kim")
	cmd.Env = append(cmd.Env, append([]string{"TERM=xterm-256color", "INPUTRC=/dev/null"}, env...)...)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 90})
	if err != nil {
		t.Fatal(err)
	}
	c := &terminalOf{T: t, cmd: cmd, tty: tty, done: make(chan struct{})}
	t.Cleanup(func() { tty.Close() })
	go c.read()
	return c
}

// read takes what is shown, and answers the program's question where the cursor is, as a terminal does.
func (c *terminalOf) read() {
	defer close(c.done)
	buf := make([]byte, 4096)
	for {
		n, err := c.tty.Read(buf)
		c.mu.Lock()
		c.got.Write(buf[:n])
		c.mu.Unlock()
		for range bytes.Count(buf[:n], []byte("\x1b[6n")) {
			c.tty.WriteString("\x1b[10;1R")
		}
		if err != nil {
			return
		}
	}
}

// escapes are what drives a terminal.
var escapes = regexp.MustCompile(`\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[()][A-Z0-9]|\x1b[=>78]|\r`)

// await waits for a text, seen after the one awaited before, and returns all that was shown.
func (c *terminalOf) await(want string) string {
	c.Helper()
	found := c.shows(want, 800)
	c.mu.Lock()
	defer c.mu.Unlock()
	all := escapes.ReplaceAllString(c.got.String(), "")
	if !found {
		c.Fatalf("%q has not come:\n%s", want, all)
	}
	return all
}

func (c *terminalOf) write(keys string) {
	c.Helper()
	if _, err := c.tty.WriteString(keys); err != nil {
		c.Fatal(err)
	}
}

// enter types a line and ends it.
func (c *terminalOf) enter(line string) {
	c.Helper()
	c.enterKeys(line, line)
}

// enterKeys types keys, and Enter once they are shown. Keys that come together with the answer to the question where the
// cursor is are lost in the line editor, so they are typed again until they are shown.
func (c *terminalOf) enterKeys(keys, shown string) {
	c.Helper()
	for range 8 {
		c.write(keys)
		if c.shows(shown, 40) {
			c.write("\r")
			return
		}
	}
	c.Fatalf("%q is not taken", keys)
}

// shows waits for a text for so many ticks of 25 ms.
func (c *terminalOf) shows(want string, ticks int) bool {
	for range ticks {
		c.mu.Lock()
		all := escapes.ReplaceAllString(c.got.String(), "")
		c.mu.Unlock()
		if i := strings.Index(all[min(c.seen, len(all)):], want); i >= 0 {
			c.seen += i + len(want)
			return true
		}
		time.Sleep(25 * time.Millisecond)
	}
	return false
}

// ends waits for the end and returns how it was.
func (c *terminalOf) ends() syscall.WaitStatus {
	c.cmd.Wait()
	return c.cmd.ProcessState.Sys().(syscall.WaitStatus)
}

// TestChat_Terminal: prompt, rendered Markdown, a pasted log of several lines as one message, the
// pinned summary and its prompt, Ctrl-C.
func TestChat_Terminal(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	c := openTerminal(t, data)
	c.await("you> ")
	for i, line := range session[:8] {
		c.enter(line)
		c.await(fmt.Sprintf("[%d]\n", i+1))
		c.await("you> ")
	}
	if all := c.await(""); strings.Contains(all, "**Setup") || strings.Contains(all, "```") {
		t.Errorf("Markdown is not rendered:\n%s", all)
	}
	c.enterKeys("\x1b[200~$ redis-server --version\nRedis server v=8.0.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64\n\x1b[201~", "bits=64")
	c.await("[9]\n")
	c.await("✅ I see")
	c.enter("/wrap")
	c.await("[10]\n│ ")
	c.await("you (summary waits for ✅)> ")
	c.write("\x03")
	c.await("Your session is kept")
	if status := c.ends(); status.ExitStatus() != exitOK {
		t.Errorf("Ctrl-C ends with %v", c.cmd.ProcessState)
	}
	answered, waiting := events(t, data)
	want := "learner $ redis-server --version\nRedis server v=8.0.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64\n"
	if len(answered) != 10 || waiting != 0 || strings.TrimSpace(answered[8]) != strings.TrimSpace(want) {
		t.Errorf("the paste is not one message: %q", answered)
	}
}

// TestChat_TerminalSignal: a signal ends a prompt that waits for a key, and leaves the terminal as it was.
func TestChat_TerminalSignal(t *testing.T) {
	t.Parallel()
	c := openTerminal(t, t.TempDir())
	c.await("you> ")
	c.write("half a li")
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := c.ends(); status.ExitStatus() != 128+int(syscall.SIGTERM) {
		t.Errorf("ended with %v", c.cmd.ProcessState)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if got := c.got.String(); strings.LastIndex(got, "\x1b[?2004l") < strings.LastIndex(got, "\x1b[?2004h") {
		t.Errorf("bracketed paste is left on: %q", got)
	}
}

// TestChat_TerminalPlain: NO_COLOR and a dumb terminal are shown no colours.
func TestChat_TerminalPlain(t *testing.T) {
	t.Parallel()
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			c := openTerminal(t, t.TempDir(), env)
			c.await("you> ")
			c.enter("I want to learn redis")
			c.await("[1]\n")
			c.await("you> ")
			c.mu.Lock()
			defer c.mu.Unlock()
			if colours := regexp.MustCompile(`\x1b\[[0-9;]*[34]8;5;`).FindString(c.got.String()); colours != "" {
				t.Errorf("colours %q", colours)
			}
		})
	}
}
