package questions

import "testing"

func TestVocab_Lemma(t *testing.T) {
	v := newVocab()
	for _, w := range []string{"list", "copy", "use", "stop", "process", "branch", "tie", "fast", "easy", "create", "install", "insert"} {
		v.word(w)
	}
	v.irregular["ran"] = "list"
	for form, base := range map[string]string{
		"lists": "list", "listed": "list", "listing": "list", "copies": "copy", "copied": "copy", "copying": "copy",
		"uses": "use", "using": "use", "stopped": "stop", "stopping": "stop", "processes": "process", "branches": "branch",
		"tying": "tie", "faster": "fast", "fastest": "fast", "easily": "easy", "creation": "create", "installation": "install",
		"insertion": "insert", "ran": "list",
	} {
		if got := v.lemma([]byte(form)); got != v.words[base] {
			t.Errorf("lemma(%s) = %d, want %d of %s", form, got, v.words[base], base)
		}
	}
	for _, form := range []string{"list", "pass", "ion", "s", "unknowned"} {
		if got := v.lemma([]byte(form)); got != 0 {
			t.Errorf("lemma(%s) = %d, want none", form, got)
		}
	}
}

func TestStem(t *testing.T) {
	for form, want := range map[string]string{
		"widgets": "widget", "gizmos": "gizmo", "foobaring": "foobar", "setnx": "setnx", "chaos": "chao", "redis.conf": "redis.conf", "ls": "ls",
	} {
		if got := string(stem([]byte(form))); got != want {
			t.Errorf("stem(%s) = %s, want %s", form, got, want)
		}
	}
}

func TestVocab_Numeral(t *testing.T) {
	v := newVocab()
	v.digits = map[rune]int{'一': 1, '二': 2, '两': 2, '三': 3, '五': 5, '十': 10, '百': 100, '千': 1000, '万': 10000}
	for text, want := range map[string][2]int{
		"三": {3, 1}, "十二个": {12, 2}, "三十五": {35, 3}, "两百": {200, 2}, "一千": {1000, 2}, "五万": {50000, 2}, "百": {0, 0}, "个": {0, 0}, "": {0, 0},
	} {
		value, n := v.numeral([]rune(text))
		if value != want[0] || n != want[1] {
			t.Errorf("numeral(%s) = %d, %d, want %v", text, value, n, want)
		}
	}
}
