//go:build !linux && !darwin

package state

import "os"

// freeSpace is not known on this system.
func freeSpace(string) (uint64, bool) { return 0, false }

// unlock is left to the end of the process on this system.
func unlock(*os.File) {}
