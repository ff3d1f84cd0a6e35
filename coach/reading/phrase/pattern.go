package phrase

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

const (
	maxDepth  = 20 // of groups and classes inside one another
	defGap    = 3
	syntaxSet = "()[]|<>^$…"
)

// builder adds patterns to a matcher's graph. A set of nodes stands for "the pattern so far may end
// in any of these".
type builder struct {
	m       *Matcher
	classes map[string][]string
	roots   [2]int32
}

func (b *builder) add(sign Sign, pattern string) error {
	body, atStart := strings.CutPrefix(strings.TrimSpace(pattern), "^")
	body, atEnd := strings.CutSuffix(body, "$")
	root := b.roots[0]
	if atStart {
		root = b.roots[1]
	}
	p := parser{b: b, rest: body}
	ends, err := p.choice([]int32{root}, 0)
	switch {
	case err != nil:
		return err
	case p.rest != "":
		return fmt.Errorf("unexpected %q", p.rest)
	case slices.Contains(ends, root):
		return errors.New("matches the empty text")
	}
	for _, n := range ends {
		if atEnd {
			b.m.nodes[n].atEnd = append(b.m.nodes[n].atEnd, sign)
		} else {
			b.m.nodes[n].accept = append(b.m.nodes[n].accept, sign)
		}
	}
	return nil
}

type parser struct {
	b    *builder
	rest string
}

// choice reads alternatives up to a closing bracket or the end.
func (p *parser) choice(from []int32, depth int) ([]int32, error) {
	if depth > maxDepth {
		return nil, errors.New("nested too deeply")
	}
	var ends []int32
	for {
		one, err := p.row(from, depth)
		if err != nil {
			return nil, err
		}
		ends = append(ends, one...)
		if !strings.HasPrefix(p.rest, "|") {
			slices.Sort(ends)
			return slices.Compact(ends), nil
		}
		p.rest = p.rest[1:]
	}
}

// row reads items one after the other.
func (p *parser) row(from []int32, depth int) (at []int32, err error) {
	at = from
	for err == nil {
		p.rest = strings.TrimLeft(p.rest, " \t\n")
		switch {
		case p.rest == "" || strings.ContainsAny(p.rest[:1], "|)]"):
			return at, nil
		case p.rest[0] == '(' || p.rest[0] == '[':
			at, err = p.group(at, depth)
		case p.rest[0] == '<':
			at, err = p.class(at, depth)
		case strings.HasPrefix(p.rest, "…"):
			at = p.gap(at)
		default:
			at, err = p.word(at)
		}
	}
	return nil, err
}

func (p *parser) group(from []int32, depth int) ([]int32, error) {
	open, made := p.rest[0], len(p.b.m.nodes)
	p.rest = p.rest[1:]
	ends, err := p.choice(from, depth+1)
	if err != nil {
		return nil, err
	}
	closing := byte(')')
	if open == '[' {
		closing = ']'
		ends = append(ends, from...)
	}
	if p.rest == "" || p.rest[0] != closing {
		return nil, fmt.Errorf("missing %q", closing)
	}
	p.rest = p.rest[1:]
	return p.b.join(from, ends, made), nil
}

func (p *parser) class(from []int32, depth int) ([]int32, error) {
	name, rest, ok := strings.Cut(p.rest[1:], ">")
	if !ok {
		return nil, errors.New("missing '>'")
	}
	p.rest = rest
	if id, ok := typeIDs[name]; ok {
		ends := p.b.step(from, id)
		if id == idWord {
			for _, kind := range []int32{idCaps, idPast, idIng} {
				ends = append(ends, p.b.step(from, kind)...)
			}
		}
		return ends, nil
	}
	members, ok := p.b.classes[name]
	if !ok {
		return nil, fmt.Errorf("no class %q", name)
	}
	made := len(p.b.m.nodes)
	inner := parser{b: p.b, rest: strings.Join(members, "|")}
	ends, err := inner.choice(from, depth+1)
	if err == nil && inner.rest != "" {
		err = fmt.Errorf("unexpected %q", inner.rest)
	}
	if err != nil {
		return nil, fmt.Errorf("class %s: %w", name, err)
	}
	return p.b.join(from, ends, made), nil
}

func (p *parser) gap(from []int32) []int32 {
	p.rest = p.rest[len("…"):]
	n := defGap
	if p.rest != "" && p.rest[0] >= '1' && p.rest[0] <= '9' {
		n = int(p.rest[0] - '0')
		p.rest = p.rest[1:]
	}
	all := slices.Clone(from)
	for range n {
		next := p.b.m.newNode()
		for _, f := range from {
			p.b.m.nodes[f].any = append(p.b.m.nodes[f].any, next)
		}
		all = append(all, next)
		from = []int32{next}
	}
	return all
}

func (p *parser) word(from []int32) ([]int32, error) {
	n := strings.IndexAny(p.rest, " \t\n"+syntaxSet)
	if n < 0 {
		n = len(p.rest)
	}
	if n == 0 {
		return nil, fmt.Errorf("unexpected %q", p.rest)
	}
	word := p.rest[:n]
	p.rest = p.rest[n:]
	for _, id := range p.b.m.letters(word) {
		from = p.b.step(from, id)
	}
	return from, nil
}

func (b *builder) step(from []int32, id int32) []int32 {
	next := b.m.newNode()
	for _, f := range from {
		b.m.nodes[f].edges = append(b.m.nodes[f].edges, edge{id, next})
	}
	return []int32{next}
}

// join makes nodes that nothing has left yet, the ends of single words mostly, one node, so that
// what follows a choice is built and walked once. Their edges come from the nodes of from and from
// those made since the graph had made nodes.
func (b *builder) join(from, ends []int32, made int) []int32 {
	slices.Sort(ends)
	ends = slices.Compact(ends)
	var kept, leaves []int32
	for _, n := range ends {
		if nd := &b.m.nodes[n]; int(n) >= made && len(nd.edges) == 0 && len(nd.any) == 0 {
			leaves = append(leaves, n)
		} else {
			kept = append(kept, n)
		}
	}
	if len(leaves) < 2 {
		return ends
	}
	for _, n := range from {
		b.redirect(n, leaves)
	}
	for n := made; n < len(b.m.nodes); n++ {
		b.redirect(int32(n), leaves)
	}
	return append(kept, leaves[0])
}

func (b *builder) redirect(n int32, leaves []int32) {
	nd := &b.m.nodes[n]
	for i, e := range nd.edges {
		if _, ok := slices.BinarySearch(leaves, e.to); ok {
			nd.edges[i].to = leaves[0]
		}
	}
	for i, to := range nd.any {
		if _, ok := slices.BinarySearch(leaves, to); ok {
			nd.any[i] = leaves[0]
		}
	}
}
