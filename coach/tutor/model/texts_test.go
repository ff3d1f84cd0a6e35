package model

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"tack/coach/voice"
)

var keyUse = regexp.MustCompile(`(?:own|ownWords)\("([a-z_0-9]+)"`)

// TestTexts holds the texts and the sources together: no key is missing, none is left over.
func TestTexts(t *testing.T) {
	tt := build(t, nil)
	source := ""
	files := must[[]os.DirEntry](t)(os.ReadDir("."))
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") {
			source += string(must[[]byte](t)(os.ReadFile(f.Name())))
		}
	}
	for _, m := range keyUse.FindAllStringSubmatch(source, -1) {
		if !strings.HasSuffix(m[1], "_") && strings.HasPrefix(tt.Voice.Say("en", m[1], map[string]any{"Title": "x", "Todo": "y"}), "⟪") {
			t.Errorf("no text for key %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`(?:say|phrase)\("([a-z_]+)"`).FindAllStringSubmatch(source, -1) {
		found := strings.HasSuffix(m[1], "_")
		for _, key := range tt.Words.Keys() {
			found = found || key == m[1]
		}
		if !found {
			t.Errorf("no text for key %s in messages/tutor", m[1])
		}
	}
	for _, key := range tt.Voice.Keys() {
		stem := strings.TrimRight(key, "0123456789")
		if parts := strings.Split(key, "_"); len(parts) == 3 && parts[0] == "find" {
			stem = "find_"
		}
		if !strings.Contains(source, `"`+stem) {
			t.Errorf("key %s is not used", key)
		}
	}
}

// valuesOf has a value for every name that the texts use; lists are empty.
func valuesOf(t *testing.T) map[string]any {
	t.Helper()
	values := map[string]any{}
	for _, file := range must[[]string](t)(fs.Glob(os.DirFS(templates), "messages/*.yaml")) {
		raw := must[[]byte](t)(os.ReadFile(templates + "/" + file))
		for _, m := range regexp.MustCompile(`\.([A-Z]\w*)`).FindAllStringSubmatch(string(raw), -1) {
			values[m[1]] = "x"
		}
	}
	for _, file := range must[[]string](t)(fs.Glob(os.DirFS(templates), "messages/*.yaml")) {
		raw := must[[]byte](t)(os.ReadFile(templates + "/" + file))
		for _, m := range regexp.MustCompile(`range (?:[^}]*:= )?\.([A-Z]\w*)`).FindAllStringSubmatch(string(raw), -1) {
			values[m[1]] = nil
		}
	}
	return values
}

// What the project itself says is never taken for what a model must not say.
func TestTexts_Fit(t *testing.T) {
	tt := build(t, nil)
	values := valuesOf(t)
	for _, v := range []*voice.Voice{tt.Words, tt.Voice} {
		for _, locale := range v.Languages() {
			for _, key := range v.Keys() {
				if strings.HasPrefix(key, "find_") || strings.HasPrefix(key, "hear_") {
					continue
				}
				text := v.Say(locale, key, values)
				if strings.Contains(text, "⟪") {
					t.Errorf("%s/%s cannot be said", locale, key)
				}
				for _, f := range tt.unfit(text, locale) {
					t.Errorf("%s/%s: %s: %s", locale, key, f.what, text)
				}
			}
		}
	}
}

func TestNewPrompts(t *testing.T) {
	if _, err := NewPrompts(os.DirFS(templates)); err != nil {
		t.Fatal(err)
	}
	good := func() fstest.MapFS {
		fsys := fstest.MapFS{}
		for _, name := range promptNames {
			fsys["prompts/en/"+name+".tmpl"] = &fstest.MapFile{Data: []byte("{{/* version 1 */ -}}\nSay it.")}
		}
		return fsys
	}
	if _, err := NewPrompts(good()); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(fstest.MapFS){
		"no version":    func(f fstest.MapFS) { f["prompts/en/base.tmpl"].Data = []byte("Say it.") },
		"route.tmpl":    func(f fstest.MapFS) { delete(f, "prompts/en/route.tmpl") },
		"missing value": func(f fstest.MapFS) { f["prompts/en/base.tmpl"].Data = []byte("{{/* version 1 */ -}}\n{{if}}") },
		"no folder":     func(f fstest.MapFS) { clear(f); f["prompts/note.txt"] = &fstest.MapFile{} },
		"read prompt":   func(f fstest.MapFS) { f["prompts/zh/base.tmpl"] = &fstest.MapFile{Data: []byte("x")} },
	} {
		fsys := good()
		change(fsys)
		if _, err := NewPrompts(fsys); err == nil || !strings.Contains(err.Error(), want) && want != "read prompt" {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestClaims(t *testing.T) {
	w := build(t, nil).heard
	for text, want := range map[string]bool{
		"You have confirmed the route.": true, "Great! The draft is confirmed. We begin.": true, "I take it as confirmed.": true, "Confirmation received.": true,
		"你已经确认了路线。": true, "路线已确认，开始学习。": true, "视为同意。": true,
		"Teaching begins once you have confirmed the draft.": false, "After you have agreed to it we start.": false, "You have not confirmed the draft yet.": false,
		"Have you confirmed the port in the file?": false, "Say confirm when it fits.": false, "等你确认了路线，我们就开始。": false, "你确认之后再教。": false, "你还没有确认草案。": false,
	} {
		if got := w.claims("find_claim", text); got != want {
			t.Errorf("%q claims: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"That's correct!": true, "Well done.": true, "回答正确。": true, "很好，下一题。": true, "Noted, that helps.": false, "好，我记下了。": false, "这很好理解，继续。": false,
	} {
		if got := w.finds("find_remark", text); got != want {
			t.Errorf("%q remarks: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"What is your level?": true, "Are you a beginner?": true, "On a scale of 1 to 5, how well do you know it?": true, "你现在的水平怎么样？": true, "你算新手吗？": true,
		"The log level is debug and nothing shows. What is your next step?": false, "磁盘水平分区坏了，你先看哪里？": false, scenarioOf: false,
	} {
		if got := w.finds("find_level", text); got != want {
			t.Errorf("%q asks for a rating: %v", text, got)
		}
	}
}
