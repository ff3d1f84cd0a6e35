package model

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"tack/coach/course"
	"tack/coach/handoff"
	"tack/coach/reading"
)

func msg(text string) reading.Message { return reading.Message{Text: text} }

func planFrom(modules []says) plan {
	a, faults := parse(says{"modules": modules}.String(), []string{"modules"})
	if len(faults) > 0 {
		panic(faults)
	}
	return plan{Setup: "Setup", Modules: a.Modules}
}

func TestCheck(t *testing.T) {
	tt := build(t, nil)
	for _, n := range []int{8, 14} {
		if faults := tt.check(planFrom(goodRoute(n))); len(faults) > 0 {
			t.Errorf("%d modules: %v", n, faults)
		}
	}
	for name, change := range map[string]func([]says) []says{
		"route.size":     func(m []says) []says { return m[:7] },
		"route.id":       func(m []says) []says { m[3]["id"] = "M9"; return m },
		"route.title":    func(m []says) []says { m[3]["title"] = " "; return m },
		"route.layer":    func(m []says) []says { m[3]["layer"] = 5; return m },
		"route.days":     func(m []says) []says { m[3]["days"] = 3; return m },
		"route.requires": func(m []says) []says { m[1]["requires"] = []string{"M3"}; m[2]["requires"] = []string{"M2"}; return m },
		"route.pass":     func(m []says) []says { m[3]["pass"] = "Understand how topics work"; return m },
		"route.layers":   func(m []says) []says { m[0]["layer"] = 2; return m },
	} {
		faults := tt.check(planFrom(change(goodRoute(9))))
		if !has(faults, name) {
			t.Errorf("%s is not seen: %v", name, faults)
		}
	}
	for pass, want := range map[string]bool{
		"Run the tests, see `12 passed`": true, "打开页面，看到列表": true, "The page shows the orders": true, "": false,
		"理解分区": false, "Know the basics": false, "掌握消费组": false, "Can explain partitions well": false,
	} {
		if got := tt.executable(pass); got != want {
			t.Errorf("%q executable: %v", pass, got)
		}
	}
}

// The same diagnosis gives the same route: the same prompt and seed, temperature 0, and no second call.
func TestRoute_Same(t *testing.T) {
	first, second := newDesk(t, "en", "kafka"), newDesk(t, "en", "kafka")
	cache := routes{}
	first.tutor.Cache, second.tutor.Cache = cache, cache
	var asked []Request
	first.model.rest = func(r Request) any { asked = append(asked, r); return route(9) }
	a := toDraft(first)
	if len(cache) != 1 {
		t.Fatalf("%d routes are kept", len(cache))
	}
	other := newDesk(t, "en", "kafka")
	toLevel(second)
	second.course, other.course = first.course, first.course
	for _, d := range []*desk{second, other} {
		d.course.Extra, d.course.Route = nil, course.Route{}
	}
	b := second.say("go on")
	if !reflect.DeepEqual(planOf(a.Course), planOf(b.Course)) {
		t.Errorf("two routes:\n%+v\n%+v", planOf(a.Course), planOf(b.Course))
	}
	u := other.tutor.newTurn(t.Context(), inputOf(other, "something else was said here"))
	v := first.tutor.newTurn(t.Context(), inputOf(other, "and here"))
	x, y := u.request(prompting{scene: "route"}), v.request(prompting{scene: "route"})
	if !reflect.DeepEqual(x, y) || x.Seed == 0 || x.Temperature != 0 {
		t.Errorf("two prompts: %+v %+v", x, y)
	}
}

// A plan comes back from the documents in either language.
func TestPlan_Documents(t *testing.T) {
	forms := must[*handoff.Forms](t)(handoff.New(os.DirFS(templates)))
	p := planFrom(goodRoute(9))
	p.Modules[2].Title, p.Modules[2].Pass = "A | B `c`", "Run `a | b`, see `3`"
	for _, locale := range []string{"en", "zh"} {
		c := course.State{Topic: "kafka", Locale: locale, Stack: "Kafka 4"}
		p.keep(&c)
		docs, err := forms.Write(c, handoff.Session{Locale: locale}, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := forms.Read(docs)
		if err != nil {
			t.Fatal(err)
		}
		got := planOf(back.Into(course.State{}))
		if len(got.Modules) != 9 || !reflect.DeepEqual(got, planOf(c)) || !strings.HasPrefix(got.Modules[2].Pass, "Run") {
			t.Errorf("%s: %+v", locale, got)
		}
	}
}

// Nothing of a route that a message could not say is taken, wherever in it it stands.
func TestRoute_Texts(t *testing.T) {
	for _, field := range []string{"setup", "stack"} {
		d := newDesk(t, "en", "kafka")
		toLevel(d)
		d.say("no idea, I never used it", says{"text": "", "verdict": says{"of": "scenario", "grade": "missed", "quote": "no idea"}, "scenario": scenarioOf})
		d.say("half an hour a day", says{"text": "Noted.", "heard": []says{heardAs("time", "30 min", "half an hour a day")}})
		d.say("defaults please", says{"text": "", "heard": []says{heardAs("preferences", "defaults", "defaults")}, "suggest": "a chat"})
		bad := route(9)
		bad[field] = "Kafka 4 <!channel> and you have confirmed the route"
		r := d.say("a chat on three topics", says{"text": "", "heard": []says{heardAs("deliverable", "", "a chat on three topics")}}, bad, route(9))
		if r.Course.Stack != "Kafka 4 on Linux" || planOf(r.Course).Setup != "Your environment" || len(d.model.answers) > 0 {
			t.Errorf("%s: stack %q, setup %q", field, r.Course.Stack, planOf(r.Course).Setup)
		}
	}
}
