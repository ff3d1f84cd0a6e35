//go:build !linux && !darwin

package doctor

// freeSpace is not known on this system.
func freeSpace(string) (uint64, bool) { return 0, false }
