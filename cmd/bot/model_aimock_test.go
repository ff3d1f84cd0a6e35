package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tack/internal/modeltest"
	"tack/internal/openai/openaitest"
)

// sceneWords are what the English prompt of a scene says and no other does.
var sceneWords = map[string]string{
	"topic": "Scene: somebody wants", "diagnosis": "Scene: diagnosis", "route": "Scene: route draft", "setup": "Scene: setup", "module": "Scene: a module",
}

// asFixtures is a lesson in the format of the mock that others wrote.
func asFixtures(t *testing.T, lesson map[string]modeltest.Reply) string {
	t.Helper()
	var list []any
	for about, reply := range lesson {
		scene, turn, _ := strings.Cut(about, ": ")
		match := map[string]any{"systemMessage": sceneWords[scene]}
		if turn != "" {
			match["userMessage"] = "\n" + turn + "\n<<END "
		}
		list = append(list, map[string]any{"match": match, "response": map[string]any{"content": reply.String()}})
	}
	b, err := json.Marshal(map[string]any{"fixtures": list})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A course goes its way on a mock of these endpoints that others wrote, as it does on ours: each turn
// over a connection of a real process.
func TestModel_Aimock(t *testing.T) {
	t.Parallel()
	url := openaitest.Aimock(t, modelKey, asFixtures(t, modeltest.Kafka))
	d := &modelDesk{newDesk(t), []string{"OPENAI_API_KEY=" + modelKey, "OPENAI_BASE_URL=" + url, "OPENAI_MODEL=scripted"}}
	inOrder(t, d.sit("kim", slices.Concat(modeltest.Diagnosis, modeltest.Setup)...),
		"**kafka**", modeltest.ScenarioQuestion, "How much time", "**L4: expert use**", "- **M9 Part 9** (0.5 days, builds on M8)", "The route is fixed", "kafka-topics.sh --version", "A stage is complete",
	)
	inOrder(t, d.sit("kim", slices.Concat(modeltest.Module, modeltest.End)...), "A topic is a named log", "Why does a reader lose nothing", "An interview question", "A stage is complete")
	d.replays(1)
}

// However that mock fails, the learner is answered by the track, and told so once.
func TestModel_AimockFails(t *testing.T) {
	t.Parallel()
	away, _ := notices(t, "en")
	for _, flag := range []string{"--chaos-drop", "--chaos-malformed", "--chaos-disconnect", "--chaos-ratelimit"} {
		t.Run(flag, func(t *testing.T) {
			t.Parallel()
			url := openaitest.Aimock(t, modelKey, asFixtures(t, modeltest.Kafka), flag, "1")
			d := &modelDesk{newDesk(t), []string{"OPENAI_API_KEY=" + modelKey, "OPENAI_BASE_URL=" + url, "OPENAI_MODEL=scripted", "TACK_MODEL_TIMEOUT=5s"}}
			out := d.sit("kim", "I want to learn redis", "to cache pages at work")
			inOrder(t, out, away, "What do you want to be able to do with Redis")
			if n := strings.Count(out, away); n != 1 {
				t.Errorf("told %d times:\n%s", n, out)
			}
			d.replays(1)
		})
	}
}
