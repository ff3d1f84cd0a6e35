package dockertest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// Apart runs a function that sees mounts of its own, and needs root for it. What it starts, and nothing
// else, sees them too; they end with it. The files under a mount are safe from whoever removes the mount
// point's folder outside.
func Apart(do func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread, and its view, end with the function
		if err := syscall.Unshare(syscall.CLONE_NEWNS); err != nil {
			done <- fmt.Errorf("mounts of one's own: %w", err)
			return
		}
		if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
			done <- fmt.Errorf("keep mounts apart: %w", err)
			return
		}
		done <- do()
	}()
	return <-done
}

// bind shows a file or folder at another place, made if it is not there.
func bind(from, at string, readOnly bool) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if err := mountPoint(at, info.IsDir()); err != nil {
		return err
	}
	if err := syscall.Mount(from, at, "", syscall.MS_BIND|syscall.MS_REC, ""); err != nil {
		return fmt.Errorf("show %s at %s: %w", from, at, err)
	}
	if !readOnly {
		return nil
	}
	if err := syscall.Mount("", at, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return fmt.Errorf("make %s read-only: %w", at, err)
	}
	return nil
}

func mountPoint(at string, folder bool) error {
	if folder {
		return os.MkdirAll(at, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(at, os.O_CREATE, 0o644)
	return errors.Join(err, f.Close())
}

// bindEach shows each entry of a folder, read-only and without those that are left out; links stay links.
func bindEach(from, at string, without ...string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := bindEntry(from, at, e, without); err != nil {
			return err
		}
	}
	return nil
}

func bindEntry(from, at string, e os.DirEntry, without []string) error {
	for _, name := range without {
		if e.Name() == name {
			return nil
		}
	}
	source, target := filepath.Join(from, e.Name()), filepath.Join(at, e.Name())
	if e.Type()&os.ModeSymlink == 0 {
		return bind(source, target, true)
	}
	to, err := os.Readlink(source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	return os.Symlink(to, target)
}

// empty mounts a folder in memory that belongs to whom the folder there belongs to, as a new volume does.
func empty(at string) error {
	info, err := os.Stat(at)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	options := fmt.Sprintf("uid=%d,gid=%d,mode=%o", owner.Uid, owner.Gid, info.Mode().Perm())
	if err := syscall.Mount("tmpfs", at, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, options); err != nil {
		return fmt.Errorf("volume at %s: %w", at, err)
	}
	return nil
}
