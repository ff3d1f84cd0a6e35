package openaitest

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// aimock is the program of the npm package @copilotkit/aimock, a mock of these endpoints that others
// wrote; install-aimock.sh puts it there.
const aimock = "llmock"

var listening = regexp.MustCompile(`listening on (http://\S+)`)

// Aimock starts the mock of others with fixtures in its own format and further flags, and gives the base
// URL. It takes the key alone. It skips the test where the program is not installed, or fails it where
// TACK_NEED_PROGRAMS is set.
func Aimock(t testing.TB, key, fixtures string, flags ...string) string {
	t.Helper()
	program, err := exec.LookPath(aimock)
	if err != nil {
		if os.Getenv("TACK_NEED_PROGRAMS") != "" {
			t.Fatalf("%s is not installed and TACK_NEED_PROGRAMS is set; see install-aimock.sh", aimock)
		}
		t.Skipf("%s is not installed: the client was not tried on it", aimock)
	}
	file := filepath.Join(t.TempDir(), "fixtures.json")
	if err := os.WriteFile(file, []byte(fixtures), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append([]string{"-p", "0", "-f", file}, flags...)...)
	cmd.Env = append(os.Environ(), "AIMOCK_API_KEYS="+key)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			go func() { // what it says from here on must not block it
				for lines.Scan() {
				}
			}()
			return m[1] + "/v1"
		}
	}
	t.Fatalf("%s ended before it listened", aimock)
	return ""
}
