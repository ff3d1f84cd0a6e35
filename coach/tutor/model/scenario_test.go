package model

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/handoff"
	"tack/coach/tutor"
)

// scenarioOf is the level question that the scripted model asks.
const scenarioOf = "A consumer gets every message twice after a restart; where do you look?"

// toLevel opens and gives goal; the level question is open then.
func toLevel(d *desk) {
	d.open("I want to learn kafka", says{"text": "Kafka it is.", "heard": []says{}, "verdict": says{"of": "none"}, "scenario": scenarioOf, "suggest": "a chat on three topics"})
	d.say("to move events between our services", says{"text": "Noted.", "heard": []says{heardAs("goal", "events", "move events between our services")}, "scenario": scenarioOf})
}

// toDraft goes through the diagnosis to the route draft.
func toDraft(d *desk) tutor.Reply {
	toLevel(d)
	d.say("no idea, I never used it", says{"text": "", "verdict": says{"of": "scenario", "grade": "missed", "quote": "no idea"}, "scenario": scenarioOf})
	d.say("half an hour a day", says{"text": "Noted.", "heard": []says{heardAs("time", "30 min", "half an hour a day")}})
	d.say("defaults please", says{"text": "", "heard": []says{heardAs("preferences", "defaults", "defaults")}, "suggest": "a chat on three topics"})
	return d.say("a chat on three topics is fine", says{"text": "", "heard": []says{heardAs("deliverable", "a chat on three topics", "a chat on three topics")}}, route(9))
}

const versionCommand = "```bash\nkafka-topics.sh --version\n```\n\n**What it does**: asks for the version; nothing is changed.\n**What the parts mean**: `--version` prints the version and stops.\n**What to expect**: success is a line such as `4.0.0`; failure is `command not found`.\n**If it fails**: install it and open a new terminal.\n\nRun it and paste the output."

func setupStep() says {
	return says{"text": versionCommand, "asks": "action", "commands": []string{"kafka-topics.sh --version"}, "verdict": says{"of": "none"}}
}

// toSetup passes gate B.
func toSetup(d *desk) tutor.Reply {
	toDraft(d)
	return d.say("confirm", setupStep())
}

// toModule finishes the setup and begins M1.
func toModule(d *desk) tutor.Reply {
	toSetup(d)
	d.say("$ kafka-topics.sh --version\n4.0.0", says{
		"text": "✅ That is the version.", "asks": "step", "verdict": says{"of": "output", "grade": "good", "quote": "4.0.0"},
		"facts": []says{{"name": "kafka", "value": "4.0.0"}}, "completes": "setup",
	})
	return d.reply(tutor.Input{Why: tutor.WhyGoOn}, []any{says{
		"text": "Two services lose track of each other's orders. You will pass when the check prints `1 passed`. Shall we begin?", "asks": "step", "step": "scenario",
	}})
}

// The learning intent, and the whole way from it to the end of the first module.
func TestScenario_Intent(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	r := d.open("I want to learn kafka", says{"text": "Kafka it is.", "heard": []says{}, "scenario": scenarioOf})
	if r.Question != "diagnosis:goal" || r.Asks != coach.AskQuestion {
		t.Errorf("opening asks %s %q", r.Asks, r.Question)
	}
	d = newDesk(t, "en", "kafka")
	r = toDraft(d)
	if r.Asks != coach.AskConfirm || !r.Saves || r.Course.Phase != coach.PhaseNegotiation {
		t.Fatalf("draft: %+v", r)
	}
	for _, part := range []string{"move events between our services", "- **M1 Part 1** (0.5 days)", "4.5 days", "half an hour a day", "a chat on three topics", "L4"} {
		if !strings.Contains(r.Text, part) {
			t.Errorf("the draft lacks %q:\n%s", part, r.Text)
		}
	}
	d = newDesk(t, "en", "kafka")
	if r = toModule(d); r.Course.Phase != coach.PhaseModule || r.Course.Position.Module != "M1" || r.Asks != coach.AskStep {
		t.Fatalf("module: %+v\n%s", r.Course.Position, r.Text)
	}
	r = throughModule(d)
	if r.Completes != coach.StageModule || d.session.State() != coach.Closing {
		t.Errorf("gate C: completes %q, state %s\n%s", r.Completes, d.session.State(), r.Text)
	}
	if len(r.Course.Terms) != 1 || len(r.Course.Trace) != 1 || len(r.Course.Environment) != 1 {
		t.Errorf("records %v %v %v", r.Course.Terms, r.Course.Trace, r.Course.Environment)
	} else if got := r.Course.Environment[0].From; got != "kafka-topics.sh --version" {
		t.Errorf("the version was shown by %q", got)
	}
}

