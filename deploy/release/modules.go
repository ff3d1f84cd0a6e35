package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// module is what a binary is made of, beside Tack.
type module struct {
	Path    string // std: what comes with Go
	Version string
	Dir     string // where its source is
}

// modulesOf lists the modules of a platform's binary, the standard library first.
func modulesOf(ctx context.Context, platform string) ([]module, error) {
	listed, err := goList(ctx, platform, "list", "-deps", "-tags", tags, "-json=Module", "./cmd/bot")
	if err != nil {
		return nil, err
	}
	std, err := goList(ctx, platform, "env", "-json", "GOVERSION", "GOROOT")
	if err != nil {
		return nil, err
	}
	var with struct{ GOVERSION, GOROOT string }
	if err := json.Unmarshal(std, &with); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	all := []module{{"std", with.GOVERSION, with.GOROOT}}
	for packages := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p struct {
			Module *struct {
				module
				Main bool
			}
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return union(nil, all), nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if p.Module != nil && !p.Module.Main {
			all = append(all, p.Module.module)
		}
	}
}

func goList(ctx context.Context, platform string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = environ(platform)
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("go %s: %s: %w", args[0], failed.Stderr, err)
	}
	return out, err
}

// union is both lists, by name, each module once.
func union(a, b []module) []module {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(a, b module) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a.Path, b.Path))
	})
	return slices.Compact(all)
}

// rank puts the standard library first.
func rank(m module) int {
	if m.Path == "std" {
		return 0
	}
	return 1
}
