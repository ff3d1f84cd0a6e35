package track

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTutor_Intent(t *testing.T) {
	w := newWalker(t, "en")
	for _, tt := range []struct {
		text  string
		kind  IntentKind
		topic string
	}{
		{"I want to learn tally", IntentLearn, "tally"},
		{"/study tally", IntentLearn, "tally"},
		{"tally", IntentLearn, "tally"},
		{"我想学计数", IntentLearn, "tally"},
		{"学 tally", IntentLearn, "tally"},
		{"teach me wc please", IntentLearn, "tally"},
		{"can you help me get started with tally?", IntentLearn, "tally"},
		{"I'd like to learn Kafka", IntentUnknown, "Kafka"},
		{"我想学 Kubernetes", IntentUnknown, "Kubernetes"},
		{"教我做饭", IntentOutside, "做饭"},
		{"I want to learn to play the piano", IntentOutside, "play the piano"},
		{"continue tally", IntentContinue, "tally"},
		{"let's continue with tally", IntentContinue, "tally"},
		{"继续学 tally", IntentContinue, "tally"},
		{"continue", IntentBareContinue, ""},
		{"继续", IntentBareContinue, ""},
		{"继续吧", IntentBareContinue, ""},
		{"continue kafka", IntentContinue, "kafka"},
		{"how long is the longest line?", IntentOneOff, ""},
		{"how do I count words in tally?", IntentOneOff, "tally"},
		{"什么是字节", IntentOneOff, ""},
		{"hello there", IntentOther, ""},
		{"", IntentOther, ""},
	} {
		got := w.tutor.Intent(tt.text)
		if got.Kind != tt.kind || got.Topic != tt.topic {
			t.Errorf("%q: %s %q, want %s %q", tt.text, got.Kind, got.Topic, tt.kind, tt.topic)
		}
	}
}

func TestTutor_Lobby(t *testing.T) {
	w := newWalker(t, "en")
	for _, tt := range []struct {
		text, locale string
		saved        []string
		want         string // part of the text; empty: no text
	}{
		{"I want to learn tally", "en", nil, ""},
		{"continue tally", "en", nil, ""},
		{"I want to learn Kafka", "en", nil, "no track for “Kafka”. I can teach: `tally`"},
		{"continue kafka", "en", nil, "no track for “kafka”"},
		{"教我做饭", "zh", nil, "只辅导软件开发"},
		{"continue", "en", []string{"tally", "git"}, "Which topic shall we continue: tally, git?"},
		{"continue", "en", nil, "nothing to continue yet"},
		{"how long is the longest line?", "en", nil, "wc -L"},
		{"what is a byte?", "en", nil, "eight bits"},
		{"什么是字节？", "zh", nil, "八个比特"},
		{"how do I fly?", "en", nil, "cannot answer that"},
		{"hello", "en", nil, "what you want to learn"},
	} {
		got := w.tutor.Lobby(tt.locale, w.tutor.Intent(tt.text), tt.saved)
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) || strings.Contains(got, "⟪") {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestTutor_LobbyAnyText(t *testing.T) {
	w := newWalker(t, "en")
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom(phrases)).Draw(rt, "text")
		if got := w.tutor.Lobby("zh", w.tutor.Intent(text), nil); strings.Contains(got, "⟪") {
			rt.Fatalf("%q: %q", text, got)
		}
	})
}

func TestTrack_Usage(t *testing.T) {
	lib := shipped(t)
	for _, tt := range []struct{ topic, text, run string }{
		{"redis", "how do I use TTL?", "TTL"},
		{"redis", "TTL 怎么用？", "TTL"},
		{"redis", "how do I set up a server?", ""},
		{"git", "how do I use git commit?", "commit"},
		{"git", "how to `stash` my work", "stash"},
		{"git", "how do I commit to a date?", ""},
	} {
		track, _ := lib.Topic(tt.topic)
		c, ok := track.usage(tt.text)
		if ok != (tt.run != "") || ok && !strings.Contains(c.Run, tt.run) {
			t.Errorf("%q: %v %v, want %q", tt.text, c, ok, tt.run)
		}
	}
}
