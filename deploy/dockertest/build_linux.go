package dockertest

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Go is the toolchain that is here, for the build stage.
type Go struct {
	Root    string            // GOROOT
	Modules string            // GOMODCACHE
	Cache   string            // GOCACHE
	Version string            // as in an image's tag, 1.26.8
	Environ map[string]string // further variables, so that modules are found
}

// Build runs the steps of a stage on the golang image in a root of their own: a folder in which the
// stage's files are afterwards. args are those of --build-arg. Called within Apart.
func (g Go) Build(ctx context.Context, stage Stage, files, root string, args map[string]string) error {
	if err := g.furnish(root); err != nil {
		return err
	}
	env := map[string]string{
		"PATH": "/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"HOME": "/root", "GOPATH": "/go", "GOTOOLCHAIN": "local", "GOLANG_VERSION": g.Version,
	}
	maps.Copy(env, g.Environ)
	dir := "/go"
	for _, s := range stage.Steps {
		var err error
		switch s.Word {
		case "ARG":
			err = argument(s, env, args)
		case "WORKDIR":
			dir = filepath.Join("/", s.words(env)[0])
			err = os.MkdirAll(filepath.Join(root, dir), 0o755)
		case "COPY":
			err = place(s.words(env), s.Flags, files, filepath.Join(root, dir))
		case "RUN":
			err = g.run(ctx, s, root, dir, env)
		default:
			err = errUnknown
		}
		if err != nil {
			return fmt.Errorf("line %d: %s: %w", s.Line, s.Word, err)
		}
	}
	return nil
}

// furnish puts into a root what the golang image has, as far as builds use it: a Debian and Go.
func (g Go) furnish(root string) error {
	for _, name := range []string{"bin", "sbin", "lib", "lib64", "etc", "dev", "proc"} {
		e, err := os.Lstat("/" + name)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		if err := bindEntry("/", root, fs.FileInfoToDirEntry(e), nil); err != nil {
			return err
		}
	}
	if err := bindEach("/usr", filepath.Join(root, "usr"), "local"); err != nil {
		return err
	}
	for _, name := range []string{"tmp", "root", "go"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o755); err != nil {
			return err
		}
	}
	return bind(g.Root, filepath.Join(root, "usr/local/go"), true)
}

// argument is ARG NAME or ARG NAME=DEFAULT.
func argument(s Step, env, args map[string]string) error {
	name, value, has := strings.Cut(s.words(env)[0], "=")
	given, ok := args[name]
	if ok {
		value = given
	}
	if len(s.Args) == 1 && (ok || has) {
		env[name] = value
		return nil
	}
	return fmt.Errorf("%v has no value", s.Args)
}

// run runs a command with a shell. Cache mounts show the caches that are here, so that nothing is
// downloaded or built twice.
func (g Go) run(ctx context.Context, s Step, root, dir string, env map[string]string) error {
	for _, f := range s.Flags {
		caches := map[string]string{
			"mount=type=cache,target=/go/pkg/mod":           g.Modules,
			"mount=type=cache,target=/root/.cache/go-build": g.Cache,
		}
		from, ok := caches[f]
		if !ok {
			return fmt.Errorf("--%s: %w", f, errUnknown)
		}
		_, target, _ := strings.Cut(f, "target=")
		if err := bind(from, filepath.Join(root, target), false); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", s.Args[0])
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Pdeathsig: syscall.SIGKILL}
	cmd.Dir, cmd.Env = dir, environ(env)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w", said, err)
	}
	return nil
}

// environ is an environment as processes get it.
func environ(vars map[string]string) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		all = append(all, name+"="+vars[name])
	}
	return all
}
