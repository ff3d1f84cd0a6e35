package guard

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/tutor"
)

func TestRepair(t *testing.T) {
	g := open(t)
	for name, tc := range map[string]struct {
		where Context
		text  string
		want  string // "": cannot be repaired
	}{
		"Farewell":        {module, "PONG, well done. See you next time!\n\nReady for the next step?", "PONG, well done. \n\nReady for the next step?"},
		"SavedZh":         {module, "做得好。我已经保存好了。接着看 `GET`，它返回什么？", "做得好。接着看 `GET`，它返回什么？"},
		"ListItem":        {module, "- PONG came\n- Goodbye!\n- Next: `GET`", "- PONG came\n- Next: `GET`"},
		"OnlyAFarewell":   {module, "Goodbye!", ""},
		"Questions":       {diagnosis, "Nice. What is the goal? How much time do you have? Which language do you use?", "Nice. What is the goal?"},
		"Commands":        {setup, "It makes a folder; `-p` means quiet. Expect nothing, else an error.\n```bash\nmkdir -p lab\ncd lab\n```", "It makes a folder; `-p` means quiet. Expect nothing, else an error.\n```bash\nmkdir -p lab\n```"},
		"CommandSentence": {setup, "Run `git init`. It makes a repository; `init` means begin. Expect one line, else an error. Now run `git status`.", "Run `git init`. It makes a repository; `init` means begin. Expect one line, else an error."},
		"Term":            {module, "The value is 1. TTL means how many seconds are left. What is next?", "The value is 1. What is next?"},
		"Closed":          {module, "The port is taken. You could use Docker instead. Which process holds it?", "The port is taken. Which process holds it?"},
		"Pings":           {module, "@everyone look: <@U42> and <@U7>, @@here, @e\u200bveryone", "everyone look: someone and <@U7>, everyone, everyone"},
		"PingsNested":     {module, "x <@<@U1>U2>", "x someone"},
		"Gate":            {draft, "TTL stands for time to live.", ""},
		"Parts":           {setup, "```bash\ngit init\n```", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := tutor.Reply{Text: tc.text}
			if tc.where.Phase == coach.PhaseSetup {
				r.Asks = coach.AskAction
			}
			got, ok := g.Repair(r, tc.where, g.Check(r, tc.where))
			if ok != (tc.want != "") {
				t.Fatalf("repaired: %v, %q", ok, got.Text)
			}
			if ok && strings.ReplaceAll(got.Text, " \n", "\n") != strings.ReplaceAll(tc.want, " \n", "\n") {
				t.Errorf("got  %q\nwant %q", got.Text, tc.want)
			}
		})
	}
}

