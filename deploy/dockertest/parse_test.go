package dockertest

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := Parse(strings.NewReader(`# a comment
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
arg OS=linux
RUN --mount=type=cache,target=/x \
    # between
    go build && \

    true

FROM scratch
COPY --from=build --chown=1:2 /out/ /
CMD ["a", "b c"]
HEALTHCHECK --interval=1s CMD ["/a"]
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Stage{
		{"golang:1.26", "build", []Step{
			{Line: 3, Word: "ARG", Args: []string{"OS=linux"}},
			{Line: 4, Word: "RUN", Flags: []string{"mount=type=cache,target=/x"}, Args: []string{"go build && true"}},
		}},
		{"scratch", "", []Step{
			{Line: 11, Word: "COPY", Flags: []string{"from=build", "chown=1:2"}, Args: []string{"/out/", "/"}},
			{Line: 12, Word: "CMD", Args: []string{"a", "b c"}},
			{Line: 13, Word: "HEALTHCHECK", Flags: []string{"interval=1s"}, Args: []string{"/a"}},
		}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestParse_Unknown: what a container engine may read in another way, or does more with, is refused.
func TestParse_Unknown(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"# syntax=docker/dockerfile:1\nFROM a", "# escape=`\nFROM a", "ARG A=1\nFROM a",
		"FROM a b", "FROM a\nADD x y", "FROM a\nSHELL [\"a\"]", "FROM a\nRUN <<E", "FROM a\nRUN [\"a\"]", "FROM a\nCMD a b",
		"FROM a\nCOPY --link x y", "FROM a\nCOPY --chmod=1 x y", "FROM a\nHEALTHCHECK NONE", "FROM a\nHEALTHCHECK CMD a",
		"FROM a\nENV A=\"b c\"", "FROM a\nONBUILD RUN b",
	} {
		if stages, err := Parse(strings.NewReader(text)); !errors.Is(err, errUnknown) {
			t.Errorf("%q: %v, %v", text, stages, err)
		}
	}
	for _, text := range []string{"FROM a\nRUN b \\", "FROM", "FROM a\nCMD [1]", "FROM a\nCMD [\"a\""} {
		if stages, err := Parse(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %v, no error", text, stages)
		}
	}
}

func FuzzParse(f *testing.F) {
	body, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(body))
	f.Add("FROM a\nRUN b \\\n# c\nd")
	f.Fuzz(func(t *testing.T, text string) {
		stages, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, stage := range stages {
			for _, s := range stage.Steps {
				if _, ok := flagsOf[s.Word]; !ok || len(s.Args) == 0 || s.Line < 1 {
					t.Errorf("step %+v of %q", s, text)
				}
			}
		}
	})
}

func TestIgnore_Takes(t *testing.T) {
	t.Parallel()
	ignore, err := ParseIgnore(strings.NewReader("# all\n*\n!go.mod\n!cmd\n!deploy/release/\n**/*_test.go\n**/testdata\n/cmd/?.txt\n"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"go.mod": true, "go.modx": false, "cmd/bot/main.go": true, "cmd/bot/main_test.go": false, "cmd/a_test.go": false,
		"cmd/testdata/x": false, "cmd/bot/testdata/script/x": false, "docs/a.md": false, ".git/HEAD": false, ".env": false,
		"deploy/release/main.go": true, "deploy/compose.yaml": false, "cmd/a.txt": false, "cmd/ab.txt": true, "cmd/x/a.txt": true,
	} {
		if ignore.Takes(path) != want {
			t.Errorf("%s is taken: %v", path, !want)
		}
	}
	if _, err := ParseIgnore(strings.NewReader("[ab]")); !errors.Is(err, errUnknown) {
		t.Errorf("classes of letters: %v", err)
	}
}
