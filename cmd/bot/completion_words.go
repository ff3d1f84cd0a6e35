package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// completed is a word that may stand in a place, and what it is.
type completed struct{ word, means string }

// complete lists what may stand in place of the last of the words behind bot.
func complete(bot *kong.Node, words []string) []completed {
	if len(words) == 0 {
		words = []string{""}
	}
	words, apart := joined(words)
	last := words[len(words)-1]
	p := walk(bot, words[:len(words)-1])
	name, value, equals := strings.Cut(last, "=")
	switch {
	case p.pending != nil:
		return beginning(last, "", values(p.pending.Value))
	case strings.HasPrefix(last, "-") && equals:
		f := flagOf(p.at, name)
		if f == nil {
			return nil
		}
		if apart {
			name = ""
		} else {
			name += "="
		}
		return beginning(value, name, values(f.Value))
	case strings.HasPrefix(last, "-"):
		return beginning(last, "", flagWords(p.at))
	}
	return beginning(last, "", append(childWords(p.at), values(p.argument())...))
}

// joined puts --flag=value together where bash has taken it apart. apart says that it has so the last
// word: then it takes the value alone in its place.
func joined(words []string) (all []string, apart bool) {
	for _, w := range words {
		n := len(all)
		switch {
		case w == "=" && n > 0 && strings.HasPrefix(all[n-1], "--"):
			all[n-1] += "="
			apart = true
		case apart && n > 0 && strings.HasSuffix(all[n-1], "="):
			all[n-1] += w
		default:
			all, apart = append(all, w), false
		}
	}
	return all, apart
}

// place is where the words so far have led.
type place struct {
	at        *kong.Node
	arguments int        // given there
	pending   *kong.Flag // whose value is next; nil: none
}

// walk follows the words.
func walk(at *kong.Node, words []string) place {
	p := place{at: at}
	for _, w := range words {
		switch child := childOf(p.at, w); {
		case p.pending != nil:
			p.pending = nil
		case strings.HasPrefix(w, "-"):
			if f := flagOf(p.at, w); f != nil && !f.IsBool() {
				p.pending = f
			}
		case child != nil && p.arguments == 0:
			p.at = child
		default:
			p.arguments++
		}
	}
	return p
}

// argument is the one that stands next; nil: none.
func (p place) argument() *kong.Value {
	all := p.at.Positional
	if n := len(all); n > 0 && p.arguments >= n && all[n-1].IsCumulative() {
		return all[n-1]
	}
	if p.arguments < len(all) {
		return all[p.arguments]
	}
	return nil
}

func childOf(n *kong.Node, name string) *kong.Node {
	for _, child := range n.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// flagOf finds a flag by its name with dashes; nil: there is none, or a value is written to it.
func flagOf(n *kong.Node, name string) *kong.Flag {
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			if name == "--"+f.Name || f.Short != 0 && name == "-"+string(f.Short) {
				return f
			}
		}
	}
	return nil
}

// values are those of a flag or argument that has few.
func values(v *kong.Value) []completed {
	if v == nil || v.Enum == "" {
		return nil
	}
	var all []completed
	for _, word := range v.EnumSlice() {
		all = append(all, completed{word, ""})
	}
	return all
}

func childWords(n *kong.Node) []completed {
	var all []completed
	for _, child := range n.Children {
		if !child.Hidden {
			all = append(all, completed{child.Name, child.Help})
		}
	}
	return all
}

func flagWords(n *kong.Node) []completed {
	var all []completed
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			all = append(all, completed{"--" + f.Name, f.Help})
		}
	}
	slices.SortFunc(all, func(a, b completed) int { return strings.Compare(a.word, b.word) })
	return all
}

// beginning are the words that begin so, with what stands before them.
func beginning(start, before string, all []completed) []completed {
	var rest []completed
	for _, w := range all {
		if strings.HasPrefix(w.word, start) {
			rest = append(rest, completed{before + w.word, w.means})
		}
	}
	return rest
}
