// Package openai asks any OpenAI-compatible endpoint for completions: the network client of the model
// tutor.
//
// Goals: an answer or a classified error within a bounded time; JSON by schema where the server knows
// schemas, by a tool call or a fenced block where it does not, as remembered; retries with back-off, and
// none while the endpoint is known to be down; budgets in tokens and money; no key, no prompt and no
// answer in an error or a log. Non-goals: prompts and what an answer means (coach/tutor/model),
// streaming (an answer is checked whole before a word of it is said), storing (Ledger).
//
//	client, err := openai.New(openai.Config{Key: key, BaseURL: "https://api.openai.com/v1", Model: "gpt-4.1-mini"})
//	answer, err := client.Complete(ctx, request)
package openai
