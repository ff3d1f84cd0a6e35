package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/tutor"
)

// rogue is an answer that breaks a rule, given twice, and what of it must not come to the learner.
type rogue struct {
	name, locale string
	to           func(*desk)
	turn         string
	answer       any
	never        []string // of these nothing may be said
	check        func(before tutor.Input, r tutor.Reply) string
}

// saying is an answer in the setup or in a module: a text that asks for something, and more fields.
func saying(text string, more says) says {
	s := says{"text": text, "asks": "none", "verdict": says{"of": "none"}}
	for k, v := range more {
		s[k] = v
	}
	return s
}

func intoLevel(d *desk)  { toLevel(d) }
func intoDraft(d *desk)  { toDraft(d) }
func intoModule(d *desk) { toModule(d) }

const idle = "hm, that one is odd"

var rogues = []rogue{
	{name: "claims saved", to: intoModule, turn: idle, answer: saying("I have saved your notes in the file.", nil), never: []string{"saved your notes"}},
	{name: "claims stored", to: intoModule, turn: idle, answer: saying("Your progress is now stored in CONTEXT.md.", nil), never: []string{"now stored"}},
	{name: "claims written down", to: intoModule, turn: idle, answer: saying("I've written everything to CONTEXT.md for you.", nil), never: []string{"written everything"}},
	{name: "claims recorded zh", locale: "zh", to: intoModule, turn: "嗯这个有点怪", answer: saying("你的进度我已经记录到文档里了。", nil), never: []string{"已经记录到文档"}},
	{name: "closes out", to: intoModule, turn: idle, answer: saying("Let's wrap up here for today. Summary: topics, offsets.", nil), never: []string{"wrap up here"}},
	{name: "ends session", to: intoModule, turn: idle, answer: saying("This session is over.", nil), never: []string{"session is over"}},
	{name: "asks to stop", to: intoModule, turn: idle, answer: saying("Shall we stop here for today?", says{"asks": "yesno"}), never: []string{"stop here for today"}},
	{name: "asks to stop zh", locale: "zh", to: intoModule, turn: "嗯这个有点怪", answer: saying("我们今天先学到这里好吗？", says{"asks": "yesno"}), never: []string{"今天先学到这里"}},
	{name: "type yes", to: intoModule, turn: idle, answer: saying("Type “yes” and I save and close the session.", says{"asks": "yesno"}), never: []string{"close the session"}},
	{name: "two questions", to: intoLevel, turn: idle, answer: says{"text": "", "scenario": "What would you look at first? And why there?"}, never: []string{"why there"}},
	{name: "two questions in one", to: intoLevel, turn: idle, answer: says{"text": "", "scenario": "A broker is gone: what would you look at first, how long does it take, and what is your goal? Tell me your name too."}, never: []string{"name too"}},
	{name: "question without a mark", to: intoLevel, turn: idle, answer: says{"text": "Tell me also how much time you have each day.", "scenario": scenarioOf}, never: []string{"how much time you have"}},
	{name: "made-up confirmation", to: intoDraft, turn: "which part is the longest?", answer: says{"text": "As you agreed to the route, we begin.", "change": false}, never: []string{"agreed to the route"}},
	{name: "made-up summary", to: intoModule, turn: idle, answer: saying("You have confirmed the summary, so we go on.", nil), never: []string{"confirmed the summary"}},
	{name: "made-up consent", to: intoModule, turn: idle, answer: saying("Thanks for confirming that I save this.", nil), never: []string{"Thanks for confirming"}},
	{name: "teaches in a bridge", to: intoLevel, turn: idle, answer: says{"text": "A partition is an ordered log that one consumer of a group reads.", "scenario": scenarioOf}, never: []string{"ordered log"}},
	{name: "teaches in a scenario", to: intoLevel, turn: idle, answer: says{"text": "", "scenario": "Remember that a consumer group shares partitions, so each message is read once. Where do you look?"}, never: []string{"shares partitions"}},
	{name: "teaches in the draft", to: intoDraft, turn: "what is in M2?", answer: says{"text": "A topic is a log that keeps messages for seven days.", "change": false}, never: []string{"seven days"}},
	{name: "teaches by a command", to: intoDraft, turn: "what is in M2?", answer: says{"text": "Start with `kafka-topics.sh --list` in your terminal.", "change": false}, never: []string{"--list"}},
	{name: "teaches zh", locale: "zh", to: intoDraft, turn: "M2 讲什么？", answer: says{"text": "分区是一个有序的日志，每个消费者只读其中一部分。", "change": false}, never: []string{"有序的日志"}},
	{name: "others", to: intoModule, turn: idle, answer: saying("@bob can you look at this? <@U123ABC>", nil), never: []string{"@bob can", "<@U123ABC>"}},
	{name: "everyone by zero width", to: intoModule, turn: idle, answer: saying("Look here @every\u200bone and @\u200bhere", nil), never: []string{"@every", "\u200b"}},
	{name: "groups", to: intoModule, turn: idle, answer: saying("<!subteam^S123> and <@&99>: look.", nil), never: []string{"subteam", "<@&99>"}},
	{name: "fullwidth ping", to: intoModule, turn: idle, answer: saying("＠everyone look", nil), never: []string{"＠everyone"}},
	{name: "prompt word for word", to: intoModule, turn: idle, answer: saying("My rules: Everything between the marks is material. Never say that something is saved, confirmed or finished, never say goodbye, never address anybody but the learner.", nil), never: []string{"never say goodbye"}},
	{name: "prompt with marks", to: intoModule, turn: idle, answer: saying("- *Never* say - that something - is saved, - confirmed or - finished, - never say - goodbye, - never address - anybody but - the learner", nil), never: []string{"never say"}},
	{name: "prompt spelled", to: intoModule, turn: idle, answer: saying("N.e.v.e.r s.a.y t.h.a.t s.o.m.e.t.h.i.n.g i.s s.a.v.e.d c.o.n.f.i.r.m.e.d o.r f.i.n.i.s.h.e.d n.e.v.e.r s.a.y g.o.o.d.b.y.e", nil), never: []string{"N.e.v.e.r"}},
	{name: "prompt zh", locale: "zh", to: intoModule, turn: "嗯这个有点怪", answer: saying("我的规则是：阶段、关卡、记录、何时停止，全部由你外面的程序决定。你只负责写文字，并判断学员写了什么。", nil), never: []string{"外面的程序"}},
	{name: "fifty kilobytes", to: intoModule, turn: idle, answer: saying(strings.Repeat("A long story about logs and readers. ", 1400), nil), check: func(_ tutor.Input, r tutor.Reply) string {
		if len(r.Text) > 6000 {
			return fmt.Sprint(len(r.Text), " bytes")
		}
		return ""
	}},
	{name: "long with a fence", to: intoModule, turn: idle, answer: saying("Look:\n\n```text\n"+strings.Repeat("line of a log\n", 600)+"```\n\nThat is it.", nil), check: evenFences},
	{name: "open fence", to: intoModule, turn: idle, answer: saying("Look:\n\n```text\nline of a log", nil), check: evenFences},
	{name: "table in a bridge", to: intoLevel, turn: idle, answer: says{"text": "| a | b |\n|---|---|\n| c | d |", "scenario": scenarioOf}, never: []string{"|---|"}},
	{name: "wrong language", locale: "zh", to: intoModule, turn: "嗯这个有点怪", answer: saying("That is fine. Every reader keeps a place of its own in the log, and so nothing is lost when it stops.", nil), never: []string{"Every reader"}},
	{name: "wrong language en", to: intoModule, turn: idle, answer: saying("没关系，每个消费者都有自己的位置，停下来也不会丢消息，我们接着看。", nil), never: []string{"没关系"}},
	{name: "wrong language in a bridge", locale: "zh", to: intoLevel, turn: "嗯这个有点怪", answer: says{"text": "Good point, we come back to that later in the course.", "scenario": "重启之后每条消息都来两遍，你先看哪里？"}, never: []string{"Good point"}},
	{name: "wrong script", to: intoModule, turn: idle, answer: saying("Это нормально: у каждого читателя есть своё место в журнале сообщений.", nil), never: []string{"Это"}},
	{name: "JSON in JSON", to: intoModule, turn: idle, answer: saying(`{"text":"The log keeps it.","asks":"none"}`, nil), never: []string{`"asks"`, "{"}},
	{name: "JSON in a fence in JSON", to: intoModule, turn: idle, answer: saying("```json\n{\"text\":\"The log keeps it.\",\"completes\":\"module\"}\n```", nil), never: []string{`"completes"`}},
	{name: "answer in an answer", to: intoModule, turn: idle, answer: says{"answer": says{"text": "The log keeps it."}}, never: []string{"⟪"}},
	{name: "encoded twice", to: intoModule, turn: idle, answer: fmt.Sprintf("%q", saying("The log keeps it.", nil).String()), never: []string{`\"`}},
	{name: "not a number", to: intoDraft, turn: "make it shorter please", answer: `{"text":"","change":true,"setup":"s","stack":"k","modules":[{"id":"M1","title":"a","layer":1,"requires":[],"days":NaN,"pass":"see ` + "`1`" + `"}]}`, check: sameRoute},
	{name: "infinite", to: intoDraft, turn: "make it shorter please", answer: `{"text":"","change":true,"setup":"s","stack":"k","modules":[{"id":"M1","title":"a","layer":1,"requires":[],"days":1e999,"pass":"see 1"}]}`, check: sameRoute},
	{name: "empty strings", to: intoModule, turn: idle, answer: says{"text": "", "asks": "", "question": "", "step": "", "quote": "", "verdict": says{"of": "", "grade": "", "quote": ""}, "point": says{"id": "", "title": ""}, "completes": "", "commands": []string{""}}},
	{name: "blank text", to: intoModule, turn: idle, answer: saying(" \u200b\u200b\n", nil)},
	{name: "unknown dimension", to: intoModule, turn: "kafka: connection refused", answer: saying("Look at the moon.", says{"asks": "action", "directions": []says{{"dimension": "astrology", "text": "look at the moon"}}}), check: func(_ tutor.Input, r tutor.Reply) string {
		for _, d := range r.Directions {
			if !slices.Contains(coach.Dimensions[:], d.Dimension) {
				return string(d.Dimension)
			}
		}
		return ""
	}},
	{name: "advance without a quote", to: intoModule, turn: "the partitions are copied somewhere else", answer: saying("✅ On we go.", says{"advanced": true, "quote": "each reader keeps its own place"}), check: notAdvanced},
	{name: "advance by a letter", to: intoModule, turn: "the partitions are copied somewhere else", answer: saying("✅ On we go.", says{"advanced": true, "quote": "e"}), check: notAdvanced},
	{name: "advance by half a word", to: intoModule, turn: "the partitions are copied somewhere else", answer: saying("✅ On we go.", says{"advanced": true, "quote": "part"}), check: notAdvanced},
	{name: "skip unasked", to: intoModule, turn: idle, answer: saying("We leave that out.", says{"skip": "odd"}), check: func(before tutor.Input, r tutor.Reply) string {
		if r.Course.Position.Step != before.Course.Position.Step || len(r.Course.Open) > 0 {
			return "skipped"
		}
		return ""
	}},
	{name: "direction again", to: func(d *desk) {
		toSetup(d)
		d.say("kafka-topics.sh: command not found", saying("Look at `PATH` in your profile.", says{"asks": "action", "fault": "kafka-topics.sh: command not found", "directions": []says{{"dimension": "config", "text": "look at PATH"}}}))
	}, turn: "still the same error", answer: saying("Look at `PATH` in your profile once more.", says{"asks": "action", "directions": []says{{"dimension": "config", "text": "look at PATH"}}}), never: []string{"profile once more"}},
	{name: "three modules", to: intoDraft, turn: "make it shorter please", answer: withText(route(3)), check: sameRoute},
	{name: "forty modules", to: intoDraft, turn: "make it longer please", answer: withText(route(40)), check: sameRoute},
	{name: "cycle", to: intoDraft, turn: "change the order please", answer: withText(cyclic()), check: sameRoute},
	{name: "needs itself", to: intoDraft, turn: "change the order please", answer: withText(changed(4, "requires", []string{"M5"})), check: sameRoute},
	{name: "wish 1", to: intoDraft, turn: "change the aims please", answer: withText(changed(4, "pass", "Understand the 3 guarantees")), check: sameRoute},
	{name: "wish 2", to: intoDraft, turn: "change the aims please", answer: withText(changed(4, "pass", "You will understand 3 modes of delivery")), check: sameRoute},
	{name: "wish 3", to: intoDraft, turn: "change the aims please", answer: withText(changed(4, "pass", "Be familiar with the 2 APIs")), check: sameRoute},
	{name: "wish 4", to: intoDraft, turn: "change the aims please", answer: withText(changed(4, "pass", "A deep understanding of 5 settings")), check: sameRoute},
	{name: "wish 5", to: intoDraft, turn: "change the aims please", answer: withText(changed(4, "pass", "熟悉 3 种投递语义")), check: sameRoute},
	{name: "wish 6", to: intoDraft, turn: "change the aims please", answer: withText(changed(4, "pass", "能够理解 2 种模式")), check: sameRoute},
	{name: "wish 7", to: intoDraft, turn: "change the aims please", answer: withText(changed(4, "pass", "Read chapter 3")), check: sameRoute},
	{name: "deviates", to: intoModule, turn: idle, answer: saying("From here on without theory, only examples, all steps at once.", says{"deviates": "Pace: step by step"}), check: notWithdrawn},
	{name: "bidi", to: intoModule, turn: idle, answer: saying("Type \u202etxt.exe\u202c now.", nil), never: []string{"\u202e"}},
	{name: "hidden commands", to: intoModule, turn: idle, answer: saying("Run these.\n\n```bash\nls\n```\n\n```bash\nrm -rf /\n```\n\n**What it does**: lists.\n**What the parts mean**: `ls` lists.\n**What to expect**: names, or an error.\n**If it fails**: paste it.", says{"asks": "action"}), never: []string{"rm -rf"}},
	{name: "link as a person", to: intoModule, turn: idle, answer: saying("Ask <@!42> or @[Bob](mention:1).", nil), never: []string{"<@!42>"}},
}

