//go:build !linux && !darwin

package state

import "os"

// unlock is left to the end of the process on this system.
func unlock(*os.File) {}

// share leaves the file to bbolt on this system.
func share(*os.File) bool { return false }
