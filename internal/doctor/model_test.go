package doctor_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tack/internal/config"
	"tack/internal/doctor"
	"tack/internal/openai/openaitest"

	"github.com/google/go-cmp/cmp"
)

const key = "sk-test-0123456789abcdefghij"

func settings(s *openaitest.Server) config.Model {
	return config.Model{APIKey: key, BaseURL: s.URL, Name: "small"}
}

// levels are the findings by name.
func levels(t *testing.T, found []doctor.Finding) map[string]doctor.Level {
	t.Helper()
	all := map[string]doctor.Level{}
	for _, f := range found {
		all[f.Name] = f.Level
		if f.Text == "" || (f.Fix == "") != (f.Level == doctor.OK) {
			t.Errorf("%+v: a fix is there if, and only if, something is wrong", f)
		}
		if strings.Contains(f.Text+f.Fix, key) {
			t.Errorf("the key is in %+v", f)
		}
	}
	return all
}

func TestModel(t *testing.T) {
	t.Parallel()
	ready := openaitest.Says(`{"ready":true}`)
	well := map[string]doctor.Level{"reach": doctor.OK, "key": doctor.OK, "model": doctor.OK, "structure": doctor.OK}
	with := func(name string, level doctor.Level) map[string]doctor.Level {
		all := map[string]doctor.Level{"reach": doctor.OK, name: level}
		if name == "structure" && level == doctor.Warning {
			all["key"], all["model"] = doctor.OK, doctor.OK
		}
		return all
	}
	for name, c := range map[string]struct {
		step openaitest.Step
		want map[string]doctor.Level
	}{
		"schema":         {ready, well},
		"tool":           {openaitest.Without(ready, "response_format"), well},
		"words":          {openaitest.Without(openaitest.Says("```json\n{\"ready\": true}\n```"), "response_format", "tools"), with("structure", doctor.Warning)},
		"wrong key":      {openaitest.Status(401, "invalid_api_key"), with("key", doctor.Problem)},
		"no credit":      {openaitest.Status(429, "insufficient_quota"), with("key", doctor.Problem)},
		"no such model":  {openaitest.Status(404, "model_not_found"), with("model", doctor.Problem)},
		"too much":       {openaitest.Status(429, "rate_limit_exceeded", "Retry-After", "3600"), with("limit", doctor.Warning)},
		"own fault":      {openaitest.Status(503, "overloaded"), with("answer", doctor.Problem)},
		"refuses all":    {openaitest.Status(400, "invalid_request_error"), with("structure", doctor.Problem)},
		"prose":          {openaitest.Says("Yes, I am ready."), with("structure", doctor.Problem)},
		"a page":         {openaitest.Garbage(), with("structure", doctor.Problem)},
		"another object": {openaitest.Says(`{"text":"hello"}`), map[string]doctor.Level{"reach": doctor.OK, "key": doctor.OK, "model": doctor.OK, "structure": doctor.Problem}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openaitest.New(t)
			s.Rest(c.step)
			if diff := cmp.Diff(c.want, levels(t, doctor.Model(t.Context(), settings(s)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestModel_Away(t *testing.T) {
	t.Parallel()
	s := openaitest.New(t)
	s.Close()
	found := doctor.Model(t.Context(), settings(s))
	if diff := cmp.Diff(map[string]doctor.Level{"reach": doctor.Problem}, levels(t, found)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !strings.Contains(found[0].Text, "connection refused") {
		t.Errorf("found %+v, want the cause", found[0])
	}
}

// TestModel_Hanging: an endpoint that takes the question and never answers.
func TestModel_Hanging(t *testing.T) {
	t.Parallel()
	s := openaitest.New(t)
	s.Rest(openaitest.Hang())
	c := settings(s)
	part := doctor.Part{Name: "model", Check: func(ctx context.Context) []doctor.Finding { return doctor.Model(ctx, c) }}
	found := doctor.Run(t.Context(), []doctor.Part{part}, 200*time.Millisecond, doctor.Mask{})
	if len(found) != 1 || found[0].Level != doctor.Problem || !strings.Contains(found[0].Text, "no answer") {
		t.Errorf("found %+v", found)
	}
}
