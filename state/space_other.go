//go:build !linux && !darwin

package state

// FreeSpace is not known on this system.
func FreeSpace(string) (uint64, bool) { return 0, false }
