package dockertest

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

const (
	project = "../.."
	version = "v0.0.0-test"
	// maxSize is what the files of the image may have together, in bytes.
	maxSize = 48 << 20
)

// TestDockerfile builds the image, looks at it and lets it serve a Slack.
func TestDockerfile(t *testing.T) {
	if os.Geteuid() != 0 {
		if os.Getenv("CI") != "" {
			t.Fatal("needs root, for mounts and a user of its own")
		}
		t.Skip("needs root, for mounts and a user of its own")
	}
	stages := parsed(t)
	here := toolchain(t, stages[0])
	files, built := t.TempDir(), t.TempDir()
	contextOf(t, files)
	args := map[string]string{"TARGETOS": "linux", "TARGETARCH": runtime.GOARCH, "VERSION": version}
	var image Image
	root := t.TempDir()
	err := Apart(func() (err error) { // together: the files of the stage's base are seen only there
		if err := here.Build(t.Context(), stages[0], files, built, args); err != nil {
			return err
		}
		image, err = Layout(stages[1], files, map[string]string{stages[0].Name: built}, root)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Run("Files", func(t *testing.T) { holdsWhatItNeeds(t, image) })
	t.Run("Release", func(t *testing.T) { isRelease(t, image, files) })
	t.Run("Refuses", func(t *testing.T) { refuses(t, image) })
	t.Run("Serves", func(t *testing.T) { serves(t, image) })
}

func parsed(t *testing.T) []Stage {
	t.Helper()
	f, err := os.Open(project + "/Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stages, err := Parse(f)
	if err != nil || len(stages) != 2 {
		t.Fatalf("%d stages: %v", len(stages), err)
	}
	return stages
}

func contextOf(t *testing.T, files string) {
	t.Helper()
	f, err := os.Open(project + "/.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ignore, err := ParseIgnore(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := ignore.CopyContext(project, files); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{".env", ".git/config", "tack.yaml", "deploy/secrets/slack_bot_token"} {
		if ignore.Takes(secret) {
			t.Errorf("%s would be in the context", secret)
		}
	}
}

// toolchain is the Go that is here, if it stands for the one of the image.
func toolchain(t *testing.T, stage Stage) Go {
	t.Helper()
	env := func(name string) string {
		out, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	tag, ok := strings.CutPrefix(stage.Base, "golang:")
	number, _, _ := strings.Cut(tag, "-")
	here := strings.TrimPrefix(env("GOVERSION"), "go")
	if !ok || minor(number) != minor(here) {
		t.Fatalf("FROM %s, and Go %s is here", stage.Base, here)
	}
	if number != here {
		t.Logf("Go %s stands for %s", here, number)
	}
	return Go{
		Root: env("GOROOT"), Modules: env("GOMODCACHE"), Cache: env("GOCACHE"), Version: here,
		Environ: map[string]string{"GOPROXY": env("GOPROXY"), "GOSUMDB": env("GOSUMDB")},
	}
}

// minor is the version without the number of the patch.
func minor(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}
