//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"tack/state"

	"github.com/google/go-cmp/cmp"
)

// bot is the program itself: TestMain has put it into the path.
func bot(t *testing.T, in io.Reader, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bot", args...)
	cmd.Stdin = in
	cmd.Env = append(os.Environ(), "LANG=C")
	return cmd
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, errs.String())
	}
	return string(out)
}

// events are the learner's lines in a data folder's log, each "type text-or-emoji", and with them
// how many more are recorded and not yet answered.
func events(t *testing.T, data string) (answered []string, waiting int) {
	t.Helper()
	store, err := state.OpenFile(filepath.Join(data, storeName), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	log, err := store.Log(context.Background(), "terminal:local:kim:redis")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range log {
		var e struct{ Type, Text, Emoji string }
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e.Type == "learner" || e.Type == "reaction" || e.Type == "edit" {
			answered = append(answered, e.Type+" "+e.Text+e.Emoji)
		}
	}
	claims, err := store.Claim(context.Background(), 8, 0) // closing gives them back
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		waiting += len(c.Events)
	}
	return answered, waiting
}

// killed runs the lines, and kills the program after so many bytes of output and a while; false if it
// came to its end before. What it had written is returned.
func killed(t *testing.T, data string, lines []string, bytes int64, wait time.Duration) (string, bool) {
	t.Helper()
	cmd := bot(t, strings.NewReader(strings.Join(lines, "\n")+"\n"), "chat", "--data", data, "--learner", "kim")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if _, err := io.CopyN(&said, out, bytes); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	time.Sleep(wait)
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	if _, err := io.Copy(&said, out); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	return said.String(), err != nil
}

// TestChat_Killed: however often the program is killed, each line is answered exactly once and in
// order, every answer is shown, and the decisions are those of a run that nothing disturbed.
func TestChat_Killed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts the program some thirty times")
	}
	calm, rough := t.TempDir(), t.TempDir()
	shown := output(t, bot(t, strings.NewReader(strings.Join(session, "\n")), "chat", "--data", calm, "--learner", "kim"))
	want, _ := events(t, calm)
	if len(want) != len(session) {
		t.Fatalf("the undisturbed run has answered %d of %d lines:\n%s", len(want), len(session), strings.Join(want, "\n"))
	}
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 1))
	var said strings.Builder
	kills, halfway := 0, 0
	for run := 0; ; run++ {
		answered, waiting := events(t, rough)
		if len(answered)+waiting > len(session) || run > 400 {
			t.Fatalf("seed %d: run %d: %d answered, %d wait", seed, run, len(answered), waiting)
		}
		halfway += waiting
		rest := session[len(answered)+waiting:]
		out, died := killed(t, rough, rest, r.Int64N(900), time.Duration(r.Int64N(int64(4*time.Millisecond))))
		said.WriteString("\n" + out) // a run begins with a message where a line was waiting for its answer
		if died {
			kills++
		} else if len(rest) == 0 {
			break
		}
	}
	t.Logf("seed %d: killed %d times, %d of them between a line and its answer", seed, kills, halfway)
	got, waiting := events(t, rough)
	if diff := cmp.Diff(want, got); diff != "" || waiting > 0 {
		t.Errorf("seed %d: %d wait; lines (-undisturbed +killed):\n%s", seed, waiting, diff)
	}
	if diff := cmp.Diff(decisions(t, calm), decisions(t, rough)); diff != "" {
		t.Errorf("seed %d: decisions (-undisturbed +killed):\n%s", seed, diff)
	}
	if diff := cmp.Diff(standing(t, calm), standing(t, rough)); diff != "" {
		t.Errorf("seed %d: thread (-undisturbed +killed):\n%s", seed, diff)
	}
	for _, label := range labels.FindAllString(shown, -1) {
		if !strings.Contains(said.String(), label) {
			t.Errorf("seed %d: message %s was never shown", seed, strings.TrimSpace(label))
		}
	}
}

var labels = regexp.MustCompile(`\n\[\d+\]`)

// exported is the transcript of a data folder.
func exported(t *testing.T, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "transcript.jsonl")
	output(t, bot(t, nil, "chat", "--data", data, "--learner", "kim", "--export", path))
	return path
}

// decisions are those of a replay of the export. They carry no times; the ids are counted.
func decisions(t *testing.T, data string) []string {
	t.Helper()
	return strings.Split(output(t, bot(t, nil, "replay", exported(t, data))), "\n")
}

// times are what two runs may differ in.
var times = regexp.MustCompile(`"[^"]*\d{4}-\d\d-\d\d[^"]*"`)

// standing is the stored thread without its times.
func standing(t *testing.T, data string) string {
	t.Helper()
	store, err := state.OpenFile(filepath.Join(data, storeName), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	thread, err := store.Load(context.Background(), "terminal:local:kim:redis")
	if err != nil {
		t.Fatal(err)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, times.ReplaceAll(thread.Body, []byte(`"TIME"`)), "", " "); err != nil {
		t.Fatal(err)
	}
	return pretty.String()
}

// TestChat_Signal: a signal ends the program with 128 and its number, also while it waits for input,
// writes the export, and keeps what was answered.
func TestChat_Signal(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			data, export := t.TempDir(), filepath.Join(t.TempDir(), "e.jsonl")
			cmd := bot(t, nil, "chat", "--data", data, "--learner", "kim", "--export", export)
			feed, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(feed, session[0])
			waitFor(t, out, "\n[1]")
			fmt.Fprintln(feed, session[1])
			waitFor(t, out, "\n[2]")
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil {
				t.Fatal("ended as if the input had ended")
			}
			status := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if sig == syscall.SIGKILL {
				if status.Signal() != sig {
					t.Fatalf("ended with %v", cmd.ProcessState)
				}
			} else if status.ExitStatus() != 128+int(sig) {
				t.Errorf("ended with %v, want exit status %d", cmd.ProcessState, 128+int(sig))
			} else if body, err := os.ReadFile(export); err != nil || bytes.Count(body, []byte(`"type":"learner"`)) != 2 {
				t.Errorf("the export: %v\n%s", err, body)
			}
			if answered, waiting := events(t, data); len(answered) != 2 || waiting != 0 {
				t.Errorf("kept %q, %d wait", answered, waiting)
			}
			next := output(t, bot(t, strings.NewReader(session[2]+"\n"), "chat", "--data", data, "--learner", "kim"))
			if !strings.Contains(next, "Back in your session on redis") || !strings.Contains(next, "\n[3]") {
				t.Errorf("the next start does not go on:\n%s", next)
			}
		})
	}
}

// waitFor reads until what is wanted has come.
func waitFor(t *testing.T, in io.Reader, want string) {
	t.Helper()
	var got []byte
	buf := make([]byte, 4096)
	for !bytes.Contains(got, []byte(want)) {
		n, err := in.Read(buf)
		got = append(got, buf[:n]...)
		if err != nil {
			t.Fatalf("%v before %q came:\n%s", err, want, got)
		}
	}
}
