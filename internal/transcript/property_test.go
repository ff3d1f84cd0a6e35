package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tack/coach"
	"tack/internal/transcript"
)

// eventLine draws a line of any type but session and expect. Ids repeat now and then.
func eventLine(t *rapid.T, i int) string {
	id := fmt.Sprintf("m%d", i)
	if i > 0 && rapid.IntRange(0, 9).Draw(t, "repeat") == 0 {
		id = fmt.Sprintf("m%d", rapid.IntRange(0, i-1).Draw(t, "of"))
	}
	pick := func(options ...string) string { return rapid.SampledFrom(options).Draw(t, "pick") }
	switch pick("learner", "learner", "learner", "coach", "coach", "other", "reaction", "edit", "delete", "store", "tick") {
	case "learner":
		return fmt.Sprintf(`{"type":"learner","id":%q,"text":%q%s%s}`, id,
			pick("hm", "error a", "error b", "asks a", "shows a", "fixed", " "),
			pick("", "", "", `,"more":true`, `,"user":"U2"`, `,"advanced":true`),
			pick("", "", `,"kind":"bare_ack"`, `,"kind":"stop_intent"`, `,"kind":"confirm"`, `,"kind":"continue_intent"`))
	case "coach":
		return fmt.Sprintf(`{"type":"coach","id":%q,"text":%q%s}`, id,
			pick("action", "question a", "yesno b", "step", "none"),
			pick("", "", `,"step":"s1"`, `,"advanced":true`, `,"recalls":true`, `,"completes":"module"`))
	case "other":
		return fmt.Sprintf(`{"type":"other","id":%q,"user":"U2","text":"x"}`, id)
	case "reaction":
		return fmt.Sprintf(`{"type":"reaction","id":%q,"emoji":%q,"target":%q}`, id,
			pick("👍", "✅", "pencil2", "cat"), pick("summary", "m0", "m1", "m2"))
	case "edit":
		return fmt.Sprintf(`{"type":"edit","id":%q,"target":"m0","text":"x"}`, id)
	case "delete":
		return fmt.Sprintf(`{"type":"delete","id":%q,"target":"m0"}`, id)
	case "store":
		return fmt.Sprintf(`{"type":"store","id":%q,"ok":%s}`, id, pick("true", "false"))
	}
	return `{"type":"tick"}`
}

// TestRunner_ExpectsItself: a transcript in which every decision stands as an expect line behind its
// event checks clean, so printing and comparing mean the same; and two runs decide the same.
func TestRunner_ExpectsItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{`{"type":"session","id":"s","threshold":8}`}
		for i := range rapid.IntRange(1, 40).Draw(t, "n") {
			lines = append(lines, eventLine(t, i))
		}
		first, err := run(plain{}, "t", strings.NewReader(strings.Join(lines, "\n")))
		if err != nil {
			t.Fatalf("run: %v", err)
		}
		expects := map[int]string{}
		for _, r := range first.Results {
			data, err := transcript.OneLine(transcript.Show(r.Decision))
			if err != nil {
				t.Fatalf("encode: %v", err)
			}
			expects[r.Pos.Line] = `{"type":"expect",` + string(data[1:])
		}
		var checked []string
		for i, line := range lines {
			checked = append(checked, line)
			if e := expects[i+1]; e != "" && !opensTurn(line) {
				checked = append(checked, e)
			}
		}
		again, err := run(plain{}, "t", strings.NewReader(strings.Join(checked, "\n")))
		if err != nil {
			t.Fatalf("check: %v", err)
		}
		for _, d := range again.Differ {
			t.Errorf("%v", d)
		}
		if diff := cmp.Diff(decisions(first), decisions(again)); diff != "" {
			t.Errorf("second run (-first +second):\n%s", diff)
		}
	})
}

// opensTurn reports whether a line may be decided later than the lines behind it.
func opensTurn(line string) bool { return strings.Contains(line, `"more":true`) }

func decisions(o transcript.Outcome) []coach.Decision {
	var all []coach.Decision
	for _, r := range o.Results {
		all = append(all, r.Decision)
	}
	return all
}
