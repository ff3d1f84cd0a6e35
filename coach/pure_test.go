package coach_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowed are the imports of the core and of everything below coach/. Decisions must be the same on
// every machine and in every replay, so nothing here may read a clock, a file, the network or a
// random number; data comes in as fs.FS or bytes.
var allowed = []string{
	"bufio", "bytes", "cmp", "encoding/base32", "encoding/base64", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt",
	"hash/fnv", "hash/maphash", "io", "io/fs", "iter", "maps", "math", "math/bits", "path", "reflect", "regexp", "regexp/syntax", "slices", "sort", "strconv",
	"strings", "sync", "text/template", "time", "unicode", "unicode/utf16", "unicode/utf8", "context",
	"github.com/goccy/go-yaml", "golang.org/x/text/unicode/norm", "golang.org/x/text/width",
}

// banned are the names by which an allowed package reads the clock or waits.
var banned = []string{"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.Tick", "time.NewTimer", "maphash.MakeSeed"}

// TestPure holds the direct imports of coach/... to the list above, and finds no clock in it.
func TestPure(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "tracktest") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return checkPure(t, path)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkPure(t *testing.T, path string) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	core := !strings.Contains(path, string(filepath.Separator))
	for _, spec := range file.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		switch {
		case core && strings.HasPrefix(name, "tack/"):
			t.Errorf("%s imports %s: the core points nowhere", path, name)
		case strings.HasPrefix(name, "tack/") && !strings.HasPrefix(name, "tack/coach"):
			t.Errorf("%s imports %s: coach knows nothing outside itself", path, name)
		case !strings.HasPrefix(name, "tack/") && !slices.Contains(allowed, name):
			t.Errorf("%s imports %s, which is not on the list", path, name)
		}
	}
	for _, name := range banned {
		if strings.Contains(string(source), name+"(") {
			t.Errorf("%s calls %s", path, name)
		}
	}
	if strings.Contains(string(source), "\tgo ") {
		t.Errorf("%s starts a goroutine", path)
	}
	return nil
}
