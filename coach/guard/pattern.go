package guard

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// pattern is a regular expression with texts of which every match contains at least one, so that
// most sentences are passed over without running it. No texts: it is always run.
type pattern struct {
	*regexp.Regexp
	needs []string
}

func newPattern(text string) (pattern, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return pattern{}, err
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return pattern{}, err
	}
	return pattern{re, needs(tree)}, nil
}

// may reports whether the pattern can match s at all.
func (p pattern) may(s string) bool {
	if len(p.needs) == 0 {
		return true
	}
	for _, n := range p.needs {
		if strings.Contains(s, n) {
			return true
		}
	}
	return false
}

func (p pattern) matches(s string) bool { return p.may(s) && p.MatchString(s) }

// maxNeeds is the most texts that are looked for in place of one pattern.
const maxNeeds = 24

// needs are texts of which every match of re contains at least one; nil: none are known.
func needs(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCharClass:
		return oneOf(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return needs(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needs(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if n := needs(sub); rarer(n, best) {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		return union(re.Sub)
	}
	return nil
}

// oneOf are the runes of a small class, given as ranges.
func oneOf(ranges []rune) []string {
	var out []string
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if out = append(out, string(r)); len(out) > maxNeeds {
				return nil
			}
		}
	}
	return out
}

func union(subs []*syntax.Regexp) []string {
	var out []string
	for _, sub := range subs {
		n := needs(sub)
		if n == nil || len(out)+len(n) > maxNeeds {
			return nil
		}
		out = append(out, n...)
	}
	return out
}

// rarer reports whether texts a are likely in fewer sentences than b: the shortest is longer.
func rarer(a, b []string) bool {
	if a == nil || b == nil {
		return a != nil
	}
	return shortest(a) > shortest(b)
}

func shortest(list []string) int {
	n := len(list[0])
	for _, s := range list[1:] {
		n = min(n, len(s))
	}
	return n
}
