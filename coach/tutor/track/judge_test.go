package track

import "testing"

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		text, word string
		found      bool
	}{
		{"Keys EXPIRE later", "expire", true},
		{"it expires", "expire", true},
		{"unexpired", "expire", false},
		{"two sets", "set", true},
		{"my settings", "set", false},
		{"10 items", "1", false},
		{"60s", "60", true},
		{"设置 TTL，之后", "设置ttl", true},
		{"ＴＴＬ到了", "ttl", true},
		{"a--rm flag", "rm", true},
		{"append-only file", "append only", true},
		{"anything", "", false},
	} {
		if got := find(fold(tt.text), fold(tt.word)) >= 0; got != tt.found {
			t.Errorf("%q in %q: %v, want %v", tt.word, tt.text, got, tt.found)
		}
	}
}

func TestJudge(t *testing.T) {
	c := &sample(t).Modules[0].Concept[0].Check
	for _, tt := range []struct {
		name, answer string
		want         grade
		mistake      bool
	}{
		{"All", "zero, because only a newline is counted", good, false},
		{"AllChinese", "０，因为数的是换行", good, false},
		{"Half", "it prints 0", partly, false},
		{"None", "it prints one because there is a line", missed, false},
		{"Mistake", "it prints 1 since every line counts", missed, true},
		{"HalfWithMistake", "0? no, every line counts", partly, true},
		{"MistakeDenied", "0: a newline is counted, it is not one line of text", good, false},
		{"MistakeDeniedChinese", "零，数换行，并不是一行文本", good, false},
		{"Short", "hm", unsure, false},
		{"Foreign", "это очень трудный вопрос", unsure, false},
		{"ShortButRight", "0 newline", good, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := judge(c, tt.answer)
			if v.grade != tt.want || (v.mistake != nil) != tt.mistake {
				t.Errorf("grade %v mistake %v, want %v %v", v.grade, v.mistake, tt.want, tt.mistake)
			}
		})
	}
}
