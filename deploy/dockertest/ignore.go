package dockertest

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// ignored is one line of .dockerignore.
type ignored struct {
	pattern *regexp.Regexp // of a path with slashes, and of all that is in it
	not     bool           // it begins with !
}

// Ignore is a .dockerignore: the last line that matches a path, or a folder it is in, decides.
type Ignore []ignored

// ParseIgnore reads a .dockerignore: *, ? and ** in patterns, # and ! before them.
func ParseIgnore(r io.Reader) (Ignore, error) {
	var all Ignore
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		text, not := strings.CutPrefix(text, "!")
		if strings.ContainsAny(text, `[]\`) {
			return nil, fmt.Errorf("pattern %s: %w", text, errUnknown)
		}
		all = append(all, ignored{glob(strings.TrimPrefix(path.Clean(text), "/")), not})
	}
	return all, lines.Err()
}

// glob is a pattern as a regular expression.
func glob(pattern string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(pattern)
	quoted = strings.NewReplacer(`\*\*/`, `(.*/)?`, `\*\*`, `.*`, `\*`, `[^/]*`, `\?`, `[^/]`).Replace(quoted)
	return regexp.MustCompile("^" + quoted + "(/.*)?$")
}

// Takes says whether a file is part of the context. The path has slashes and begins with no dot.
func (i Ignore) Takes(path string) bool {
	takes := true
	for _, line := range i {
		if line.pattern.MatchString(path) {
			takes = line.not
		}
	}
	return takes
}

// CopyContext copies what is part of the context from one folder into another.
func (i Ignore) CopyContext(from, to string) error {
	return filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if e.IsDir() && e.Name() == ".git" && !i.Takes(".git/HEAD") {
			return filepath.SkipDir // large, and changing
		}
		if e.IsDir() || !i.Takes(filepath.ToSlash(rel)) {
			return nil
		}
		if !e.Type().IsRegular() {
			return fmt.Errorf("%s is no file and no folder: %w", rel, errUnknown)
		}
		return copyFile(name, filepath.Join(to, rel))
	})
}

// copyFile copies a file with its mode, and makes the folders above it.
func copyFile(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	body, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(to, body, info.Mode().Perm()); err != nil {
		return err
	}
	return os.Chmod(to, info.Mode().Perm()) // whatever the umask
}
