//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	"tack/state"
)

// backUp writes a snapshot of the embedded store beside it each time the process gets SIGUSR1, until it
// is told to stop, which does not wait for a large one. Redis has ways of its own (docs/operator.md): then
// the signal is logged and does nothing else.
func backUp(ctx context.Context, kept store, log *slog.Logger) (stop func()) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	ctx, end := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			select {
			case <-asked:
				logSnapshot(ctx, kept, log)
			case <-ctx.Done():
				return
			}
		}
	})
	return func() { end(); all.Wait() }
}

func logSnapshot(ctx context.Context, kept store, log *slog.Logger) {
	file, ok := kept.(*state.File)
	if !ok {
		log.Warn("no snapshot: the store is in Redis, see BGSAVE")
		return
	}
	path, size, err := snapshot(ctx, file)
	if err != nil {
		log.Error("snapshot failed", "err", err)
		return
	}
	log.Info("snapshot written", "path", path, "bytes", size)
}

// snapshot writes the store to the file that stands beside it, in place of the last one. The file is
// there whole, or as it was.
func snapshot(ctx context.Context, from *state.File) (path string, size int64, err error) {
	path = from.Path() + ".snapshot"
	size, err = writeSnapshot(ctx, from, path+".new")
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		_ = os.Remove(path + ".new") // what stays is written over by the next
		return "", 0, fmt.Errorf("write snapshot: %w", err)
	}
	return path, size, syncFolder(filepath.Dir(path))
}

// writeSnapshot returns when the whole file is on disk.
func writeSnapshot(ctx context.Context, from *state.File, path string) (size int64, err error) {
	out, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	to := &counted{ctx: ctx, to: out}
	err = from.Backup(ctx, to)
	if err == nil {
		err = out.Sync()
	}
	return to.bytes, errors.Join(err, out.Close())
}

// syncFolder makes a name that was given in it last.
func syncFolder(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// counted counts what is written, and takes no more once ctx is done.
type counted struct {
	ctx   context.Context
	to    io.Writer
	bytes int64
}

func (c *counted) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.to.Write(p)
	c.bytes += int64(n)
	return n, err
}
