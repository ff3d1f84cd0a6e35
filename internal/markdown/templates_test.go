package markdown

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"tack/templates"
)

// Ensure every text of the tracks and messages, in each language, is read as its author meant it: no
// marker comes out as text, and its words are in every dialect.
func TestTemplates(t *testing.T) {
	t.Parallel()
	texts := templateTexts(t)
	if len(texts) < 1000 {
		t.Fatalf("only %d texts", len(texts))
	}
	for _, md := range texts {
		discord, plain := ToDiscord(md), ToPlain(md)
		if strings.Contains(discord, `\*\*`) { // in text; in code it has no backslashes
			t.Errorf("a marker is left in %q", discord)
		}
		checkSafe(t, md)
		if !strings.Contains(md, "|--") && !strings.Contains(md, "](") {
			if got := letters(discord); !strings.Contains(md, "```") && got != letters(plain) {
				t.Errorf("discord has the letters %q, plain %q", got, letters(plain))
			}
		}
	}
}

// templateTexts returns every string of messages and tracks but patterns and phrases to listen for.
func templateTexts(t *testing.T) []string {
	t.Helper()
	var texts []string
	for _, pattern := range []string{"messages/*.yaml", "tracks/*.yaml"} {
		names, err := fs.Glob(templates.FS, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := fs.ReadFile(templates.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			var tree any
			if err := yaml.Unmarshal(data, &tree); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, said("", tree)...)
		}
	}
	return texts
}

// notSaid are the keys under which a template holds what is matched or run, not said.
var notSaid = regexp.MustCompile(`^(?:hear_|find_|word\.|run$|success$|all$|any$|match|accept|pattern|errors$|when$|wrong$)`)

func said(key string, node any) []string {
	if notSaid.MatchString(key) {
		return nil
	}
	var out []string
	switch node := node.(type) {
	case string:
		out = append(out, node)
	case []any:
		for _, v := range node {
			out = append(out, said(key, v)...)
		}
	case map[string]any:
		for k, v := range node {
			out = append(out, said(k, v)...)
		}
	}
	return out
}
