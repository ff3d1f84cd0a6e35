package model

import (
	"fmt"
	"slices"
	"strings"
)

// The bounds of a route (docs: what the coach does between interventions, "Route draft").
const (
	minModules = 8
	maxModules = 14
	minDays    = 0.25
	maxDays    = 2
	layers     = 4
)

// check holds a plan to the rules of a route draft; nil: it may be shown. The ids must be M1, M2, … in
// order, so that a prerequisite stands before what builds on it and no cycle is possible; both are
// named as faults of their own.
func (t *Tutor) check(p plan) []fault {
	var faults []fault
	if n := len(p.Modules); n < minModules || n > maxModules {
		faults = append(faults, again("route.size", fmt.Sprintf("the route has %d modules, it must have %d to %d", n, minModules, maxModules)))
	}
	seen := map[string]bool{}
	for i, m := range p.Modules {
		bad := func(name, what string, args ...any) {
			faults = append(faults, again(name, fmt.Sprintf("module %d: ", i+1)+fmt.Sprintf(what, args...)))
		}
		if want := fmt.Sprintf("M%d", i+1); m.ID != want {
			bad("route.id", "its id must be %s", want)
		}
		if strings.TrimSpace(m.Title) == "" {
			bad("route.title", "it has no title")
		}
		if m.Layer < 1 || m.Layer > layers {
			bad("route.layer", "its layer must be 1 to %d", layers)
		}
		if !(m.Days >= minDays && m.Days <= maxDays) { // not a number fails too
			bad("route.days", "it must take %v to %v days", minDays, maxDays)
		}
		for _, id := range m.Requires {
			if !seen[id] {
				bad("route.requires", "it builds on a module that does not stand before it")
				break
			}
		}
		if !t.executable(m.Pass) {
			bad("route.pass", "its pass criterion must say what is done and what is then seen, with a number or an output")
		}
		seen[m.ID] = true
	}
	return append(faults, t.checkOrder(p)...)
}

// checkOrder holds the layers together: the route begins at its lowest, and reaches a layer only from
// the one below it or the same.
func (t *Tutor) checkOrder(p plan) []fault {
	var have []int
	for _, m := range p.Modules {
		have = append(have, m.Layer)
	}
	slices.Sort(have)
	have = slices.Compact(have)
	for i := 1; i < len(have); i++ {
		if have[i] != have[i-1]+1 {
			return []fault{again("route.layers", "a layer between the lowest and the highest has no module")}
		}
	}
	if len(p.Modules) > 0 && p.Modules[0].Layer != have[0] {
		return []fault{again("route.layers", "the route must begin in its lowest layer")}
	}
	return nil
}

// executable tells a pass criterion that can be done and looked at from a wish ("understands X").
func (t *Tutor) executable(pass string) bool {
	return strings.TrimSpace(pass) != "" && t.heard.finds("find_observable", pass) && !t.heard.finds("find_wish", pass)
}
