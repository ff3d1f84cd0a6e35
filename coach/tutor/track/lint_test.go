package track

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func sample(t testing.TB) *Track {
	t.Helper()
	data, err := os.ReadFile("testdata/tally.yaml")
	if err != nil {
		t.Fatal(err)
	}
	track, err := Parse("tally.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	return track
}

func TestLint_Clean(t *testing.T) {
	for _, p := range Lint(sample(t)) {
		t.Error(p)
	}
}

func TestLint(t *testing.T) {
	m1 := func(t *Track) *Module { return &t.Modules[0] }
	for _, tt := range []struct {
		name   string
		breaks func(*Track)
		path   string // of the problem
		what   string // part of it
	}{
		{"Version", func(t *Track) { t.Version = 2 }, "version", "want 1"},
		{"Topic", func(t *Track) { t.Topic = "My Topic" }, "topic", "lower-case"},
		{"NoLanguage", func(t *Track) { t.Languages = nil }, "languages", "none"},
		{"LanguageMissing", func(t *Track) { delete(m1(t).Title, "zh") }, "modules[0].title", "no text in zh"},
		{"LanguageExtra", func(t *Track) { m1(t).Title["fr"] = "Lignes" }, "modules[0].title", "does not list"},
		{"OptionalHalf", func(t *Track) { delete(t.Setup.Steps[1].Trace, "en") }, "setup.steps[1].trace", "no text in en"},
		{"Long", func(t *Track) { m1(t).Concept[0].Text["zh"] = strings.Repeat("长", 901) }, "modules[0].concept[0].text", "901"},
		{"NoLevels", func(t *Track) { t.Levels = nil }, "levels", "want 1 to 3"},
		{"ManyLevels", func(t *Track) { t.Levels = append(t.Levels, t.Levels...) }, "levels", "want 1 to 3"},
		{"LevelTwoQuestions", func(t *Track) { t.Levels[0].Ask["zh"] = "怎么做？为什么？" }, "levels[0].ask", "2 questions in zh"},
		{"NoSetup", func(t *Track) { t.Setup.Steps = nil }, "setup.steps", "none"},
		{"NoModules", func(t *Track) { t.Modules = nil }, "modules", "want 1 to 14"},
		{"ManyModules", func(t *Track) { t.Modules = slices.Repeat(t.Modules, 8) }, "modules", "16 modules"},
		{"Needs", func(t *Track) { t.Needs = []string{"a b"} }, "needs[0]", "not the name"},
		{"SameID", func(t *Track) { m1(t).Verify[0].ID = "what-is-counted" }, "modules[0].verify[0].id", "also at"},
		{"EmptyID", func(t *Track) { t.Levels[0].ID = "" }, "levels[0].id", "empty"},
		{"ModuleID", func(t *Track) { m1(t).ID = "one" }, "modules[0].id", "not M1"},
		{"ModuleTwice", func(t *Track) { t.Modules[1].ID = "M1" }, "modules[1].id", "taken"},
		{"RequiresLater", func(t *Track) { m1(t).Requires = []string{"M2"} }, "modules[0].requires[0]", "before"},
		{"RequiresSelf", func(t *Track) { t.Modules[1].Requires = []string{"M2"} }, "modules[1].requires[0]", "before"},
		{"Layer", func(t *Track) { m1(t).Layer = 5 }, "modules[0].layer", "1 to 4"},
		{"DaysShort", func(t *Track) { m1(t).Days = 0.2 }, "modules[0].days", "0.25"},
		{"DaysLong", func(t *Track) { m1(t).Days = 2.25 }, "modules[0].days", "2"},
		{"PassVague", func(t *Track) { m1(t).Pass["en"] = "Understand lines." }, "modules[0].pass", "observable"},
		{"StepMissing", func(t *Track) { m1(t).Interview = nil }, "modules[0].interview", "none"},
		{"ScenarioMissing", func(t *Track) { m1(t).Scenario = nil }, "modules[0].scenario", "no text"},
		{"SameQuestion", func(t *Track) { m1(t).Concept[0].Other = m1(t).Concept[0].Check.Ask }, "modules[0].concept[0].other", "same"},
		{"TermTwice", func(t *Track) { t.Glossary[0].Term = "newline" }, "glossary[0]", "also at"},
		{"TermNowhere", func(t *Track) { m1(t).Concept[0].Terms = nil }, "modules[0].terms[0]", "0 points"},
		{"TermIntroducedTwice", func(t *Track) { m1(t).Principle[0].Terms = []string{"newline"} }, "modules[0].terms[0]", "2 points"},
		{"TermForeign", func(t *Track) { m1(t).Principle[0].Terms = []string{"token"} }, "modules[0]", "not among"},
		{"TermEarly", func(t *Track) { m1(t).Principle[0].Text["en"] = "A token is read." }, "modules[1].terms[0]", "before it is explained"},
		{"TwoCommands", func(t *Track) { m1(t).HandsOn[0].Run = "cd x && ls" }, "modules[0].hands_on[0].run", "more than one"},
		{"NoCommand", func(t *Track) { m1(t).HandsOn[0].Run = "" }, "modules[0].hands_on[0].run", "no command"},
		{"PartMissing", func(t *Track) { m1(t).HandsOn[0].Fails = nil }, "modules[0].hands_on[0].fails", "no text"},
		{"SuccessBad", func(t *Track) { m1(t).HandsOn[0].Success = "(" }, "modules[0].hands_on[0].success", "missing"},
		{"SuccessLoose", func(t *Track) { m1(t).HandsOn[0].Success = ".*" }, "modules[0].hands_on[0].success", "empty output"},
		{"UndoneAlone", func(t *Track) { t.Setup.Steps[1].Trace = nil }, "setup.steps[1].undone", "without"},
		{"FaultUnknown", func(t *Track) { m1(t).HandsOn[0].Errors = []string{"x"} }, "modules[0].hands_on[0].errors[0]", "no error"},
		{"FaultDimensionTwice", func(t *Track) { t.Errors[0].Directions[1].Dimension = t.Errors[0].Directions[0].Dimension }, "errors[0].directions[1].dimension", "taken"},
		{"FaultFewDimensions", func(t *Track) { t.Errors[0].Directions[1].Dimension = "version" }, "errors[0].directions", "2 dimensions"},
		{"FaultMethod", func(t *Track) { t.Errors[0].Directions[1].Dimension = "skip" }, "errors[0].directions[1].dimension", "no dimension"},
		{"FaultPattern", func(t *Track) { t.Errors[0].Match[0] = "a**" }, "errors[0].match[0]", "invalid"},
		{"FaultRun", func(t *Track) { t.Errors[0].Directions[0].Run = "a; b" }, "errors[0].directions[0].run", "more than one"},
		{"NoIdeas", func(t *Track) { t.Levels[0].Ideas = nil }, "levels[0].ideas", "none"},
		{"NeedLarge", func(t *Track) { t.Levels[0].Need = 2 }, "levels[0].need", "with 1 ideas"},
		{"IdeaEmpty", func(t *Track) { t.Levels[0].Ideas[0].All = nil }, "levels[0].ideas[0].all", "no group"},
		{"GroupEmpty", func(t *Track) { t.Levels[0].Ideas[0].All[0] = Words{} }, "levels[0].ideas[0].all[0]", "no words"},
		{"ModelFails", func(t *Track) { t.Levels[0].Model["zh"] = "不知道。" }, "levels[0].model", "lacks [wc]"},
		{"ModelMistaken", func(t *Track) { m1(t).Concept[0].Check.Model["en"] = "0 newlines, one line of text" }, "modules[0].concept[0].check.model", "mistake"},
		{"FAQShadowed", func(t *Track) {
			t.FAQ = append(t.FAQ, Answer{ID: "x", Asks: Words{"en": {"longest line"}}, Say: t.FAQ[0].Say})
		}, "faq[1].asks.en[0]", "does not find"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			track := sample(t)
			tt.breaks(track)
			for _, p := range Lint(track) {
				if p.Path == tt.path && strings.Contains(p.What, tt.what) && p.File == "tally.yaml" {
					return
				}
			}
			t.Errorf("no problem at %s with %q in %v", tt.path, tt.what, Lint(track))
		})
	}
}

func TestManyCommands(t *testing.T) {
	for line, one := range map[string]bool{
		"ls":                        true,
		"redis-cli ping":            true,
		"printf 'a;b && c' | tee x": true,
		`echo "a; b"`:               true,
		"cmd > out 2>&1":            true,
		"cmd &> out":                true,
		"server --port 1 &":         true,
		`find . -exec ls {} \;`:     true,
		"echo 'two\nlines'":         true,
		"a; b":                      false,
		"a && b":                    false,
		"a || b":                    false,
		"a & b":                     false,
		"a\nb":                      false,
		"":                          false,
	} {
		if got := manyCommands(line) == ""; got != one {
			t.Errorf("%q: one command %v, want %v", line, got, one)
		}
	}
}
