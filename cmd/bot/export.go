package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tack/adapters/terminal"
)

// export writes the logs of the chat's sessions, one after another, whole or not at all.
func export(ctx context.Context, store store, chat *terminal.Chat, path string) error {
	threads, err := chat.Sessions(ctx)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	for _, id := range threads {
		lines, err := store.Log(ctx, id)
		if err != nil {
			return err
		}
		for _, line := range lines {
			body.Write(line)
			body.WriteByte('\n')
		}
	}
	if body.Len() == 0 {
		return fmt.Errorf("--export %s: nothing to write, no session was opened", path)
	}
	return writeFile(path, body.Bytes())
}

// writeFile writes a file so that it is there whole or as it was.
func writeFile(path string, body []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = io.Copy(f, bytes.NewReader(body))
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
