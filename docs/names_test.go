package docs_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tack/adapters/discord"
	"tack/internal/config"
)

var update = flag.Bool("update", false, "write docs/settings.md anew")

// settingsHead is what stands above the table.
const settingsHead = `# Settings of bot serve

A setting comes from the defaults, a YAML file (` + "`--config FILE`, or `TACK_CONFIG`" + `), an environment variable or
a flag; the later wins. A flag has the name of the setting, with dashes: ` + "`--store-redis` for `store.redis`" + `. In the file
the part before the dot is a key, and what follows it stands below:

` + "```yaml" + `
engine:
  quiet: 4s
retention:
  threads: 90d
` + "```" + `

` + "`bot config check` says what is wrong, `bot config print` what is in effect, `bot config env` prints an example of an" + `
environment file. This page is made from the program: ` + "`go test ./docs -run Settings -update`" + `.

`

// TestSettings: the table is that of the program.
func TestSettings(t *testing.T) {
	t.Parallel()
	want, path := settingsHead+config.Table(), "settings.md"
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/settings.md is not what the program has; go test ./docs -run Settings -update writes it anew")
	}
}

var (
	row      = regexp.MustCompile("(?m)^\\| `([a-z._]+)` \\| (`[^|]*`) \\|")
	span     = regexp.MustCompile("`([^`\n]+)`")
	setting  = regexp.MustCompile(`^(store|engine|retention|coach|slack|discord|model|http|log)\.[a-z_]+$`)
	variable = regexp.MustCompile(`\b(TACK_[A-Z_]*[A-Z])\b`)
	metric   = regexp.MustCompile(`\btack_[a-z_]+[a-z]\b`)
)

// ownVariables are those that are no settings of bot serve.
var ownVariables = []string{"TACK_CONFIG", "TACK_NEED_PROGRAMS"}

// TestNames: each setting and each variable that a page names is one.
func TestNames(t *testing.T) {
	t.Parallel()
	known := slices.Clone(ownVariables)
	for _, r := range row.FindAllStringSubmatch(config.Table(), -1) {
		known = append(known, r[1], r[1]+"_file")
		for _, v := range span.FindAllStringSubmatch(r[2], -1) {
			known = append(known, v[1], v[1]+"_FILE")
		}
	}
	for _, p := range pages(t) {
		var named []string
		for _, s := range span.FindAllStringSubmatch(p.text, -1) {
			if setting.MatchString(s[1]) {
				named = append(named, s[1])
			}
		}
		for _, name := range append(named, variable.FindAllString(p.text, -1)...) {
			if !slices.Contains(known, name) && !strings.HasPrefix(name, "TACK_TEST_") {
				t.Errorf("%s: there is no setting %s", p.path, name)
			}
		}
	}
}

