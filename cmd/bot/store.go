package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"tack/adapters/terminal"
	"tack/coach"
	"tack/internal/engine"
	"tack/state"
)

// store is what the commands need of a store.
type store interface {
	engine.Store
	Posted(ctx context.Context, ref string) (state.Post, error)
	Heard(ctx context.Context, workspace string, since time.Time, max int) ([]state.Heard, error)
	Hold(ctx context.Context, k state.Key, holder string, keep time.Duration) (bool, error)
	Threads(ctx context.Context, prefix string) ([]coach.ThreadID, error)
	ThreadsOf(ctx context.Context, l state.Learner) ([]coach.ThreadID, error)
	Get(ctx context.Context, k state.Key) ([]byte, error)
	Put(ctx context.Context, k state.Key, value []byte, keep time.Duration) error
	Add(ctx context.Context, k state.Key, n int64, keep time.Duration) (int64, error)
	PutDocuments(ctx context.Context, l state.Learner, topic string, docs []state.Document) error
	Learners(ctx context.Context) ([]state.Learner, error)
	Export(ctx context.Context, l state.Learner) (state.Export, error)
	Forget(ctx context.Context, l state.Learner) (threads, documents int, err error)
	Check(ctx context.Context) ([]state.Finding, error)
	Close() error
}

// dataFlags say whose data a command works on, and where it is.
type dataFlags struct {
	Data    string `help:"Folder of the embedded store. Default: tack in the user's data directory." env:"TACK_STORE_PATH" placeholder:"DIR"`
	Learner string `help:"The learner: a name for the terminal's, PLATFORM:WORKSPACE:USER for others. Default: the user's name." placeholder:"NAME"`
}

// storeFlags are dataFlags for whatever store bot serve has.
type storeFlags struct {
	dataFlags
	Redis string `help:"URL of Redis, in place of the embedded store." env:"TACK_STORE_REDIS,REDIS_URL" placeholder:"URL"`
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

// learner is the one that the flags name.
func (d *dataFlags) learner() state.Learner {
	if fields := strings.SplitN(d.Learner, ":", 3); len(fields) == 3 {
		return state.Learner{Workspace: fields[0] + ":" + fields[1], ID: fields[2]}
	}
	return terminal.LearnerOf(d.Learner)
}

// nameOf is how the flags name a learner.
func nameOf(l state.Learner) string {
	if l == terminal.LearnerOf(l.ID) {
		return l.ID
	}
	return l.Workspace + ":" + l.ID
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

// open opens the embedded store with a clock; nil: the system's.
func (d *dataFlags) open(now func() time.Time) (store, error) {
	if err := d.fill(); err != nil {
		return nil, err
	}
	return openFile(d.Data, d.typed(), state.Options{Now: now})
}

// dataVariable stands for --data where that is not given.
const dataVariable = "TACK_STORE_PATH"

// typed is by which name the user has given, or may give, the folder.
func (d *dataFlags) typed() string {
	if d.Data == os.Getenv(dataVariable) {
		return dataVariable
	}
	return "--data"
}

// kept opens the store to look into it: one that is not there is an error, and is not made.
func (s *storeFlags) kept(ctx context.Context) (store, error) {
	if err := s.fill(); err != nil {
		return nil, err
	}
	if path := filepath.Join(s.Data, storeName); s.Redis == "" {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no %s; name the folder with %s, or a Redis with --redis", path, s.typed())
		}
	}
	return s.open(ctx)
}

// open opens the store.
func (s *storeFlags) open(ctx context.Context) (store, error) {
	if s.Redis == "" {
		return s.dataFlags.open(nil)
	}
	if err := s.fill(); err != nil {
		return nil, err
	}
	return state.OpenRedis(ctx, s.Redis, state.Options{})
}

// openFile opens the embedded store in a folder. What stands in the way is said so that the user can act
// on it; typed is what the folder was named with.
func openFile(folder, typed string, o state.Options) (*state.File, error) {
	path := filepath.Join(folder, storeName)
	store, err := state.OpenFile(path, o)
	switch {
	case err == nil:
		return store, nil
	case errors.Is(err, state.ErrInUse):
		return nil, fmt.Errorf("%s is in use by another process, such as a second bot chat or bot serve; end that one, or name another folder with %s", path, typed)
	case errors.Is(err, state.ErrVersion):
		return nil, fmt.Errorf("%s was written by another version of bot and is left as it is; run that one or a newer one, or name another folder with %s: %w", path, typed, err)
	case errors.Is(err, state.ErrCorrupt):
		return nil, fmt.Errorf("%s is no data file of bot, or it is damaged; it is left as it is: move it away, or name another folder with %s: %w", path, typed, err)
	}
	return nil, fmt.Errorf("%s %s cannot be used: %w", typed, folder, err)
}
