package phrase

import (
	"encoding/binary"
	"slices"
)

// mergeDepth is how many tokens deep the nodes that one token leads to are made one node. Many
// patterns begin with the same words; deeper down few share any.
const mergeDepth = 2

// merger makes one node of several, so that a walk follows one where it would follow all of them.
type merger struct {
	m    *Matcher
	made map[string]int32 // by the nodes merged
}

// node returns the node that stands for all of set.
func (mg *merger) node(set []int32, depth int) int32 {
	slices.Sort(set)
	set = slices.Compact(set)
	if len(set) == 1 {
		return set[0]
	}
	key := setKey(set, depth)
	if n, ok := mg.made[key]; ok {
		return n
	}
	var merged node
	var edges []edge
	for _, n := range set {
		from := &mg.m.nodes[n]
		edges = append(edges, from.edges...)
		merged.any = append(merged.any, from.any...)
		merged.accept = append(merged.accept, from.accept...)
		merged.atEnd = append(merged.atEnd, from.atEnd...)
	}
	merged.edges = edges
	if depth > 0 {
		merged.edges = mg.edges(edges, depth-1)
		merged.any = mg.anyNode(merged.any, depth-1)
	}
	n := mg.m.newNode()
	mg.m.nodes[n] = merged
	mg.made[key] = n
	return n
}

func (mg *merger) anyNode(set []int32, depth int) []int32 {
	if len(set) < 2 {
		return set
	}
	return []int32{mg.node(set, depth)}
}

// edges makes the edges of one id one edge; the result is in the order of ids.
func (mg *merger) edges(edges []edge, depth int) []edge {
	slices.SortFunc(edges, func(a, b edge) int { return int(a.id - b.id) })
	out := edges[:0:0]
	for i := 0; i < len(edges); {
		var to []int32
		id := edges[i].id
		for ; i < len(edges) && edges[i].id == id; i++ {
			to = append(to, edges[i].to)
		}
		out = append(out, edge{id, mg.node(to, depth)})
	}
	return out
}

func setKey(set []int32, depth int) string {
	key := []byte{byte(depth)}
	for _, n := range set {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}
