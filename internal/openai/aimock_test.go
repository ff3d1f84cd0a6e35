package openai

import (
	"errors"
	"testing"

	"tack/coach/tutor/model"
	"tack/internal/openai/openaitest"
)

const fixtures = `{"fixtures": [
	{"match": {"userMessage": "the turn", "toolName": "answer"}, "response": {"toolCalls": [{"name": "answer", "arguments": "{\"text\":\"by tool\"}"}]}},
	{"match": {"userMessage": "the turn"}, "response": {"content": "{\"text\":\"hi\"}"}},
	{"match": {"userMessage": "too much"}, "response": {"error": {"message": "too long", "type": "invalid_request_error", "code": "context_length_exceeded"}, "status": 400}}
]}`

// The client does with a mock that others wrote what it does with ours.
func TestAimock(t *testing.T) {
	at := func(url string, key Key) *bench {
		return build(t, func(c *Config) { c.BaseURL, c.Key = url, key })
	}
	url := openaitest.Aimock(t, secret, fixtures)
	b := at(url, secret)
	if text, err := b.ask(); text != hi || err != nil || b.calls[0].In == 0 || b.calls[0].Out == 0 {
		t.Errorf("by schema: %q, %v, %+v", text, err, b.calls)
	}
	b.client.mode.Store(int32(byTool))
	if text, err := b.ask(); text != `{"text":"by tool"}` || err != nil {
		t.Errorf("by tool: %q, %v", text, err)
	}
	if _, err := at(url, "sk-another-one").ask(); !errors.Is(err, ErrKey) {
		t.Errorf("another key: %v", err)
	}
	long := request()
	long.Messages[1].Text = "too much"
	if _, err := b.client.Complete(t.Context(), long); !errors.Is(err, model.ErrTooLong) {
		t.Errorf("too long: %v", err)
	}
	for flag, want := range map[string]error{
		"--chaos-drop": ErrServer, "--chaos-malformed": ErrMalformed, "--chaos-disconnect": ErrCut, "--chaos-ratelimit": ErrLimited,
	} {
		if _, err := at(openaitest.Aimock(t, secret, fixtures, flag, "1"), secret).ask(); !errors.Is(err, want) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
