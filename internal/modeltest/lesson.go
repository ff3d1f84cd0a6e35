// Package modeltest is what a language model says in tests, well-behaved and not.
//
// Goals: one course that every test of the model tutor can be taken through, by what is asked for and
// the learner's turn, whatever process asks; the worst that can come back. Non-goals: the wire
// (internal/openai/openaitest).
//
//	text := modeltest.Kafka["diagnosis: I want to learn kafka"].String()
package modeltest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Reply is an answer of a model: the fields that it gives.
type Reply map[string]any

// String is the answer as JSON.
func (r Reply) String() string {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // texts and numbers: it cannot fail
	}
	return string(b)
}

// inParts is a step's text with its four parts.
func inParts(run, does string) string {
	return fmt.Sprintf("```bash\n%s\n```\n\n**What it does**: %s.\n**What the parts mean**: `%s` is the program.\n"+
		"**What to expect**: success is a line of output; failure is an error.\n**If it fails**: paste what it says.\n\nRun it and paste the output.",
		run, does, strings.Fields(run)[0])
}

// Quoted is a verdict with its proof.
func Quoted(of, grade, quote string) Reply { return Reply{"of": of, "grade": grade, "quote": quote} }

// heard is what the model takes from a turn of the diagnosis.
func heard(dimension, value, quote string) []Reply {
	return []Reply{{"dimension": dimension, "value": value, "quote": quote}}
}

// route is a route of so many modules.
func route(title, pass string, n int) Reply {
	var modules []Reply
	for i := range n {
		m := Reply{"id": fmt.Sprintf("M%d", i+1), "title": fmt.Sprintf("%s %d", title, i+1), "layer": 1 + i*3/(n-1), "requires": []string{}, "days": 0.5, "pass": pass}
		if i > 0 {
			m["requires"] = []string{fmt.Sprintf("M%d", i)}
		}
		modules = append(modules, m)
	}
	return Reply{"setup": "Your environment", "stack": "Kafka 4 on Linux", "modules": modules}
}

// ScenarioQuestion is the question about the level.
const ScenarioQuestion = "A consumer gets every message twice after a restart; where do you look?"

// Kafka is a well-behaved model through a diagnosis, the setup and a module: its answers by "scene: turn".
var Kafka = map[string]Reply{
	"topic: I want to learn kafka":     {"software": true, "topic": "kafka"},
	"diagnosis: I want to learn kafka": {"text": "Kafka it is.", "heard": []Reply{}, "verdict": Quoted("none", "none", ""), "scenario": ScenarioQuestion, "suggest": ""},
	"diagnosis: to move events between our services": {
		"text": "Noted.", "heard": heard("goal", "events", "move events between our services"), "verdict": Quoted("none", "none", ""), "scenario": ScenarioQuestion, "suggest": "",
	},
	"diagnosis: no idea, I never used it": {
		"text": "", "heard": []Reply{}, "verdict": Quoted("scenario", "missed", "no idea"), "scenario": ScenarioQuestion, "suggest": "",
	},
	"diagnosis: half an hour a day": {
		"text": "Noted.", "heard": heard("time", "30 min", "half an hour a day"), "verdict": Quoted("none", "none", ""), "scenario": "", "suggest": "",
	},
	"diagnosis: defaults please": {
		"text": "", "heard": heard("preferences", "defaults", "defaults"), "verdict": Quoted("none", "none", ""), "scenario": "", "suggest": "a chat on three topics",
	},
	"diagnosis: a chat on three topics is fine": {
		"text": "", "heard": heard("deliverable", "a chat on three topics", "a chat on three topics"), "verdict": Quoted("none", "none", ""), "scenario": "", "suggest": "",
	},
	"route: ":        route("Part", "Run the check, see `1 passed`", 9),
	"setup: confirm": {"text": inParts("kafka-topics.sh --version", "asks for the version"), "asks": "action", "commands": []string{"kafka-topics.sh --version"}, "verdict": Quoted("none", "none", "")},
	"setup: $ kafka-topics.sh --version\n4.0.0": {
		"text": "✅ That is the version.", "asks": "step", "verdict": Quoted("output", "good", "4.0.0"),
		"facts": []Reply{{"name": "kafka", "value": "4.0.0"}}, "completes": "setup",
	},
	"module: go on": {
		"text": "Two services lose track of each other's orders. Shall we begin?", "asks": "step", "step": "scenario", "verdict": Quoted("none", "none", ""),
	},
	"module: yes": {
		"text": "A topic is a named log that services append to. In your own words: why can two services read it independently?", "asks": "question", "question": "why",
		"step": "concept", "point": Reply{"id": "topic", "title": "Topics"}, "terms": []Reply{{"term": "topic", "line": "a named log"}}, "teaches": true, "verdict": Quoted("none", "none", ""),
	},
	"module: each one keeps its own place in the log": {
		"text": "✅ Right, each reader has a place of its own. Why does a reader lose nothing while it is down?", "asks": "question", "question": "down",
		"verdict": Quoted("point", "good", "its own place in the log"), "step": "principle", "point": Reply{"id": "retention", "title": "Retention"}, "teaches": true,
	},
	"module: because the log keeps them for some time": {
		"text": "✅ Yes. Now make one.\n\n" + inParts("kafka-topics.sh --create --topic orders", "makes a topic"), "asks": "action",
		"commands": []string{"kafka-topics.sh --create --topic orders"}, "verdict": Quoted("point", "good", "keeps them for some time"), "step": "hands_on",
	},
	"module: " + KafkaError: {
		"text": "The broker does not answer there. Look whether its port is in `server.properties`, and tell me what it says.", "asks": "action", "step": "hands_on",
		"fault": KafkaError, "directions": []Reply{{"dimension": "config", "text": "look at the port in server.properties"}}, "verdict": Quoted("none", "none", ""),
	},
	"module: $ kafka-topics.sh --create --topic orders\nCreated topic orders.": {
		"text": "✅ It is there. Now run the check.\n\n" + inParts("./check.sh", "runs the check"), "asks": "action", "commands": []string{"./check.sh"},
		"verdict": Quoted("output", "good", "Created topic orders."), "step": "verify",
		"trace": []Reply{{"command": "kafka-topics.sh --create --topic orders", "effect": "a topic for orders", "undone": ""}},
	},
	"module: $ ./check.sh\n1 passed": {
		"text": "✅ Passed. An interview question: when would you not use a topic?", "asks": "question", "question": "iv", "verdict": Quoted("output", "good", "1 passed"), "step": "interview",
	},
	"module: when I need an answer at once, then a plain request is better": {
		"text": "✅ A strong answer.", "asks": "none", "verdict": Quoted("interview", "good", "a plain request is better"), "step": "interview", "completes": "module",
	},
	"module: continue kafka": {
		"text": "Orders pile up because one reader is slow. Shall we begin?", "asks": "step", "step": "scenario", "verdict": Quoted("none", "none", ""),
	},
}

