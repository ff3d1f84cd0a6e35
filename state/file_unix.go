//go:build linux || darwin

package state

import (
	"os"
	"syscall"
)

// unlock lets go of the lock that bbolt has on a file. To close the file is not enough where bbolt gave
// up half-way: what is mapped keeps the lock.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// share takes a lock for reading, until the file is closed; false: another process has it for writing.
func share(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) == nil
}
