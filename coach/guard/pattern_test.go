package guard

import "testing"

// The short cut never hides a match: over every sentence of the tables, with and without.
func TestPattern_ShortCutIsExact(t *testing.T) {
	g := open(t)
	var all []pattern
	for _, l := range g.order {
		for _, f := range []family{l.farewell, l.saved, l.teaching, l.deviates, l.deepens, l.suggests, l.asks, l.runs, l.outputBefore, l.runBefore, l.notRun, l.does, l.parts, l.expects, l.fails} {
			all = append(all, f.yes...)
			all = append(all, f.unless...)
			all = append(all, f.after...)
		}
	}
	quick := 0
	for _, x := range append(append([]row(nil), bad...), good...) {
		for _, s := range g.read(x.text).sentences {
			for _, p := range all {
				if p.MatchString(s.plain) && !p.may(s.plain) {
					t.Errorf("%s hides a match in %q: needs %q", p, s.plain, p.needs)
				}
				if !p.may(s.plain) {
					quick++
				}
			}
		}
	}
	if quick == 0 {
		t.Error("no short cut taken")
	}
}

func TestNeeds(t *testing.T) {
	for text, want := range map[string][]string{
		`\bsee (you|ya)\b`:   {"see "},
		`(再见|拜拜)($|，)`:       {"再见", "拜拜"},
		`a?b*`:               nil,
		`x{2,}(long enough)`: {"long enough"},
		`(?i)bye`:            nil,
		`[a-z]+`:             nil,
		`('m| am)$`:          {"'m", " am"},
		`(foo|)bar`:          {"bar"},
	} {
		p, err := newPattern(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.needs) != len(want) {
			t.Errorf("%s: got %q, want %q", text, p.needs, want)
			continue
		}
		for i := range want {
			if p.needs[i] != want[i] {
				t.Errorf("%s: got %q, want %q", text, p.needs, want)
			}
		}
	}
}