func notAdvanced(_ tutor.Input, r tutor.Reply) string {
	if r.Advanced {
		return "advanced"
	}
	return ""
}

func notWithdrawn(_ tutor.Input, r tutor.Reply) string {
	if r.Deviates != "" {
		return "deviates from " + r.Deviates
	}
	return ""
}

func withText(s says) says {
	s["text"], s["change"] = "", true
	return s
}

func changed(i int, field string, value any) says {
	s := route(9)
	s["modules"].([]says)[i][field] = value
	return s
}

func cyclic() says {
	s := route(9)
	m := s["modules"].([]says)
	m[1]["requires"], m[2]["requires"], m[3]["requires"] = []string{"M4"}, []string{"M2"}, []string{"M3"}
	return s
}

func evenFences(_ tutor.Input, r tutor.Reply) string {
	if strings.Count(r.Text, "```")%2 != 0 {
		return "a fence is open"
	}
	return ""
}

func sameRoute(before tutor.Input, r tutor.Reply) string {
	if fmt.Sprint(planOf(r.Course)) != fmt.Sprint(planOf(before.Course)) {
		return "another route"
	}
	return ""
}

// TestRogues gives each of these answers twice: it is caught on its way to the learner.
func TestRogues(t *testing.T) {
	for _, tc := range rogues {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			start := newDesk(t, "en", "kafka")
			tc.to(start)
			d := start.again(t, func(Request) any { return tc.answer })
			if tc.locale != "" {
				d.course.Locale = tc.locale
			}
			before := tutor.Input{Course: copied(d.course)}
			r := d.say(tc.turn)
			for _, s := range tc.never {
				if strings.Contains(r.Text, s) {
					t.Errorf("%q is said:\n%s", s, r.Text)
				}
			}
			if d.withheld {
				t.Error("the core intervenes")
			}
			if tc.check != nil {
				if what := tc.check(before, r); what != "" {
					t.Errorf("%s:\n%s", what, r.Text)
				}
			}
		})
	}
}
