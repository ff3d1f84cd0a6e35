package slacktest

import (
	"strings"
	"testing"
)

func FuzzBlocks(f *testing.F) {
	for _, seed := range []string{
		`[]`, `null`, `[1]`, `[{"type":"section","text":{"type":"mrkdwn","text":"<!here>"}}]`, `[{"type":"actions","elements":[null]}]`,
		`[{"type":"section","text":7,"fields":{}}]`, `[{"type":["x"]}]`, `[{"type":"context","elements":[[[]]]}]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		for _, fault := range blockFaults([]byte(raw), maxBlocks) {
			if !strings.HasPrefix(fault, "[ERROR] ") {
				t.Errorf("fault %q", fault)
			}
		}
		mrkdwnOf([]byte(raw))
		findAction([]byte(raw), "a")
	})
}

func FuzzEscape(f *testing.F) {
	f.Add("a < b & <@U1> > <https://x.org|x> <!here> &amp;")
	f.Fuzz(func(t *testing.T, text string) {
		if rest := markup.ReplaceAllString(escape(text), ""); strings.ContainsAny(rest, "<>") {
			t.Errorf("%q leaves %q", text, rest)
		}
		if !strings.ContainsAny(text, "<>&") && escape(text) != text {
			t.Errorf("%q was changed to %q", text, escape(text))
		}
		richText(escape(text))
	})
}