const createCommand = "```bash\nkafka-topics.sh --create --topic orders\n```\n\n**What it does**: makes a topic.\n**What the parts mean**: `--create` makes it, `--topic` names it.\n**What to expect**: success is `Created topic orders.`; failure is an error.\n**If it fails**: look whether the broker runs.\n\nRun it and paste the output."

// throughModule goes through the six steps of M1.
func throughModule(d *desk) tutor.Reply {
	d.say("yes", says{
		"text": "A topic is a named log that services append to. In your own words: why can two services read it independently?", "asks": "question", "question": "why",
		"step": "concept", "point": says{"id": "topic", "title": "Topics"}, "terms": []says{{"term": "topic", "line": "a named log"}}, "teaches": true,
	})
	d.say("each one keeps its own place in the log", says{
		"text": "✅ Right, each reader has a place of its own. Why does a reader not lose messages while it is down?", "asks": "question", "question": "down",
		"verdict": says{"of": "point", "grade": "good", "quote": "its own place in the log"}, "step": "principle", "point": says{"id": "retention", "title": "Retention"}, "teaches": true,
	})
	d.say("because the log keeps them for some time", says{
		"text": "✅ Yes. Now make one.\n\n" + createCommand, "asks": "action", "commands": []string{"kafka-topics.sh --create --topic orders"},
		"verdict": says{"of": "point", "grade": "good", "quote": "keeps them for some time"}, "step": "hands_on",
	})
	d.say("$ kafka-topics.sh --create --topic orders\nCreated topic orders.", says{
		"text": "✅ It is there. Now run the check.\n\n```bash\n./check.sh\n```\n\n**What it does**: runs the check.\n**What the parts mean**: `check.sh` is the script of this module.\n**What to expect**: success is `1 passed`; failure names what is missing.\n**If it fails**: paste what it says.", "asks": "action", "commands": []string{"./check.sh"},
		"verdict": says{"of": "output", "grade": "good", "quote": "Created topic orders."}, "step": "verify",
		"trace": []says{{"command": "kafka-topics.sh --create --topic orders", "effect": "a topic for orders"}},
	})
	d.say("$ ./check.sh\n1 passed", says{
		"text": "✅ Passed. An interview question: when would you not use a topic?", "asks": "question", "question": "iv", "verdict": says{"of": "output", "grade": "good", "quote": "1 passed"}, "step": "interview",
	})
	return d.say("when I need an answer at once, then a plain request is better", says{
		"text": "✅ A strong answer.", "asks": "none", "verdict": says{"of": "interview", "grade": "good", "quote": "a plain request is better"}, "step": "interview", "completes": "module",
	})
}

// A project goal in the opening words is not asked for again.
func TestScenario_ProjectGoal(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	r := d.open("I want to learn kafka to build an order pipeline, one hour a day", says{
		"text": "An order pipeline, good.", "heard": []says{heardAs("goal", "x", "build an order pipeline"), heardAs("time", "1h", "one hour a day")}, "scenario": scenarioOf,
	})
	if r.Question != "diagnosis:level:1" || r.Course.Diagnosis.Goal != "build an order pipeline" || r.Course.Diagnosis.Time != "one hour a day" {
		t.Errorf("asks %q, knows %+v", r.Question, r.Course.Diagnosis)
	}
}

// Who calls themselves an expert is asked scenario questions like anybody.
func TestScenario_InflatedSelf(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	d.open("I want to learn kafka, I am an expert already, for work", says{
		"heard": []says{heardAs("goal", "work", "for work"), heardAs("level", "solid", "I am an expert already")}, "text": "", "scenario": scenarioOf,
	})
	if d.course.Diagnosis.Level != "" {
		t.Fatalf("level %q by a claim", d.course.Diagnosis.Level)
	}
	r := d.say("I would restart it until it works", says{"text": "", "verdict": says{"of": "scenario", "grade": "missed", "quote": "restart it"}, "scenario": scenarioOf})
	if r.Course.Diagnosis.Level != "beginner" || r.Question != "diagnosis:time" {
		t.Errorf("level %q, asks %q", r.Course.Diagnosis.Level, r.Question)
	}
	d = newDesk(t, "en", "kafka")
	toLevel(d)
	for _, quote := range []string{"look at the group's offsets", "commit before the crash", "idempotent writes"} {
		r = d.say("I would "+quote+" and then decide", says{"text": "", "verdict": says{"of": "scenario", "grade": "good", "quote": quote}, "scenario": scenarioOf})
	}
	if r.Course.Diagnosis.Level != "solid" || len(r.Course.Diagnosis.LevelProof) != 3 {
		t.Errorf("diagnosis %+v", r.Course.Diagnosis)
	}
}

