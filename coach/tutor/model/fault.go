package model

import "slices"

// fault is what is wrong with an answer. what is for the model: it names the rule, and never repeats
// text of the learner's or the model's.
type fault struct {
	name  string
	what  string
	again bool // worth asking again once; else it was repaired by rule
}

// again makes a fault for which the model is asked once more.
func again(name, what string) fault { return fault{name, what, true} }

// mended makes a fault that was repaired by rule.
func mended(name, what string) fault { return fault{name: name, what: what} }

// serious reports whether the model should be asked once more.
func serious(faults []fault) bool {
	return slices.ContainsFunc(faults, func(f fault) bool { return f.again })
}
