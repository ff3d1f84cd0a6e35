package config

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s: go test ./internal/config -update writes it anew (-want +got)\n%s", path, d)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	golden(t, "table.md", Table())
	for line := range strings.SplitSeq(Table(), "\n") {
		if strings.HasPrefix(line, "|") && strings.Count(line, "|") != 6 {
			t.Errorf("not five columns: %s", line)
		}
	}
}

// TestEnvExample: what stands there can be taken for an environment as it is, and gives the defaults.
func TestEnvExample(t *testing.T) {
	t.Parallel()
	golden(t, "env.example", EnvExample())
	var environ []string
	for line := range strings.SplitSeq(EnvExample(), "\n") {
		if v, ok := strings.CutPrefix(line, "#"); ok && !strings.HasPrefix(v, " ") {
			environ = append(environ, v)
		}
	}
	l, err := Load(Sources{Environ: environ})
	if err != nil || len(l.Warnings) > 0 {
		t.Fatal(err, l.Warnings)
	}
	plain, err := Load(Sources{})
	if err != nil || len(environ) != len(every(new(Config))) {
		t.Fatalf("%d variables, %v", len(environ), err)
	}
	if d := cmp.Diff(plain.Config, l.Config); d != "" {
		t.Errorf("(-defaults +example)\n%s", d)
	}
}

func TestPrint(t *testing.T) {
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // so that names of files are short
	for name, body := range map[string]string{
		"tack.yaml": "engine:\n  quiet: 4s\ncoach:\n  documents: 'my \"docs\" # 文档'\n",
		"secret":    "xapp-geheim\n",
	} {
		if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Load(Sources{
		File:    "tack.yaml",
		Environ: []string{"SLACK_BOT_TOKEN=xoxb-geheim", "SLACK_APP_TOKEN_FILE=secret", "REDIS_URL=redis://kim:geheim@cache", "TACK_MODEL_DAY_COST=2.5", "TACK_MODEL_INPUT_PRICE=1"},
		Flags:   map[string]string{"http-listen": "off", "retention-documents": "0"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := l.Print(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "geheim") {
		t.Error("a secret is printed")
	}
	t.Chdir(home)
	golden(t, "print.yaml", b.String())
}
