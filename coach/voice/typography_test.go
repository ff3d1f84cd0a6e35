package voice_test

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"tack/templates"
)

// halfWidth finds punctuation that Chinese writes in full width: after a Chinese character, or after a code
// span, a mark or a value, where Chinese goes on. A dot in a name ("配置.yaml") is none.
var halfWidth = regexp.MustCompile(`\p{Han}[,;:!?]|\p{Han}\.(?:[^\w]|$)|[}` + "`" + `*”）】》][,;:!?] ?\p{Han}|\p{Han} ?\(\p{Han}|\p{Han}\) ?\p{Han}`)

// code is what is not written in Chinese, whatever characters it has.
var code = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|{{.*?}}")

// machine are the keys of texts that programs read.
var machine = regexp.MustCompile(`\.(hear_\w+|find_\w+|word\.\S+|match|success)(\.|$)`)

// TestTypography holds every Chinese text of the templates to Chinese punctuation.
func TestTypography(t *testing.T) {
	for _, pattern := range []string{"messages/*.zh*.yaml", "tracks/*.yaml"} {
		names, err := fs.Glob(templates.FS, pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", pattern, names, err)
		}
		for _, name := range names {
			body, err := fs.ReadFile(templates.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			var doc any
			if err := yaml.Unmarshal(body, &doc); err != nil {
				t.Fatal(err)
			}
			walk(doc, "", strings.Contains(path.Base(name), ".zh"), func(key, text string) {
				if machine.MatchString(key) || strings.Contains(text, "(?") {
					return
				}
				for _, found := range halfWidth.FindAllString(code.ReplaceAllStringFunc(text, mask), -1) {
					t.Errorf("%s: %s: %q in half width", name, key, found)
				}
			})
		}
	}
}

// mask keeps the edges of code, since what stands beside them counts.
func mask(s string) string { return s[:1] + "x" + s[len(s)-1:] }

// walk calls do with each Chinese text below x and its key.
func walk(x any, key string, chinese bool, do func(key, text string)) {
	switch x := x.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			walk(x[k], key+"."+k, chinese || k == "zh", do)
		}
	case []any:
		for _, v := range x {
			walk(v, key, chinese, do)
		}
	case string:
		if chinese {
			do(key, x)
		}
	}
}

// TestTypography_Finds: the test sees what it is there for.
func TestTypography_Finds(t *testing.T) {
	for text, want := range map[string]bool{
		"好,继续": true, "说明:第一": true, "好了.": true, "看 `x`, 然后": true, "有 {{.N}}: 个": true, "状态 (运行)": true,
		"好，继续": false, "用 `a, b`。": false, "见 config.yaml": false, "10:30 开始": false, "`服务:编号` 这样": false, "Redis (server)": false,
	} {
		if got := halfWidth.MatchString(code.ReplaceAllStringFunc(text, mask)); got != want {
			t.Errorf("%q: found %v, want %v", text, got, want)
		}
	}
}
