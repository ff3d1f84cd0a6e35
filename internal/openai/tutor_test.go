package openai

import (
	"os"
	"strings"
	"testing"
	"time"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/guard"
	"tack/coach/reading"
	"tack/coach/tutor"
	"tack/coach/tutor/model"
	"tack/coach/voice"
	"tack/internal/openai/openaitest"
)

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// tutorOf is the model tutor on a client.
func tutorOf(t *testing.T, c *Client) *model.Tutor {
	t.Helper()
	fsys := os.DirFS("../../templates")
	return model.New(model.Config{
		Chat: c, Guard: must[*guard.Guard](t)(guard.New(fsys)), Prompts: must[*model.Prompts](t)(model.NewPrompts(fsys)),
		Words: must[*voice.Voice](t)(voice.New(fsys, "messages/tutor")), Voice: must[*voice.Voice](t)(voice.New(fsys, "messages/model")),
	})
}

// Whatever the endpoint does, the learner is answered, told so once, and taught again when it is back.
func TestTutor(t *testing.T) {
	for name, step := range map[string]openaitest.Step{
		"hang": openaitest.Hang(), "limited": openaitest.Status(429, "rate_limit_exceeded", "Retry-After", "60"),
		"server": openaitest.Status(500, "oops"), "cut": openaitest.Cut(), "empty": openaitest.Empty(), "garbage": openaitest.Garbage(),
		"long": openaitest.Status(400, "context_length_exceeded"), "key": openaitest.Status(401, "invalid_api_key"), "gone": openaitest.Status(404, "model_not_found"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := build(t, func(c *Config) { c.Timeout = 2 * time.Second })
			b.server.Rest(step)
			if name == "hang" {
				b.client.Timeout = 200 * time.Millisecond
			}
			teach := tutorOf(t, b.client)
			in := tutor.Input{
				Why: tutor.WhyOpen, Locale: "en", Course: course.State{Topic: "kafka", Locale: "en"},
				Message: reading.Message{Text: "I want to learn kafka"}, Reading: coach.Reading{Kind: coach.KindChat},
			}
			first := must[tutor.Reply](t)(teach.Reply(t.Context(), in))
			if !strings.Contains(first.Text, "cannot use my language model") || first.Question != "diagnosis:goal" || !first.Away {
				t.Errorf("%+v", first)
			}
			in = tutor.Input{
				Locale: "en", Course: first.Course, Message: reading.Message{Text: "for work"}, Reading: coach.Reading{Kind: coach.KindAnswer},
				Last: tutor.Last{Asks: first.Asks, Step: first.Step, Text: first.Text, Away: first.Away},
			}
			second := must[tutor.Reply](t)(teach.Reply(t.Context(), in))
			if strings.Contains(second.Text, "cannot use") || second.Course.Diagnosis.Goal != "for work" || !strings.HasPrefix(second.Question, "diagnosis:level") {
				t.Errorf("%+v", second)
			}
			b.unsaid(first.Text + second.Text + b.log.String())
			b.client.Timeout = 20 * time.Second
			b.server.Rest(openaitest.Says(`{"text":"Good.","heard":[{"dimension":"goal","value":"","quote":"for work"}],"scenario":"A broker is gone; what do you look at?"}`))
			third := must[tutor.Reply](t)(teach.Reply(t.Context(), in))
			if third.Away || !strings.Contains(third.Text, "A broker is gone") {
				t.Errorf("back again: %+v", third)
			}
		})
	}
}
