package model

import (
	"context"
	"encoding/json"
	"errors"
)

// Chat completes a conversation. Its answer is one JSON object by the schema of the request, or
// whatever the endpoint made of that: it is always checked. A Chat bounds its own time.
type Chat interface {
	Complete(ctx context.Context, r Request) (Answer, error)
}

// Errors that the tutor answers in its own way; any other error of a Chat means that the model
// cannot be asked at the moment. An answer that was cut is asked for again, with that named as its fault:
// the same request would be cut in the same place.
var (
	ErrSpent   = errors.New("the budget for the model is spent")
	ErrTooLong = errors.New("the prompt is longer than the model's context")
	ErrLong    = errors.New("the answer is longer than it may be, and was cut")
)

// ErrOutside: what somebody wants to learn is no part of software development.
var ErrOutside = errors.New("the topic is outside of software development")

// Role is who says a message of a prompt.
type Role string

// The roles.
const (
	RoleSystem Role = "system"
	RoleUser   Role = "user"
)

// Message is one message of a prompt.
type Message struct {
	Role Role
	Text string
}

// Request is a prompt with what its answer must look like.
type Request struct {
	Scene       string // what it is for: "diagnosis", "route", … ; for metrics
	Messages    []Message
	Schema      json.RawMessage // JSON schema of the answer
	Temperature float64         // 0: as repeatable as the model can be
	Seed        int             // ≥ 1; 0: none
	MaxTokens   int             // of the answer
	Estimate    int             // tokens of Messages and Schema, by Tokens
	Learner     string          // whose budget pays; empty: nobody's
	Channel     string          // whose budget pays too; empty: none
}

// Answer is what came back.
type Answer struct {
	Text string // a JSON object, if the model did as it was told
}

// Cache keeps answers that must be the same when the same is asked again. Get reports false for a
// key that it does not have; a failing store may say so too, then the answer is made anew.
type Cache interface {
	Get(ctx context.Context, key string) ([]byte, bool)
	Put(ctx context.Context, key string, value []byte)
}
