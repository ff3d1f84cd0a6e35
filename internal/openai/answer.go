package openai

import (
	"errors"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"tack/coach/tutor/model"
)

// errProse: a server took the request and did not answer in JSON. It does not know the mode, or its
// model did not keep to it.
var errProse = errors.New("the answer is no JSON")

// plain is the failure as it is told outside.
func (f *failure) plain() *failure {
	if f.kind == errProse {
		return &failure{kind: ErrMalformed, status: f.status}
	}
	return f
}

// read takes the answer out of a response.
func read(resp api.ChatCompletionResponse) (string, *failure) {
	if len(resp.Choices) == 0 {
		return "", &failure{kind: ErrEmpty}
	}
	choice := resp.Choices[0]
	text := textOf(choice.Message)
	switch {
	case choice.FinishReason == api.FinishReasonLength:
		return "", &failure{kind: model.ErrLong}
	case choice.FinishReason == api.FinishReasonContentFilter, choice.Message.Refusal != "":
		return "", &failure{kind: ErrFiltered}
	case strings.TrimSpace(text) == "":
		return "", &failure{kind: ErrEmpty}
	case !strings.Contains(text, "{"):
		return "", &failure{kind: errProse}
	}
	return text, nil
}