// KafkaChinese is the same as far as the setup.
var KafkaChinese = map[string]Reply{
	"topic: 我想学 kafka":     {"software": true, "topic": "kafka"},
	"diagnosis: 我想学 kafka": {"text": "好，我们学 kafka。", "heard": []Reply{}, "verdict": Quoted("none", "none", ""), "scenario": "重启之后每条消息都来两遍，你先看哪里？", "suggest": ""},
	"diagnosis: 在服务之间传递订单": {
		"text": "记下了。", "heard": heard("goal", "", "在服务之间传递订单"), "verdict": Quoted("none", "none", ""), "scenario": "重启之后每条消息都来两遍，你先看哪里？", "suggest": "",
	},
	"diagnosis: 没思路":      {"text": "", "heard": []Reply{}, "verdict": Quoted("scenario", "missed", "没思路"), "scenario": "", "suggest": ""},
	"diagnosis: 每天半小时":    {"text": "好。", "heard": heard("time", "", "每天半小时"), "verdict": Quoted("none", "none", ""), "scenario": "", "suggest": ""},
	"diagnosis: 默认":       {"text": "", "heard": heard("preferences", "defaults", "默认"), "verdict": Quoted("none", "none", ""), "scenario": "", "suggest": "一个订单通知程序"},
	"diagnosis: 一个订单通知程序": {"text": "", "heard": heard("deliverable", "一个订单通知程序", "一个订单通知程序"), "verdict": Quoted("none", "none", ""), "scenario": "", "suggest": ""},
	"route: ":             chineseRoute(),
	"setup: 就这么学": {
		"text": "```bash\nkafka-topics.sh --version\n```\n\n**它做什么**：查看版本，不改动任何东西。\n**各部分的意思**：`--version` 表示只打印版本。\n**应该看到什么**：成功是 `4.0.0` 这样一行，失败是 command not found。\n**如果失败**：先装好，再开一个新终端。\n\n运行它，把输出贴出来。",
		"asks": "action", "commands": []string{"kafka-topics.sh --version"}, "verdict": Quoted("none", "none", ""),
	},
}

func chineseRoute() Reply {
	r := route("第", "运行检查，看到 `1 passed`", 8)
	for i, m := range r["modules"].([]Reply) {
		m["title"] = fmt.Sprintf("第 %d 部分", i+1)
	}
	return r
}

// KafkaError is the trouble in the first module.
const KafkaError = "Error while executing topic command: Connection to node -1 (localhost/127.0.0.1:9092) could not be established."

// The turns are a learner's way through it, in pieces after which something can be looked at.
var (
	Diagnosis = []string{
		"I want to learn kafka", "to move events between our services", "no idea, I never used it", "half an hour a day", "defaults please",
		"a chat on three topics is fine",
	}
	Setup  = []string{"confirm", "$ kafka-topics.sh --version\n4.0.0"}
	Module = []string{"go on", "yes", "each one keeps its own place in the log", "because the log keeps them for some time"}
	Stuck  = []string{KafkaError, KafkaError, KafkaError}
	End    = []string{
		"$ kafka-topics.sh --create --topic orders\nCreated topic orders.", "$ ./check.sh\n1 passed",
		"when I need an answer at once, then a plain request is better",
	}
)
