package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// versionCmd prints what this binary was built from.
type versionCmd struct{}

func (versionCmd) Help() string { return "Example:\n\n    bot version" }

// release is the version that a release was built as (deploy/release, Dockerfile); empty: no release.
var release string

// Run prints the version of the release or of the module, or the revision for a build of a work tree.
func (versionCmd) Run(s *streams) error {
	_, err := fmt.Fprintf(s.out, "tack %s (%s %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "devel"
}
