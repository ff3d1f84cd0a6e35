package main

import (
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

func (d *dataFlags) open() (*state.File, error) {
	if err := d.fill(); err != nil {
		return nil, err
	}
	return state.OpenFile(filepath.Join(d.Data, storeName))
}
