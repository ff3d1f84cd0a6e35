// Package statetest is the suite that every store passes.
//
// Goals: every promise of Store is tested once, for whatever store, on a clock that the test sets; a
// store that survives a restart, or is shared by processes, is tested in that too. Non-goals: how a
// store is opened, and what it does with damaged data; those tests stand beside the store.
//
//	func TestFile(t *testing.T) { statetest.Suite{Open: openTemporary, Reopen: openAgain}.Run(t) }
package statetest

import (
	"maps"
	"slices"
	"testing"

	"tack/state"
)

// Suite says how the store to be tested is opened.
type Suite struct {
	// Open gives an empty store that is closed at the end of the test.
	Open func(t *testing.T, o state.Options) Store
	// Reopen ends a store, as a stop or a crash of its process does, and gives one on the same data.
	// nil: the tests of restarts are left out.
	Reopen func(t *testing.T, s Store, o state.Options) Store
	// Peer gives what a second process has on the data of s. nil: the store is for one process.
	Peer func(t *testing.T, s Store, o state.Options) Store
}

// Run runs the suite on a store that is neither restarted nor shared.
func Run(t *testing.T, open func(t *testing.T, o state.Options) Store) { Suite{Open: open}.Run(t) }

// Run runs the suite.
func (s Suite) Run(t *testing.T) {
	groups := []map[string]func(*desk){
		recordTests, claimTests, quietTests, timerTests, commitTests, deliverTests, documentTests,
		valueTests, learnerTests, crowdTests, randomTests,
	}
	if s.Reopen != nil {
		groups = append(groups, reopenTests)
	}
	if s.Peer != nil {
		groups = append(groups, peerTests)
	}
	for _, tests := range groups {
		for _, name := range slices.Sorted(maps.Keys(tests)) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				tests[name](s.desk(t, state.Options{}))
			})
		}
	}
}