// What the reply says of itself is repaired with its text, and the reply given is left as it was.
func TestRepair_Claims(t *testing.T) {
	g := open(t)
	r := tutor.Reply{
		Text: "Fine.", Explains: []string{"TTL", "LRU"}, Raises: []string{"Docker", "podman"}, Commands: []string{"ls", "pwd"},
		Course: course.State{Topic: "redis", Preferences: []string{"jokes"}},
	}
	before := []string{"TTL", "LRU"}
	got, ok := g.Repair(r, module, g.Check(r, module))
	if !ok {
		t.Fatal("not repaired")
	}
	want := tutor.Reply{
		Text: "Fine.", Explains: []string{"LRU"}, Raises: []string{"podman"}, Commands: []string{"ls"},
		Course: course.State{Topic: "redis", Preferences: []string{"short answers", "jokes"}, Route: course.Route{Depth: "no cluster"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if !slices.Equal(r.Explains, before) {
		t.Error("the reply given was changed")
	}
}

// pieces are what replies are put together from.
var pieces = rapid.Custom(func(t *rapid.T) string {
	var parts []string
	for range rapid.IntRange(0, 8).Draw(t, "n") {
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			parts = append(parts, rapid.SampledFrom(bad).Draw(t, "bad").text)
		case 1:
			parts = append(parts, rapid.SampledFrom(good).Draw(t, "good").text)
		default:
			parts = append(parts, rapid.SampledFrom([]string{
				"```", "`", "~~~\n", "> ", "- ", "@", "<@", "<!", "here", "everyone", "\u200b", "?", "？", "\xff", "\x00", "“", "'", "(", "|", "⌷", "▯", "bye", "下次见", "ab",
			}).Draw(t, "bit"))
		}
	}
	return strings.Join(parts, rapid.SampledFrom([]string{"", " ", "\n", "\n\n"}).Draw(t, "between"))
})

// A repaired reply breaks none of the rules named, and repairing it again changes nothing.
func TestRepair_HoldsAndIsIdempotent(t *testing.T) {
	g := open(t)
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]Context{diagnosis, draft, setup, module, continuous, unsaved, saved, {}}).Draw(t, "where")
		r := tutor.Reply{
			Text: pieces.Draw(t, "text"), Asks: rapid.SampledFrom([]coach.Ask{coach.AskAction, coach.AskQuestion, coach.AskNone}).Draw(t, "asks"),
			Commands: rapid.SliceOfN(rapid.SampledFrom([]string{"git init", "git status", ""}), 0, 3).Draw(t, "commands"),
			Explains: rapid.SliceOfN(rapid.SampledFrom([]string{"TTL", "LRU"}), 0, 2).Draw(t, "explains"),
		}
		v := g.Check(r, c)
		fixed, ok := g.Repair(r, c, v)
		if !ok {
			return
		}
		for _, left := range g.Check(fixed, c) {
			for _, was := range v {
				if left.Rule == was.Rule {
					t.Fatalf("still %+v in %q (from %q)", left, fixed.Text, r.Text)
				}
			}
		}
		again, ok := g.Repair(fixed, c, v)
		if !ok || !reflect.DeepEqual(again, fixed) {
			t.Fatalf("not idempotent: %q, then %q", fixed.Text, again.Text)
		}
	})
}

// A reply without violations is not touched.
func TestRepair_NothingToDo(t *testing.T) {
	g := open(t)
	for _, x := range good {
		r := x.reply()
		got, ok := g.Repair(r, x.where, nil)
		if !ok || !reflect.DeepEqual(got, r) {
			t.Errorf("changed: %q", x.text)
		}
	}
}

func FuzzRepair(f *testing.F) {
	g := open(f)
	for _, x := range bad {
		f.Add(x.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range []Context{diagnosis, module} {
			r := tutor.Reply{Text: text, Asks: coach.AskAction}
			g.Repair(r, c, g.Check(r, c))
		}
	})
}

// Every text of the shipped tracks may be said in a module without a goodbye, a claim of saving or
// a ping.
func TestCheck_TrackTexts(t *testing.T) {
	g := open(t)
	files, err := filepath.Glob("../../templates/tracks/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var tree any
		if err := yaml.Unmarshal(data, &tree); err != nil {
			t.Skipf("%s: %v", name, err) // the linter's business
		}
		n := 0
		eachText(tree, func(text string) {
			n++
			for _, v := range g.Check(tutor.Reply{Text: text}, Context{Phase: coach.PhaseModule, RouteConfirmed: true, Locale: "en"}) {
				if v.Rule == RuleEnd || v.Rule == RulePings {
					t.Errorf("%s: %+v in %q", name, v, text)
				}
			}
		})
		t.Logf("%s: %d texts", name, n)
	}
}

func eachText(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, x := range v {
			eachText(x, f)
		}
	case map[string]any:
		for key, x := range v { // what is matched or run is not said
			if !slices.Contains([]string{"all", "asks", "aliases", "match", "success", "run", "produce", "prepare"}, key) {
				eachText(x, f)
			}
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	g := open(b)
	c := module
	for range 40 {
		c.Terms = append(c.Terms, "term-not-there")
	}
	r := tutor.Reply{Text: good[0].text + "\n\n" + good[1].text, Asks: coach.AskAction}
	b.SetBytes(int64(len(r.Text)))
	for b.Loop() {
		g.Check(r, c)
	}
}