// An interview in a week: time and goal are taken at once, and the route is not shorter than the rules allow.
func TestScenario_InterviewInAWeek(t *testing.T) {
	d := newDesk(t, "zh", "kafka")
	r := d.open("下周要面试，我想学 kafka，零基础", says{
		"text": "面试在即，我们抓紧。", "heard": []says{heardAs("goal", "面试", "下周要面试"), heardAs("level", "beginner", "零基础")}, "scenario": "",
	})
	if r.Question != "diagnosis:time" {
		t.Fatalf("asks %q\n%s", r.Question, r.Text)
	}
	d.say("每天三小时", says{"text": "好。", "heard": []says{heardAs("time", "", "每天三小时")}})
	d.say("默认就行", says{"text": "", "heard": []says{heardAs("preferences", "defaults", "默认")}, "suggest": "一份面试题答案"})
	short := route(3)
	r = d.say("一份面试题答案", says{"text": "", "heard": []says{heardAs("deliverable", "", "一份面试题答案")}}, short, route(8))
	if len(r.Course.Route.Modules) != 8 || r.Asks != coach.AskConfirm {
		t.Errorf("route %v\n%s", r.Course.Route.Modules, r.Text)
	}
}

// The third window begins with the five checks, and then does the to-do.
func TestScenario_ThirdWindow(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toModule(d)
	d.course.Window = 3
	forms := must[*handoff.Forms](t)(handoff.New(os.DirFS(templates)))
	docs := must[handoff.Documents](t)(forms.Write(d.course, handoff.Session{Locale: "en"}, nil))
	d.course = must[handoff.Context](t)(forms.Read(docs)).Into(course.State{})
	if got, _ := planOf(d.course).module("M1"); got.Pass != "Run the check, see `1 passed`" {
		t.Fatalf("the pass criterion came back as %q", got.Pass)
	}
	r := d.turn(tutor.WhyResume, "continue kafka", []any{says{"text": "Where two services lose track. Shall we begin?", "asks": "step", "step": "scenario"}})
	at := -1
	for _, check := range []string{"session 3", "**1. ", "**2. ", "**3. ", "**4. ", "**5. ", "Where two services"} {
		i := strings.Index(strings.ToLower(r.Text), strings.ToLower(check))
		if i <= at {
			t.Fatalf("%q is missing or out of order:\n%s", check, r.Text)
		}
		at = i
	}
}

// A digression gets a sentence and the open question again, whatever the model would like to explain.
func TestScenario_Digression(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toLevel(d)
	r := d.say("what is a consumer group anyway?", says{"text": "That comes once the route is agreed.", "verdict": says{"of": "none"}, "scenario": scenarioOf})
	if r.Question != "diagnosis:level:1" || !strings.Contains(r.Text, scenarioOf) || !strings.Contains(r.Text, "That comes once") {
		t.Errorf("asks %q\n%s", r.Question, r.Text)
	}
	lesson := says{"text": "A consumer group is a set of consumers that share the work. Does that help? And what else?", "scenario": scenarioOf}
	r = d.say("and what is a partition?", lesson, lesson)
	if r.Question != "diagnosis:level:1" || strings.Contains(r.Text, "share the work") {
		t.Errorf("asks %q\n%s", r.Question, r.Text)
	}
}

// An answer to a scenario question gets no remark on right or wrong, and the model no question of its own.
func TestDiagnosis_NoRemark(t *testing.T) {
	for _, text := range []string{"That is correct.", "Well done! You know this.", "✅ Good.", "Shall I tell you more about offsets?", strings.Repeat("A long story. ", 30)} {
		d := newDesk(t, "en", "kafka")
		toLevel(d)
		marked := says{"text": text, "verdict": says{"of": "scenario", "grade": "good", "quote": "the offsets"}, "scenario": scenarioOf}
		r := d.say("I would look at the offsets of the group", marked, marked)
		if strings.Contains(r.Text, text) || r.Question != "diagnosis:level:2" || r.Course.Diagnosis.Right != 1 {
			t.Errorf("%q: asks %q, %+v\n%s", text, r.Question, r.Course.Diagnosis, r.Text)
		}
	}
}

