package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	chat "tack/coach/tutor/model"
	"tack/internal/config"
	"tack/internal/openai"
)

// probe is a request as small as one can be whose answer has a structure.
var probe = chat.Request{
	Scene:     "doctor",
	Schema:    json.RawMessage(`{"type":"object","properties":{"ready":{"type":"boolean"}},"required":["ready"],"additionalProperties":false}`),
	Messages:  []chat.Message{{Role: chat.RoleUser, Text: `Answer with the JSON object {"ready": true}.`}},
	MaxTokens: 256, // a dozen would do, but some models think first and count that
	Estimate:  50,
}

// Model says whether the endpoint can be reached, takes the key, has the model and answers in a
// structure, by one tiny request. It costs a few tokens, which are on no learner's budget.
func Model(ctx context.Context, c config.Model) []Finding {
	w := &wire{}
	client, err := openai.New(openai.Config{
		Key: openai.Key(c.APIKey.Reveal()), BaseURL: c.BaseURL, Model: c.Name,
		// One attempt has two fifths of it: more than that of a part's time, so that a slow answer counts.
		Timeout: 2 * Limit, HTTP: &http.Client{Transport: w}, Observer: w, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return []Finding{Failed(ctx, "reach", err, "Correct model.base_url.")}
	}
	answer, err := client.Complete(ctx, probe)
	if err != nil && !w.answered {
		return []Finding{unreached(ctx, c, cmp.Or(w.failed, err))}
	}
	reach := Well("reach", "%s answers", c.BaseURL)
	if err != nil {
		return []Finding{reach, refused(ctx, c, err)}
	}
	return []Finding{reach, Well("key", "%s", keyTaken(c)), Well("model", "%s is there", c.Name), structure(w.mode, answer.Text)}
}

// wire keeps what the client sees and does not tell. Its requests come one after another, and it is read
// after the last.
type wire struct {
	answered bool   // an answer came, of whatever kind
	failed   error  // of the last request without one
	mode     string // how JSON was asked for at last
}

// RoundTrip is for http.Client.
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	w.answered, w.failed = w.answered || err == nil, err
	return resp, err
}

// Observe is for openai.Config. It is called before Complete returns.
func (w *wire) Observe(c openai.Call) { w.mode = c.Mode }

func keyTaken(c config.Model) string {
	if c.APIKey == "" {
		return "none is set, and none is asked for"
	}
	return "it is accepted"
}

func unreached(ctx context.Context, c config.Model, err error) Finding {
	err = fmt.Errorf("%s cannot be reached: %w", c.BaseURL, err)
	return Failed(ctx, "reach", err, "See that model.base_url is right and that this machine is let through to it.")
}

// refused is what an answer means that is none to the question.
func refused(ctx context.Context, c config.Model, err error) Finding {
	switch {
	case errors.Is(err, openai.ErrKey):
		return Failed(ctx, "key", err, "Set model.api_key to a key of this endpoint that is valid and has credit.")
	case errors.Is(err, openai.ErrGone):
		err = fmt.Errorf("%s at %s: %w", c.Name, c.BaseURL, err)
		return Failed(ctx, "model", err, "See that model.name is a model of this endpoint, and that model.base_url ends as its documentation says, often in /v1.")
	case errors.Is(err, openai.ErrLimited):
		return Finding{Name: "limit", Level: Warning, Text: err.Error(), Fix: "Try again later; if it stays so, ask the endpoint's owner for more requests."}
	case errors.Is(err, openai.ErrServer):
		return Failed(ctx, "answer", err, "Try again later; the fault is the endpoint's.")
	case errors.Is(err, openai.ErrTimeout) || ctx.Err() != nil:
		return Failed(ctx, "answer", err, "Try again; if it stays so, take a faster model or endpoint.")
	}
	return Failed(ctx, "structure", err, "Take a model that answers in JSON, best by a schema (structured output).")
}

// structure says how well the answer was in the form asked for.
func structure(mode, text string) Finding {
	var answer struct {
		Ready *bool `json:"ready"`
	}
	start, end := strings.Index(text, "{"), strings.LastIndex(text, "}")
	if start >= 0 && end > start {
		text = text[start : end+1]
	}
	const fix = "Take a model that answers in JSON by a schema (structured output)."
	switch err := json.Unmarshal([]byte(text), &answer); {
	case err != nil || answer.Ready == nil:
		return Finding{Name: "structure", Level: Problem, Text: "the answer is not in the form asked for", Fix: fix}
	case mode == "fence":
		return Finding{
			Name: "structure", Level: Warning, Text: "the endpoint knows neither schemas nor tools; the form is asked for in words, which fails at times", Fix: fix,
		}
	case mode == "tool":
		return Well("structure", "works, by a tool call")
	}
	return Well("structure", "works, by a schema")
}
