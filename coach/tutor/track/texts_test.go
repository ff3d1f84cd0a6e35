package track

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tack/coach/voice"
)

func texts(t testing.TB) *voice.Voice {
	t.Helper()
	v, err := voice.New(os.DirFS("../../../templates"), "messages/tutor")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

var keyUse = regexp.MustCompile(`"([a-z]+_[a-z_]+|item|command|scenario|check|interview|again|term|usage|busy|receipt|success|unmatched|silent|told|direction|rhythm|skipped|downgraded)"`)

// TestTexts_Keys holds the texts and the sources together: no key is missing, none is left over.
func TestTexts_Keys(t *testing.T) {
	keys := texts(t).Keys()
	families := regexp.MustCompile(`^(ask|plain|default|dimension|label|value|level|step|dim|general|verdict|hear|find|other)_`)
	used := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		src, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range keyUse.FindAllStringSubmatch(string(src), -1) {
			used[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`(?:say|words|Say|putAgain|redraft|refuse|hears|only|finds|startsWith)\((?:locale, )?"([a-z_]+)"`).FindAllStringSubmatch(string(src), -1) {
			if !slices.Contains(keys, m[1]) && !strings.HasSuffix(m[1], "_") {
				t.Errorf("%s: no text for key %s", f.Name(), m[1])
			}
		}
	}
	for _, key := range keys {
		if !used[key] && !families.MatchString(key) {
			t.Errorf("key %s is not used", key)
		}
	}
}
