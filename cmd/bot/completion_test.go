package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	bot := newParser(t).Model.Node
	for line, want := range map[string]string{
		"tr":                              "tracks",
		"doc":                             "doctor",
		"config ":                         "check print table env",
		"config p":                        "print",
		"tracks lint ":                    "", // files
		"tracks lint --":                  "--help",
		"doctor st":                       "store",
		"doctor store di":                 "disk discord", // as often as one likes
		"doctor --config ":                "",             // a file
		"doctor --config tack.yaml mo":    "model",
		"doctor --config=tack.yaml mo":    "model",
		"doctor --config = tack.yaml mo":  "model", // as bash takes it apart
		"doctor --json mo":                "model", // takes no value
		"doctor --js":                     "--json",
		"replay --format ":                "json text",
		"replay --format j":               "json",
		"replay --format=j":               "--format=json",
		"replay --format =":               "json text",
		"replay --format = j":             "json",
		"replay --format = json --format": "--format",
		"replay --nonsense=":              "",
		"nonsense ":                       "chat serve handoff learner config doctor healthcheck replay eval tracks completion version",
		"completion ":                     "bash zsh fish", // not what is hidden
	} {
		var got []string
		for _, w := range complete(bot, strings.Split(line, " ")) {
			got = append(got, w.word)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q: (-want +got)\n%s", line, diff)
		}
	}
	if got := complete(bot, nil); len(got) < 10 {
		t.Errorf("of nothing: %v", got)
	}
}

// FuzzComplete: whatever is typed, what is offered begins as the last word does.
func FuzzComplete(f *testing.F) {
	f.Add("doctor --config = tack.yaml mo")
	f.Add("replay --format=")
	f.Add("- = -- =")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Split(line, " ")
		last := words[len(words)-1]
		for _, w := range complete(newParser(t).Model.Node, words) {
			if !strings.HasPrefix(w.word, last) && last != "=" {
				t.Errorf("%q: %q offered", line, w.word)
			}
		}
	})
}

// TestCompletion_Shells: the scripts work in the shells themselves, as a tab would call them.
func TestCompletion_Shells(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The test program is bot if it is called so.
	if err := os.Symlink(self, filepath.Join(dir, "bot")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ shell, script, want string }{
		{"bash", `eval "$(bot completion bash)"
			COMP_WORDS=(bot config pr) COMP_CWORD=2; _bot bot; echo "${COMPREPLY[*]}"
			COMP_WORDS=(bot replay --format = "") COMP_CWORD=4; _bot bot; echo "${COMPREPLY[*]}"
			COMP_WORDS=(bot tracks lint "") COMP_CWORD=3; _bot bot; echo "${COMPREPLY[*]}"
			complete -p bot`, "print\njson text\n\ncomplete -o default -F _bot bot\n"},
		{"zsh", `compdef() { print -r "compdef $*" }; _describe() { print -r -- "${(@P)2}" }; _files() { print files }
			eval "$(bot completion zsh)"
			words=(bot config pr) CURRENT=3; _bot
			words=(bot replay --format=) CURRENT=3; _bot
			words=(bot tracks lint "") CURRENT=4; _bot`, "compdef _bot bot\nprint:Print the settings in effect and where each comes from.\n--format=json --format=text\nfiles\n"},
		{"fish", `bot completion fish | source
			complete -C 'bot config pr'
			complete -C 'bot replay --format='
			complete -C 'bot tracks lint onlyfi'`, "print\tPrint the settings in effect and where each comes from.\n--format=json\n--format=text\nonlyfile.yaml\n"},
	} {
		t.Run(c.shell, func(t *testing.T) {
			t.Parallel()
			shell, err := exec.LookPath(c.shell)
			if err != nil {
				t.Skipf("%s is not installed: the script was not tried in it", c.shell)
			}
			cmd := exec.Command(shell, "-c", c.script)
			cmd.Dir = t.TempDir()
			if err := os.WriteFile(filepath.Join(cmd.Dir, "onlyfile.yaml"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "HOME=" + cmd.Dir, "LC_ALL=C.UTF-8"}
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if err != nil || errs.Len() > 0 {
				t.Errorf("%v: %s", err, &errs)
			}
			if diff := cmp.Diff(c.want, string(out)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