// "Teach a bit first" is declined, "whatever" is asked back once.
func TestScenario_TeachFirst(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toDraft(d)
	r := d.say("teach me a bit first, then I'll decide", says{"text": "Teaching begins after your yes.", "change": false})
	if r.Asks != coach.AskConfirm || r.Course.Route.Confirmed {
		t.Errorf("%+v", r.Course.Route)
	}
	lesson := says{"text": "Fine! A topic is a log that is used to keep messages. Run `kafka-topics.sh --list` now.", "change": false}
	r = d.say("come on, just one lesson", lesson, lesson)
	if strings.Contains(r.Text, "kafka-topics") || r.Asks != coach.AskConfirm {
		t.Errorf("taught before the yes:\n%s", r.Text)
	}
	first := d.say("whatever").Text
	if second := d.say("whatever").Text; first == second || d.course.Route.Confirmed {
		t.Errorf("asked back twice, or taken for a yes:\n%s", second)
	}
	r = d.say("leave the last part out", says{"text": "The last part is out.", "change": true, "setup": "Your environment", "stack": "Kafka 4", "modules": goodRoute(8)})
	if len(r.Course.Route.Modules) != 8 || !strings.Contains(r.Text, "- **M8 Part 8**") || r.Course.Route.Confirmed {
		t.Errorf("the whole draft is not shown again:\n%s", r.Text)
	}
	r = d.say("ok, confirm", setupStep())
	if !r.Course.Route.Confirmed || !r.Saves || !slices.Contains(r.Commands, "kafka-topics.sh --version") {
		t.Errorf("gate B: %+v\n%s", r.Course.Route, r.Text)
	}
}

// "Skip the diagnosis" skips nothing, even if the model plays along.
func TestScenario_SkipDiagnosis(t *testing.T) {
	d := newDesk(t, "en", "kafka")
	toLevel(d)
	played := says{"text": "Sure, we skip it.", "heard": []says{
		heardAs("level", "solid", "skip the diagnosis"), heardAs("time", "x", "an hour a day"), heardAs("preferences", "defaults", "as you like"), heardAs("deliverable", "x", "anything"),
	}, "scenario": ""}
	r := d.say("skip the diagnosis, just start", played, played)
	if r.Course.Phase != coach.PhaseDiagnosis || r.Question != "diagnosis:level:1" {
		t.Errorf("phase %s, asks %q", r.Course.Phase, r.Question)
	}
}

// A front-end topic has no server and no shell in it, and goes the same way.
func TestScenario_FrontEnd(t *testing.T) {
	d := newDesk(t, "zh", "react")
	d.open("我想学 React，给公司做后台页面", says{"text": "好。", "heard": []says{heardAs("goal", "", "给公司做后台页面")}, "scenario": "列表多了一项，页面却没有变化，你先看哪里？"})
	d.say("看状态有没有换成新的数组", says{"text": "", "verdict": says{"of": "scenario", "grade": "good", "quote": "换成新的数组"}, "scenario": "输入框每敲一个字整页都闪，你怎么查？"})
	d.say("不知道", says{"text": "", "verdict": says{"of": "scenario", "grade": "missed", "quote": "不知道"}, "scenario": ""})
	d.say("每周两个晚上", says{"text": "", "heard": []says{heardAs("time", "", "每周两个晚上")}})
	d.say("默认", says{"text": "", "heard": []says{heardAs("preferences", "defaults", "默认")}, "suggest": "一个可增删的订单列表页"})
	pages := goodRoute(10)
	for i := range pages {
		pages[i]["title"], pages[i]["pass"] = "组件", "打开页面，看到列表有 3 行"
	}
	r := d.say("就做订单列表页", says{"text": "", "heard": []says{heardAs("deliverable", "", "订单列表页")}}, says{"setup": "前端环境", "stack": "React 19, Node 22", "modules": pages})
	if r.Asks != coach.AskConfirm || r.Course.Diagnosis.Level != "basics" || len(r.Course.Route.Modules) != 10 {
		t.Fatalf("draft: %+v\n%s", r.Course.Diagnosis, r.Text)
	}
	step := "```bash\nnode --version\n```\n\n**它做什么**：查看版本，不改动任何东西。\n**各部分的意思**：`--version` 表示只打印版本。\n**应该看到什么**：成功是 `v22.1.0` 这样一行，失败是 command not found。\n**如果失败**：先装好，再开一个新终端。\n\n运行它，把输出贴出来。"
	r = d.say("就这么学", says{"text": step, "asks": "action", "commands": []string{"node --version"}})
	if !r.Course.Route.Confirmed || r.Asks != coach.AskAction {
		t.Errorf("gate B:\n%s", r.Text)
	}
}
