//go:build !linux && !darwin

package state

// freeSpace is not known on this system.
func freeSpace(string) (uint64, bool) { return 0, false }
