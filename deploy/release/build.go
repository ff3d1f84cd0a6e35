package main

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// tags: the names of time zones are in the binary, since neither Windows nor an empty image has them.
const tags = "timetzdata"

// environ is the environment of a build: nothing of this machine's own settings changes its outcome.
func environ(platform string) []string {
	system, arch, _ := strings.Cut(platform, "/")
	return append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0",
		"GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
}

// nameOf is the name of a platform's binary.
func nameOf(version, platform string) string {
	name := "bot_" + version + "_" + strings.ReplaceAll(platform, "/", "_")
	if strings.HasPrefix(platform, "windows/") {
		name += ".exe"
	}
	return name
}

func build(ctx context.Context, version, platform, path string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-tags", tags,
		"-ldflags", "-s -w -X main.release="+version, "-o", path, "./cmd/bot")
	cmd.Env = environ(platform)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build for %s: %s: %w", platform, said, err)
	}
	return nil
}

// holds compares what a binary says of itself with the modules that are listed for it.
func holds(path string, listed []module) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	in := []string{"std@" + info.GoVersion}
	for _, dep := range info.Deps {
		in = append(in, dep.Path+"@"+dep.Version)
	}
	var want []string
	for _, m := range listed {
		want = append(want, m.Path+"@"+m.Version)
	}
	slices.Sort(in)
	slices.Sort(want)
	if !slices.Equal(in, want) {
		return fmt.Errorf("%s has %v, listed are %v", path, in, want)
	}
	return nil
}

// writeSums writes SHA256SUMS, as sha256sum -c reads it.
func writeSums(dir string, names []string) error {
	slices.Sort(names)
	var sums strings.Builder
	for _, name := range names {
		body, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(body), name)
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