// TestMetrics: the operator's page has every metric of the program, and no page another.
func TestMetrics(t *testing.T) {
	t.Parallel()
	var known []string
	declared := regexp.MustCompile(`Name: "(tack_[a-z_]+)"`)
	for _, dir := range []string{"internal", "cmd", "adapters"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, m := range declared.FindAllStringSubmatch(string(source), -1) {
				known = append(known, m[1])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(known) < 10 {
		t.Fatalf("only %d metrics found in the program", len(known))
	}
	operator := readPage(t, "docs/operator.md").text
	for _, name := range known {
		if !strings.Contains(operator, "`"+name+"`") {
			t.Errorf("docs/operator.md does not say what %s is", name)
		}
	}
	suffix := regexp.MustCompile(`_(count|sum|bucket)$`)
	for _, p := range pages(t) {
		for _, name := range metric.FindAllString(p.text, -1) {
			if !slices.Contains(known, suffix.ReplaceAllString(name, "")) {
				t.Errorf("%s: there is no metric %s", p.path, name)
			}
		}
	}
}

// TestPhrases: the phrases on the learners' pages are read as the pages say.
func TestPhrases(t *testing.T) {
	t.Parallel()
	kinds := map[string]string{"stop": "stop_intent", "busy": "busy", "confirm": "confirm"}
	for path, stop := range map[string]string{"docs/learner.md": "let's stop here", "docs/learner.zh.md": "今天先到这"} {
		all, _ := readPage(t, path).blocks()
		seen := map[string]bool{}
		for _, b := range all {
			for word, kind := range kinds {
				if !b.is("text", word) {
					continue
				}
				seen[word] = true
				for phrase := range strings.SplitSeq(strings.TrimSpace(b.text), "\n") {
					before := ""
					if word == "confirm" {
						before = stop
					}
					if got := readAs(t, before, phrase); got != kind {
						t.Errorf("%s: %q is read as %s, not %s", path, phrase, got, kind)
					}
				}
			}
		}
		if len(seen) != len(kinds) {
			t.Errorf("%s has phrases for %v, want for all of %v", path, seen, kinds)
		}
	}
}

// readAs says how the program reads a turn, after another one unless that is empty.
func readAs(t *testing.T, before, text string) string {
	t.Helper()
	lines := []map[string]string{
		{"type": "session", "id": "s", "topic": "redis"},
		{"type": "coach", "id": "c", "text": "Run `redis-cli ping` and paste what it prints.", "asks": "action"},
		{"type": "learner", "id": "1", "text": before},
		{"type": "learner", "id": "2", "text": text},
	}
	var in strings.Builder
	for _, l := range lines {
		if l["type"] == "learner" && l["text"] == "" {
			continue
		}
		if err := json.NewEncoder(&in).Encode(l); err != nil {
			t.Fatal(err)
		}
	}
	replay := exec.Command(filepath.Join(bot(t), "bot"), "replay", "-")
	replay.Stdin = strings.NewReader(in.String())
	out, err := replay.Output()
	if err != nil {
		t.Fatalf("replay: %v\n%s", err, out)
	}
	rows := strings.Split(strings.TrimSpace(string(out)), "\n")
	var last struct{ Kind string }
	if err := json.Unmarshal([]byte(rows[len(rows)-1]), &last); err != nil {
		t.Fatal(err)
	}
	return last.Kind
}

// TestInvite: the link by hand asks for the permissions that the bot needs.
func TestInvite(t *testing.T) {
	t.Parallel()
	want := fmt.Sprintf("permissions=%d&", discord.Needed)
	if !strings.Contains(readPage(t, "docs/host.md").text, want) {
		t.Errorf("docs/host.md has no link with %s", want)
	}
}

// TestFlags: the commands that cannot be run in a test have flags that there are.
func TestFlags(t *testing.T) {
	t.Parallel()
	command := regexp.MustCompile(`^(?:[A-Z_]+=\S+ )*bot ((?:[a-z]+ )*[a-z]+)`)
	given := regexp.MustCompile(`--[a-z][a-z-]+`)
	for _, p := range pages(t) {
		all, _ := p.blocks()
		for _, b := range all {
			for line := range strings.SplitSeq(b.text, "\n") {
				if m := command.FindStringSubmatch(line); m != nil && b.is("sh") {
					holdsFlags(t, fmt.Sprintf("%s: %s", p.path, line), strings.Fields(m[1]), given.FindAllString(line, -1))
				}
			}
		}
	}
}

// TestShell: every command is one that a shell can read, also where no test can run it.
func TestShell(t *testing.T) {
	t.Parallel()
	n := 0
	for _, p := range pages(t) {
		all, _ := p.blocks()
		for _, b := range all {
			if !b.is("sh") {
				continue
			}
			n++
			shell := exec.CommandContext(t.Context(), "bash", "-n")
			shell.Stdin = strings.NewReader(b.text)
			if out, err := shell.CombinedOutput(); err != nil {
				t.Errorf("%s, line %d: %v: %s", p.path, b.line, err, out)
			}
		}
	}
	if n < 15 {
		t.Errorf("only %d blocks of commands", n)
	}
}

func holdsFlags(t *testing.T, where string, command, given []string) {
	t.Helper()
	help, err := exec.Command(filepath.Join(bot(t), "bot"), append(command, "--help")...).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", where, err, help)
	}
	for _, f := range given {
		if !strings.Contains(string(help), f) {
			t.Errorf("%s: there is no %s", where, f)
		}
	}
}
