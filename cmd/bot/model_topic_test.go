package main

import (
	"maps"
	"os"
	"os/exec"
	"strings"
	"testing"

	"tack/internal/modeltest"
)

// chatOn is one start of bot chat on a topic.
func (d *modelDesk) chatOn(topic, input string) (out string, err error) {
	d.Helper()
	cmd := exec.CommandContext(d.Context(), "bot", "chat", "--data", d.data, "--topic", topic)
	cmd.Env = append(os.Environ(), append(d.env, "LANG=C")...)
	cmd.Stdin = strings.NewReader(input)
	b, err := cmd.CombinedOutput()
	return string(b), err
}

// With a model any topic of software development can be named at the start, and from an open session one
// goes to another by its name; what is none is said so, and is no answer to what the coach has asked.
func TestModel_Topics(t *testing.T) {
	t.Parallel()
	lesson := maps.Clone(modeltest.Kafka)
	lesson["diagnosis: continue kafka"] = modeltest.Kafka["diagnosis: I want to learn kafka"]
	lesson["diagnosis: continue Kafka"] = modeltest.Kafka["diagnosis: I want to learn kafka"]
	lesson["diagnosis: continue redis"] = modeltest.Kafka["diagnosis: I want to learn kafka"]
	lesson["topic: I want to learn baking bread"] = modeltest.Reply{"software": false}
	lesson["topic: continue anyway"] = modeltest.Reply{"software": false}
	s := newTeacher(t, lesson)
	d := &modelDesk{newDesk(t), s.env()}
	if out, err := d.chatOn("kafka", "to move events between our services\n"); err != nil || !strings.Contains(out, modeltest.ScenarioQuestion) {
		t.Errorf("%v\n%s", err, out)
	}
	out, err := d.chatOn("redis", "continue anyway\ncontinue Kafka\n")
	if err != nil {
		t.Error(err)
	}
	inOrder(t, out, "redis", "nothing to go on with on “anyway”", "Back in your session on kafka")
	if out, err := d.chatOn("baking bread", ""); err == nil || !strings.Contains(out, "no topic of software development") {
		t.Errorf("%v\n%s", err, out)
	}
	d.env = nil
	if out, err := d.chatOn("rust", ""); err == nil || !strings.Contains(out, "OPENAI_MODEL") {
		t.Errorf("%v\n%s", err, out)
	}
}
