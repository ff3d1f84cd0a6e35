package dockertest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// Container is an image whose root cannot be written to, but for its volumes. It is used within Apart.
type Container struct {
	image Image
	env   map[string]string
}

// Container makes one, with further environment variables as docker run -e has them.
func (i Image) Container(env map[string]string) (Container, error) {
	if err := bind(i.Root, i.Root, true); err != nil {
		return Container{}, err
	}
	for _, v := range i.Volumes {
		if err := empty(filepath.Join(i.Root, v)); err != nil {
			return Container{}, err
		}
	}
	all := maps.Clone(i.Env)
	maps.Copy(all, env)
	return Container{i, all}, nil
}

// Command is a command in the container, as the image's user. There is neither /proc nor /dev.
func (c Container) Command(ctx context.Context, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = "/", environ(c.env)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Chroot: c.image.Root, Pdeathsig: syscall.SIGKILL,
		Credential: &syscall.Credential{Uid: uint32(c.image.UID), Gid: uint32(c.image.GID)},
	}
	return cmd
}

// Say runs a command to its end and returns what it says and its exit code.
func (c Container) Say(ctx context.Context, words ...string) (string, int, error) {
	cmd := c.Command(ctx, words...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return "", 0, fmt.Errorf("run %v: %w", words, err)
	}
	return said.String(), cmd.ProcessState.ExitCode(), nil
}

// Writable lists the folders of the container that can be written to.
func (c Container) Writable() ([]string, error) {
	var all []string
	err := filepath.WalkDir(c.image.Root, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		probe := filepath.Join(path, ".written")
		f, err := os.Create(probe) // as root, whom no mode stops: only a read-only mount does
		if err != nil {
			return nil
		}
		all = append(all, strings.TrimPrefix(path, c.image.Root))
		_ = f.Close()
		return os.Remove(probe)
	})
	return all, err
}
