package main

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"

	"tack/state"
)

// dataFlags say whose data a command works on, and where it is.
type dataFlags struct {
	Data    string `help:"Folder of the embedded store. Default: tack in the user's data directory." placeholder:"DIR"`
	Learner string `help:"Name of the learner. Default: the user's." placeholder:"NAME"`
}

// storeName is the file of the embedded store in the data folder.
const storeName = "tack.db"

// fill sets what was not given.
func (d *dataFlags) fill() error {
	if d.Data == "" {
		dir, err := dataDir()
		if err != nil {
			return fmt.Errorf("no data directory of the user is known; name one with --data: %w", err)
		}
		d.Data = dir
	}
	if d.Learner == "" {
		d.Learner = "learner"
		if u, err := user.Current(); err == nil && u.Username != "" {
			d.Learner = u.Username
		}
	}
	return nil
}

// dataDir is the folder for an application's data, by the habits of the system.
func dataDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tack"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "tack"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "tack"), err
}

// open opens the store. What stands in the way is said so that the user can act on it.
func (d *dataFlags) open() (*state.File, error) {
	if err := d.fill(); err != nil {
		return nil, err
	}
	path := filepath.Join(d.Data, storeName)
	store, err := state.OpenFile(path)
	switch {
	case err == nil:
		return store, nil
	case errors.Is(err, state.ErrInUse):
		return nil, fmt.Errorf("%s is in use by another process, such as a second bot chat; end that one, or name another folder with --data", path)
	case errors.Is(err, state.ErrVersion):
		return nil, fmt.Errorf("%s was written by a newer bot and is left as it is; update this one, or name another folder with --data: %w", path, err)
	case errors.Is(err, state.ErrCorrupt):
		return nil, fmt.Errorf("%s is no data file of bot, or it is damaged; it is left as it is: move it away, or name another folder with --data: %w", path, err)
	}
	return nil, fmt.Errorf("--data %s cannot be used: %w", d.Data, err)
}
