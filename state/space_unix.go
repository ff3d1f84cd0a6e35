//go:build linux || darwin

package state

import "syscall"

// FreeSpace returns how many bytes this user may still write to the disk of a file or folder; false: unknown.
func FreeSpace(path string) (uint64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
