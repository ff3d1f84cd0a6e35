// Command release builds what a version of Tack is published as, into one folder.
//
//	go run ./deploy/release --version v1.2.3 --out dist
//
// Goals: a static binary for each platform; LICENSES.txt with the licence of everything in them, each
// one that Apache-2.0 goes with; what is in them as CycloneDX; SHA256SUMS. The same source and the same
// Go give the same bytes, wherever they are built. Non-goals: tagging, signing, uploading; the image,
// whose build calls this (Dockerfile).
//
// An own bill of materials, of some fifty lines, since the usual tool brings forty modules of its own
// and writes the time into what it makes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
)

// platforms are those that are published.
var platforms = []string{
	"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64",
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// versions are those that can be in the name of a file.
var versions = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+_-]*$`)

// run is called in the module's folder.
func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	version := flags.String("version", "", "what bot version will say: git describe --tags")
	out := flags.String("out", "dist", "folder for the files")
	only := flags.String("only", "", "build for this `OS/ARCH` alone")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !versions.MatchString(*version) {
		return fmt.Errorf("--version %q: not a version", *version)
	}
	of := platforms
	if *only != "" {
		if !slices.Contains(platforms, *only) {
			return fmt.Errorf("--only %s: not one of %v", *only, platforms)
		}
		of = []string{*only}
	}
	return release(ctx, *version, of, *out)
}

// release writes the files of a version into a folder, made if it is not there.
func release(ctx context.Context, version string, platforms []string, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var names []string
	var all []module
	for _, platform := range platforms {
		modules, err := modulesOf(ctx, platform)
		if err != nil {
			return err
		}
		name := nameOf(version, platform)
		if err := build(ctx, version, platform, filepath.Join(dir, name)); err != nil {
			return err
		}
		if err := holds(filepath.Join(dir, name), modules); err != nil {
			return err
		}
		names, all = append(names, name), union(all, modules)
	}
	texts, err := licences(all)
	if err != nil {
		return err
	}
	bill, err := billOf(version, all)
	if err != nil {
		return err
	}
	for name, body := range map[string][]byte{licenceFile: texts, "bot_" + version + ".cdx.json": bill} {
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o644); err != nil {
			return err
		}
		names = append(names, name)
	}
	return writeSums(dir, names)
}
