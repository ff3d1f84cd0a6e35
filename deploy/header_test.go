package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// examples are the files that begin with the commands by which they are used.
var examples = []string{"compose.yaml", "kubernetes.yaml", "systemd/tack.service", "../Dockerfile"}

// header are the commands that a file begins with: its comments that are indented.
func header(t *testing.T, name string) string {
	t.Helper()
	var commands strings.Builder
	for line := range strings.Lines(read(t, name)) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		if command, ok := strings.CutPrefix(line, "#     "); ok {
			commands.WriteString(command)
		}
	}
	if commands.Len() == 0 {
		t.Fatalf("%s begins with no command", name)
	}
	return commands.String()
}

// file is a path of the repository, or of what its user makes, in a command.
var file = regexp.MustCompile(`\b(?:deploy|adapters|docs)/[\w./*-]+`)

// TestHeaders: a shell reads the commands, and what they name of the repository is there.
func TestHeaders(t *testing.T) {
	t.Parallel()
	for _, name := range examples {
		commands := header(t, name)
		shell := exec.CommandContext(t.Context(), "bash", "-n")
		shell.Stdin = strings.NewReader(commands)
		if out, err := shell.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		for _, path := range file.FindAllString(commands, -1) {
			if strings.HasPrefix(path, "deploy/secrets/") {
				path = filepath.Dir(path) // the file is to be made
			}
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestHeaders_Secrets: the commands write every secret that the file takes, and no other.
func TestHeaders_Secrets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ written, taken string }{
		"compose.yaml":         {`> deploy/secrets/(\w+)`, `(?m)^    file: \./secrets/(\w+)$`},
		"systemd/tack.service": {`> /etc/tack/(\w+)`, `(?m)^LoadCredential=\w+:/etc/tack/(\w+)$`},
	} {
		written, taken := all(c.written, header(t, name)), all(c.taken, read(t, name))
		if len(written) == 0 || !slices.Equal(written, taken) {
			t.Errorf("%s: the commands write %v, it takes %v", name, written, taken)
		}
	}
}

// all is what the group of a pattern matches, in order of name.
func all(pattern, text string) []string {
	var found []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	return found
}

// TestCompose_Secrets runs the commands of compose.yaml up to those of Docker: the container's user, who is
// none of this machine's, can read what they leave, and nobody else can get there.
func TestCompose_Secrets(t *testing.T) {
	t.Parallel()
	before, docker, ok := strings.Cut(header(t, "compose.yaml"), "VERSION=")
	if !ok || !strings.Contains(docker, "docker compose -f deploy/compose.yaml up") {
		t.Fatalf("the last command is %q", docker)
	}
	dir := t.TempDir()
	secrets := filepath.Join(dir, "deploy", "secrets")
	if err := os.MkdirAll(secrets, 0o755); err != nil {
		t.Fatal(err)
	}
	shell := exec.CommandContext(t.Context(), "bash", "-euc", "umask 077\n"+before)
	shell.Dir = dir
	if out, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for path, want := range map[string]os.FileMode{".": 0o700, "slack_bot_token": 0o644, "slack_app_token": 0o644} {
		info, err := os.Stat(filepath.Join(secrets, path))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", path, info, err, want)
		}
	}
}

// TestSystemd_Verify has systemd itself read the unit, where it is installed.
func TestSystemd_Verify(t *testing.T) {
	t.Parallel()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	program, err := os.Executable() // a program that is there, in place of the bot
	if err != nil {
		t.Fatal(err)
	}
	unit := strings.Replace(read(t, "systemd/tack.service"), "ExecStart=/usr/local/bin/bot ", "ExecStart="+program+" ", 1)
	path := filepath.Join(t.TempDir(), "tack.service")
	if err := os.WriteFile(path, []byte(unit), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), analyze, "verify", path).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

// TestImages_Exact: what is built stands on one version, and not on whatever is the newest.
func TestImages_Exact(t *testing.T) {
	t.Parallel()
	exact := regexp.MustCompile(`^golang:\d+\.\d+\.\d+-\w+(@sha256:[0-9a-f]{64})?$`)
	for _, base := range all(`(?m)^FROM (?:--platform=\S+ )?(\S+)`, read(t, "../Dockerfile")) {
		if base != "scratch" && !exact.MatchString(base) {
			t.Errorf("the image is built on %s", base)
		}
	}
}
