package questions

import "strings"

// info is what comparing needs to know of a concept. The zero value is a strong concept.
type info struct {
	homes     []string // the tools it belongs to
	verb      bool
	tool      bool   // a tool that others belong to
	directed  bool   // a verb that goes from one thing to another
	hands     bool   // a directed verb whose receiver stands behind 给
	attribute bool   // "what is the X of Y" asks which X
	weak      bool   // may be missing on one side
	quality   bool   // what something can be made: fast, public
	faint     uint32 // bit set of the aspects in which it does not matter
}

func (in info) faintFor(a aspect) bool { return in.faint&(1<<a) != 0 }

// everywhere is the faint of a concept that matters in no aspect.
const everywhere = ^uint32(0)

// turn makes another aspect out of a question word and a concept with it.
type turn struct {
	ask, is aspect
	with    string
	and     string // a concept that must be there too; empty: none need be
	keep    bool   // the concept stays among the items
}

// rules are the concepts and what holds for them.
type rules struct {
	names     []string // by id; 0 is none
	ids       map[string]uint16
	info      map[string]info
	twins     map[uint16]uint16 // noun → verb of one English word
	counted   map[uint16]bool   // nouns that take a number behind them: "step one"
	kin       map[[2]string]bool
	implied   map[string][]string // concept → others that may be missing beside it
	turns     []turn
	compounds map[[2]uint16]uint16 // two concepts side by side → the one that they are together
	need      uint16               // concepts that the rules themselves name
	last      uint16
	see       uint16
	many      uint16 // several
	avoid     uint16
	all       uint16
	second    uint16 // of time; "the second query" is a number
}

// akin tells whether two concepts can be one thing. Both or none go into a direction.
func (r *rules) akin(x, y string) bool {
	if strings.HasPrefix(x, ">") != strings.HasPrefix(y, ">") {
		return false
	}
	return r.kin[[2]string{strings.TrimPrefix(x, ">"), strings.TrimPrefix(y, ">")}]
}
