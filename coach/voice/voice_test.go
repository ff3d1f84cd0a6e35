package voice_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"tack/coach/voice"
)

func files(pairs ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return fsys
}

func TestNew(t *testing.T) {
	for _, tt := range []struct {
		name string
		fs   fstest.MapFS
		want string // part of the error; empty: no error
	}{
		{"Complete", files("m/core.en.yaml", "hi: Hello", "m/core.zh.yaml", "hi: 你好"), ""},
		{"MissingInOne", files("m/core.en.yaml", "hi: Hello\nbye: Bye", "m/core.zh.yaml", "hi: 你好"), "core.zh.yaml: no text for key bye"},
		{"MissingInEnglish", files("m/core.en.yaml", "hi: Hello", "m/core.zh.yaml", "hi: 你好\nbye: 再见"), "core.en.yaml: no text for key bye"},
		{"NoEnglish", files("m/core.zh.yaml", "hi: 你好"), "no m/core.en.yaml"},
		{"BadTemplate", files("m/core.en.yaml", `hi: "{{.Name"`), "key hi"},
		{"Duplicate", files("m/core.en.yaml", "hi: a\nhi: b"), "[2:1]"},
		{"NotFlat", files("m/core.en.yaml", "hi:\n  there: b"), "core.en.yaml"},
		{"OtherBase", files("m/core.en.yaml", "hi: a", "m/tutor.en.yaml", "{"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := voice.New(tt.fs, "m/core")
			switch {
			case tt.want == "" && err != nil:
				t.Fatalf("error %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Fatalf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestVoice_Say(t *testing.T) {
	v, err := voice.New(files("core.en.yaml", "hi: Hello {{.Name}}\nplain: |\n  Text\n", "core.zh.yaml", "hi: 你好，{{.Name}}\nplain: 文"), "core")
	if err != nil {
		t.Fatal(err)
	}
	data := map[string]any{"Name": "Ann"}
	for _, tt := range []struct{ name, locale, key, want string }{
		{"English", "en", "hi", "Hello Ann"},
		{"Chinese", "zh", "hi", "你好，Ann"},
		{"UnknownLanguage", "fr", "hi", "Hello Ann"},
		{"FinalBreakCut", "en", "plain", "Text"},
		{"UnknownKey", "en", "nope", "⟪nope⟫"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := v.Say(tt.locale, tt.key, data); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	if keys, tags := strings.Join(v.Keys(), " "), strings.Join(v.Languages(), " "); keys != "hi plain" || tags != "en zh" {
		t.Errorf("keys %q, languages %q", keys, tags)
	}
	if got := v.Say("en", "hi", map[string]any{}); got != "⟪hi⟫" {
		t.Errorf("missing data gives %q", got)
	}
}
