//go:build linux || darwin

package doctor

import "syscall"

// freeSpace returns how many bytes this user may still write to the disk of a folder; false: unknown.
func freeSpace(dir string) (uint64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
