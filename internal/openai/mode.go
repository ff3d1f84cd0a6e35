package openai

import (
	"encoding/json"
	"math"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"tack/coach/tutor/model"
)

// mode is how a server is made to answer in JSON.
type mode int32

// The modes, the best first.
const (
	bySchema mode = iota // response_format json_schema
	byTool               // one tool that must be called
	byFence              // asked for in words
)

// String names the mode, for metrics.
func (m mode) String() string { return [...]string{"schema", "tool", "fence"}[m] }

// answerName names the schema, or the tool.
const answerName = "answer"

// request makes the library's request of a prompt.
func (c *Client) request(r model.Request, m mode) api.ChatCompletionRequest {
	out := api.ChatCompletionRequest{Model: c.Model}
	for _, msg := range r.Messages {
		out.Messages = append(out.Messages, api.ChatCompletionMessage{Role: string(msg.Role), Content: msg.Text})
	}
	if reasons(c.Model) {
		// These take no temperature, and count their thinking against a limit of another name.
		out.MaxCompletionTokens = 4 * r.MaxTokens
	} else {
		//lint:ignore SA1019 compatible servers know this name only
		out.MaxTokens = r.MaxTokens
		// 0 would be left out, and mean 1 to the server.
		out.Temperature = max(float32(r.Temperature), math.SmallestNonzeroFloat32)
	}
	if r.Seed > 0 {
		out.Seed = &r.Seed
	}
	c.shape(&out, r.Schema, m)
	return out
}

// shape asks for JSON by a schema.
func (c *Client) shape(out *api.ChatCompletionRequest, schema json.RawMessage, m mode) {
	switch m {
	case bySchema:
		out.ResponseFormat = &api.ChatCompletionResponseFormat{
			Type:       api.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{Name: answerName, Schema: schema, Strict: true},
		}
	case byTool:
		out.Tools = []api.Tool{{Type: api.ToolTypeFunction, Function: &api.FunctionDefinition{
			Name: answerName, Description: "Give the answer.", Parameters: schema,
		}}}
		out.ToolChoice = api.ToolChoice{Type: api.ToolTypeFunction, Function: api.ToolFunction{Name: answerName}}
	case byFence:
		out.Messages = append(out.Messages, api.ChatCompletionMessage{
			Role:    api.ChatMessageRoleSystem,
			Content: "Answer with nothing but one JSON object in a ```json block. Its JSON schema:\n" + string(schema),
		})
	}
}

// reasons reports whether a model is one of those that think first, by the names that the library knows.
func reasons(name string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// textOf is the answer in a response; "" where it has none.
func textOf(m api.ChatCompletionMessage) string {
	for _, call := range m.ToolCalls {
		if call.Function.Name == answerName {
			return call.Function.Arguments
		}
	}
	return m.Content
}
