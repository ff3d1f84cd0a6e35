package model

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	all := scenes["module"]
	for name, tc := range map[string]struct {
		text, want string // want: the text read
		fault      string // "": none
	}{
		"plain":      {`{"text":"hi"}`, "hi", ""},
		"fenced":     {"```json\n{\"text\":\"hi\"}\n```", "hi", ""},
		"talk":       {"Here you are: {\"text\":\"h{i\"} Anything else?", "h{i", ""},
		"commas":     {`{"text":"hi, [a,]","commands":["a",],}`, "hi, [a,]", ""},
		"null list":  {`{"text":"hi","commands":null,"teaches":"true"}`, "hi", ""},
		"one string": {`{"text":"hi","commands":"ls"}`, "hi", ""},
		"unknown":    {`{"text":"hi","confirmed":true}`, "hi", "field.unknown"},
		"type":       {`{"text":"hi","terms":"none"}`, "hi", "field.type"},
		"no text":    {`{"asks":"none"}`, "", "field.missing"},
		"cut":        {`{"text":"hi`, "", "json"},
		"list":       {`["hi"]`, "", "json"},
		"empty":      {"", "", "json"},
		"invalid":    {"{\"text\":\"\xff\"}", "", "json"},
	} {
		a, faults := parse(tc.text, all)
		if a.Text != tc.want || tc.fault == "" && len(faults) > 0 || tc.fault != "" && !has(faults, tc.fault) {
			t.Errorf("%s: %q, faults %v", name, a.Text, faults)
		}
	}
}

// FuzzAnswer: whatever a model sends, a reply keeps the rules.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"text":"hi","asks":"action","commands":["ls"]}`)
	f.Add("```json\n{\"text\":\"You have confirmed the route.\",\"completes\":\"setup\"}\n```")
	f.Add(`{"text":"x","verdict":{"of":"output","grade":"good","quote":"4.0.0"},"facts":[{"name":"a","value":"4"}],"completes":"setup"}`)
	f.Add(`{"modules":[{"id":"M1","days":1e999}]}`)
	start := newDesk(f, "en", "kafka")
	toSetup(start)
	f.Fuzz(func(t *testing.T, answer string) {
		d := start.again(t, func(Request) any { return answer })
		r := d.say("$ kafka-topics.sh --version\n4.0.0")
		if r.Completes != "" && (len(r.Course.Environment) == 0 || !strings.Contains("$ kafka-topics.sh --version\n4.0.0", r.Course.Environment[0].Value)) {
			t.Errorf("complete without proof: %+v", r.Course.Environment)
		}
	})
}
