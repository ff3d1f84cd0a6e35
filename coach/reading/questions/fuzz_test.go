package questions

import (
	"strings"
	"testing"
	"time"
)

func FuzzCatalog(f *testing.F) {
	for _, s := range []string{
		"how do I rename a table?", "怎么把 a 合并到 b？", "`x`? \"y\"? 「z」", "```\n?", "> why\n", "don't, what's, 's 't",
		"第十万千百步能不能", "\xff\xfe?\x00", "一一一一", "3.11.2x -1 --x -", "打不开", "turn it off", "why??", "不不不",
	} {
		f.Add(s)
	}
	c := catalog(f)
	f.Fuzz(func(t *testing.T, s string) {
		q := c.Parse(s)
		check(t, c, q)
		c.Explain(s)
		c.IsYesNo(s)
		for _, q := range c.Find(s) {
			check(t, c, q)
			if !strings.Contains(s, q.Text) {
				t.Errorf("%q is no part of the text", q.Text)
			}
		}
	})
}

func check(t *testing.T, c *Catalog, q Question) {
	t.Helper()
	id := q.Identity
	if len(id.Key) > 256 || len(id.Sketch) > 256 || id.Key == "" || id.Sketch == "" {
		t.Errorf("identity %q", id)
	}
	if c.Same(id, id) == q.Weak {
		t.Errorf("weak %v, but Same as itself %v: %q", q.Weak, !q.Weak, id.Sketch)
	}
}

// TestLinear holds that a megabyte is read in seconds, whatever is repeated in it; work that
// grows with the square of the length would take minutes.
func TestLinear(t *testing.T) {
	c := catalog(t)
	for name, unit := range map[string]string{
		"Questions": "why is it slow? ", "OneSentence": "why is it slow and ", "Han": "为什么连不上", "Quotes": "\"", "Ticks": "`a", "Lines": "> x\n",
		"Numerals": "一", "Apostrophes": "'s", "Hyphens": "a-", "Names": "abc ", "Fences": "```",
		"Given": "给", "Tell": "you tell me ", "Titles": "a 和 b 的区别", "HowNot": "怎么不", "Made": "make a ", "No": "is no ",
	} {
		t.Run(name, func(t *testing.T) {
			big := strings.Repeat(unit, 1_000_000/len(unit))
			start := time.Now()
			c.Find(big)
			if d := time.Since(start); d > 8*time.Second {
				t.Errorf("1 MB took %v", d)
			}
		})
	}
}
