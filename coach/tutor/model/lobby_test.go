package model

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A one-off question is answered shortly and opens nothing; a topic outside is declined.
func TestScenario_Lobby(t *testing.T) {
	chat := &script{}
	tt := build(t, chat)
	chat.answers = []any{says{"text": "It sets a key only where there is none: `SETNX lock 1`."}}
	text, err := tt.Answer(t.Context(), Wish{Locale: "en", Text: "how do I use SETNX?"})
	if err != nil || !strings.Contains(text, "SETNX") {
		t.Errorf("answer %q, %v", text, err)
	}
	for name, bad := range map[string]string{
		"farewell": "It sets a key. See you next time!", "saved": "I have saved your progress.", "ping": "It sets a key, @everyone.",
		"long": strings.Repeat("word ", 400), "claim": "You have confirmed the route.",
	} {
		chat.answers = []any{says{"text": bad}}
		if text, _ := tt.Answer(t.Context(), Wish{Locale: "en", Text: "how do I use SETNX?"}); text != "" {
			t.Errorf("%s is said: %q", name, text)
		}
	}
	chat.answers = []any{says{"software": false, "topic": "bread"}, says{"software": true, "topic": "React"}, says{"software": true, "topic": "@everyone ping"}}
	for _, tc := range []struct {
		text, want string
		err        error
	}{
		{"I want to learn to bake bread", "", ErrOutside}, {"I want to learn React", "react", nil}, {"teach me @everyone ping", "", nil},
	} {
		if got, err := tt.Topic(t.Context(), Wish{Locale: "en", Text: tc.text}); !errors.Is(err, tc.err) || got != tc.want {
			t.Errorf("topic of %q: %q, %v", tc.text, got, err)
		}
	}
	chat.answers = []any{"<html>", fmt.Errorf("complete: %w", ErrSpent)}
	for _, want := range []string{"away", "spent"} {
		_, err := tt.Topic(t.Context(), Wish{Locale: "en", Text: "I want to learn React"})
		if got := tt.Away("en", err); got != tt.Voice.Say("en", want, nil) {
			t.Errorf("%v is told as %q", err, got)
		}
	}
}
