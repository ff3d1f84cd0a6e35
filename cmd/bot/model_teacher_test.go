package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"tack/internal/modeltest"
	"tack/internal/openai/openaitest"
)

// modelKey is the credential of the scripted endpoint. It must stand nowhere but in its requests.
const modelKey = "sk-scripted-0123456789abcdef"

// teacher is an endpoint with a model behind it that answers by what it is asked for and by the
// learner's turn, in whatever order and process it is asked.
type teacher struct {
	*openaitest.Server
	t *testing.T

	mu     sync.Mutex
	lesson map[string]modeltest.Reply // by "scene: turn"
	fails  openaitest.Step            // in place of every answer; nil: none fails
	asked  []string                   // "scene: turn", in order
}

func newTeacher(t *testing.T, lesson map[string]modeltest.Reply) *teacher {
	t.Helper()
	s := &teacher{Server: openaitest.New(t), t: t, lesson: lesson}
	s.Rest(s.answer)
	return s
}

// fail has every request from now on fail by a step; nil: none any more.
func (s *teacher) fail(step openaitest.Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails = step
}

// count is how often a scene was asked for.
func (s *teacher) count(scene string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, a := range s.asked {
		if strings.HasPrefix(a, scene+":") {
			n++
		}
	}
	return n
}

func (s *teacher) answer(w http.ResponseWriter, r *http.Request, body map[string]any) {
	if got := r.Header.Get("Authorization"); got != "Bearer "+modelKey {
		s.t.Errorf("a request with the credential %q", got)
	}
	about := sceneOf(body) + ": " + turnOf(body)
	s.mu.Lock()
	said, known := s.lesson[about]
	fails := s.fails
	s.asked = append(s.asked, about)
	s.mu.Unlock()
	switch {
	case fails != nil:
		fails(w, r, body)
	case known:
		openaitest.Says(said.String())(w, r, body)
	default:
		s.t.Errorf("the model has no answer to %q", about)
		http.Error(w, "{}", http.StatusTeapot)
	}
}

// env are the variables by which the program finds the endpoint.
func (s *teacher) env(more ...string) []string {
	return append([]string{"OPENAI_API_KEY=" + modelKey, "OPENAI_BASE_URL=" + s.URL, "OPENAI_MODEL=scripted"}, more...)
}

// sceneOf is what a request is for, by the fields that only its answer has.
func sceneOf(body map[string]any) string {
	raw, _ := json.Marshal(body)
	for _, scene := range [][2]string{
		{"kind", "reading"},
		{"software", "topic"},
		{"heard", "diagnosis"},
		{"change", "negotiation"},
		{"modules", "route"},
		{"step", "module"},
		{"facts", "setup"},
	} {
		if strings.Contains(string(raw), fmt.Sprintf(`%q:{`, scene[0])) {
			return scene[1]
		}
	}
	return "question"
}

// turnOf is the learner's turn as the prompt shows it.
func turnOf(body map[string]any) string {
	messages, _ := body["messages"].([]any)
	if len(messages) == 0 {
		return ""
	}
	last, _ := messages[len(messages)-1].(map[string]any)
	text, _ := last["content"].(string)
	_, text, found := strings.Cut(text, "<<DATA turn ")
	if !found {
		return ""
	}
	_, text, _ = strings.Cut(text, "\n")
	return text[:max(0, strings.LastIndex(text, "\n<<END "))]
}
