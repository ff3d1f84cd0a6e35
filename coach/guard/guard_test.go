package guard

import (
	"os"
	"testing"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

func open(t testing.TB) *Guard {
	t.Helper()
	g, err := New(os.DirFS("../../templates"))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The places in which replies are tried.
var (
	diagnosis = Context{Phase: coach.PhaseDiagnosis, Locale: "en"}
	draft     = Context{Phase: coach.PhaseNegotiation, Locale: "en"}
	setup     = Context{Phase: coach.PhaseSetup, Locale: "en", RouteConfirmed: true}
	module    = Context{
		Phase: coach.PhaseModule, Locale: "en", RouteConfirmed: true, Terms: []string{"TTL", "AOF", "过期时间"}, Fresh: []string{"LRU"},
		Preferences: []string{"short answers"}, Depth: "no cluster", Closed: []string{"Docker", "Redis Stack"}, Learner: []string{"<@U7>"},
	}
	continuous = Context{Phase: coach.PhaseModule, Locale: "en", RouteConfirmed: true, Pace: coach.PaceContinuous}
	unsaved    = Context{Phase: coach.PhaseModule, Locale: "en", RouteConfirmed: true, CloseOut: true}
	saved      = Context{Phase: coach.PhaseModule, Locale: "en", RouteConfirmed: true, CloseOut: true, Saved: true}
)

// row is a reply with the rule that it breaks; 0: none.
type row struct {
	rule  int
	where Context
	text  string
}

func (x row) reply() tutor.Reply {
	r := tutor.Reply{Text: x.text}
	if x.rule == RuleCommands && x.where.Phase != coach.PhaseDiagnosis {
		r.Asks = coach.AskAction
	}
	return r
}

func TestCheck_Bad(t *testing.T) {
	g := open(t)
	if len(bad) < 60 {
		t.Errorf("%d bad replies", len(bad))
	}
	for _, x := range bad {
		v := g.Check(x.reply(), x.where)
		if len(v) == 0 {
			t.Errorf("rule %d not seen in %q", x.rule, x.text)
		}
		for _, f := range v {
			if f.Rule != x.rule {
				t.Errorf("%+v seen in %q, which breaks rule %d", f, x.text, x.rule)
			}
		}
	}
}

func TestCheck_Good(t *testing.T) {
	g := open(t)
	if len(good) < 60 {
		t.Errorf("%d good replies", len(good))
	}
	for _, x := range good {
		if v := g.Check(x.reply(), x.where); len(v) > 0 {
			t.Errorf("%+v seen in %q", v, x.text)
		}
	}
}

// What a reply says of itself counts as much as its text.
func TestCheck_Claims(t *testing.T) {
	g := open(t)
	kept := course.State{Topic: "redis", Preferences: []string{"short answers"}, Route: course.Route{Depth: "no cluster"}}
	for name, tc := range map[string]struct {
		reply tutor.Reply
		where Context
		want  string
	}{
		"TwoCommands":        {tutor.Reply{Text: "Please do it.", Commands: []string{"git init", "git status"}}, setup, "commands.many"},
		"FourContinuous":     {tutor.Reply{Text: "Please do it.", Commands: []string{"a", "b", "c", "d"}}, continuous, "commands.many"},
		"ThreeContinuous":    {tutor.Reply{Text: "Please do it.", Commands: []string{"a", "b", "c"}}, continuous, ""},
		"SameTwice":          {tutor.Reply{Text: "Please do it.", Commands: []string{"git  init", "git init"}}, setup, ""},
		"BareCommand":        {tutor.Reply{Text: "```bash\ngit init\n```", Asks: coach.AskAction, Step: "m0.init"}, setup, "commands.parts"},
		"SameStepAgain":      {tutor.Reply{Text: "```bash\ngit init\n```", Asks: coach.AskAction, Step: "m0.init"}, Context{Phase: coach.PhaseSetup, RouteConfirmed: true, Step: "m0.init"}, ""},
		"Direction":          {tutor.Reply{Text: "Run `git status`.", Asks: coach.AskAction, Directions: []course.Tried{{Dimension: coach.DimState}}}, module, ""},
		"TeachesTooEarly":    {tutor.Reply{Text: "Nice.", Teaches: true}, draft, "gate.teaching"},
		"ExplainsTooEarly":   {tutor.Reply{Text: "Nice.", Explains: []string{"TTL"}}, diagnosis, "gate.teaching"},
		"CommandTooEarly":    {tutor.Reply{Text: "Nice.", Commands: []string{"redis-cli PING"}}, diagnosis, "gate.command"},
		"TermAgain":          {tutor.Reply{Text: "Nice.", Explains: []string{"ttl"}}, module, "term.again"},
		"TermNew":            {tutor.Reply{Text: "LRU drops what was not used.", Explains: []string{"LRU"}}, module, ""},
		"Deviates":           {tutor.Reply{Text: "Nice.", Deviates: "short answers"}, module, "preference.deviates"},
		"DeviatesFromNone":   {tutor.Reply{Text: "Nice.", Deviates: "long answers"}, module, ""},
		"KeepsTheCourse":     {tutor.Reply{Text: "Nice.", Course: kept}, module, ""},
		"DropsAPreference":   {tutor.Reply{Text: "Nice.", Course: course.State{Topic: "redis", Route: kept.Route}}, module, "preference.dropped"},
		"ChangesTheDepth":    {tutor.Reply{Text: "Nice.", Course: course.State{Topic: "redis", Preferences: kept.Preferences}}, module, "depth.changed"},
		"RaisesClosed":       {tutor.Reply{Text: "Nice.", Raises: []string{"docker"}}, module, "option.closed"},
		"RaisesOpen":         {tutor.Reply{Text: "Nice.", Raises: []string{"podman"}}, module, ""},
		"NoCourseYetTeaches": {tutor.Reply{Text: "SETNX sets a key only if it is not there.", Teaches: true}, Context{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			for _, v := range g.Check(tc.reply, tc.where) {
				got += v.Name
			}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestNew_Refused(t *testing.T) {
	if _, err := New(os.DirFS(t.TempDir())); err == nil {
		t.Error("no words, no error")
	}
}
