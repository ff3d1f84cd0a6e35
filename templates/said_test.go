package templates_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tack/templates"

	"github.com/goccy/go-yaml"
)

// speakers are the folders whose code says texts, and the files of messages that it says them from.
var speakers = map[string][]string{
	"adapters/slack":    {"chat"},
	"adapters/discord":  {"chat", "discord"},
	"adapters/terminal": {"terminal"},
	"internal/command":  {"command"},
	"internal/engine":   {"core"},
	"coach/tutor/track": {"tutor"},
}

// speaks are the functions that take the key of a text.
var speaks = []string{"Say", "say", "note", "tell"}

// TestSaid: every text that the code names is there, in both languages. A key that is put together ends in
// a dot or an underscore in the code: some text begins with it.
func TestSaid(t *testing.T) {
	t.Parallel()
	for folder, names := range speakers {
		keys := keysNamed(t, filepath.Join("..", filepath.FromSlash(folder)))
		if len(keys) < 5 {
			t.Errorf("%s names %d texts: is this still how it says them?", folder, len(keys))
		}
		for _, locale := range []string{"en", "zh"} {
			texts := textsOf(t, names, locale)
			for key, at := range keys {
				if !slices.ContainsFunc(texts, func(text string) bool {
					return text == key || strings.HasPrefix(text, key) && strings.ContainsAny(key[len(key)-1:], "._")
				}) {
					t.Errorf("%s: %q is not in messages/%s.%s.yaml", at, key, strings.Join(names, ", "), locale)
				}
			}
		}
	}
}

// textsOf are the keys of these files.
func textsOf(t *testing.T, names []string, locale string) []string {
	t.Helper()
	var keys []string
	for _, name := range names {
		body, err := fs.ReadFile(templates.FS, "messages/"+name+"."+locale+".yaml")
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]any
		if err := yaml.Unmarshal(body, &texts); err != nil {
			t.Fatal(err)
		}
		for key := range texts {
			keys = append(keys, key)
		}
	}
	return keys
}

// keysNamed are the keys that a folder's code names, each with where it does.
func keysNamed(t *testing.T, folder string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	set := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if key, at := keyOf(n); key != "" {
				keys[key] = set.Position(at).String()
			}
			return true
		})
	}
	return keys
}

// keyOf is the key that a call says; "" = it is none, or says a key from elsewhere.
func keyOf(n ast.Node) (key string, at token.Pos) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return "", 0
	}
	if called, ok := call.Fun.(*ast.SelectorExpr); !ok || !slices.Contains(speaks, called.Sel.Name) {
		return "", 0
	}
	for _, arg := range call.Args {
		if sum, ok := arg.(*ast.BinaryExpr); ok {
			arg = sum.X
		}
		lit, ok := arg.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		if text, err := strconv.Unquote(lit.Value); err == nil && text != "en" && text != "zh" {
			return text, lit.Pos()
		}
	}
	return "", 0
}
