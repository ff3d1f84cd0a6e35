//go:build linux || darwin

package state

import (
	"os"
	"syscall"
)

// freeSpace returns how many bytes this user may still write to the disk of a file; false: unknown.
func freeSpace(path string) (uint64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}

// unlock lets go of the lock that bbolt has on a file. To close the file is not enough where bbolt gave
// up half-way: what is mapped keeps the lock.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
