package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tack/internal/config"
	"tack/internal/doctor"
	"tack/state"
	"tack/templates"
)

// partsOf are the parts that these settings use; with unused, the others too, which then say so.
func partsOf(c config.Config, connectors []connector, unused bool) []doctor.Part {
	all := []doctor.Part{
		{Name: "store", Check: func(ctx context.Context) []doctor.Finding { return checkStore(ctx, c) }},
		{Name: "disk", Check: func(context.Context) []doctor.Finding { return checkDisk(c) }},
		{Name: "clock", Check: func(ctx context.Context) []doctor.Finding { return checkClock(ctx, c) }},
		{Name: "tracks", Check: func(context.Context) []doctor.Finding { return checkTracks(c.Coach.Tracks) }},
		textsPart,
	}
	if c.Model.On() || unused {
		all = append(all, doctor.Part{Name: "model", Check: func(ctx context.Context) []doctor.Finding { return checkModel(ctx, c.Model) }})
	}
	return append(all, platformParts(c, connectors, unused)...)
}

var textsPart = doctor.Part{Name: "texts", Check: func(context.Context) []doctor.Finding { return doctor.Texts(templates.FS) }}

// storeFolder is where the embedded store is; empty: it is in Redis.
func storeFolder(c config.Store) (string, error) {
	if c.Redis != "" || c.Path != "" {
		return c.Path, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", fmt.Errorf("no data directory of the user is known; set store.path: %w", err)
	}
	return dir, nil
}

const (
	fixRedis = "Start Redis, or set store.redis to where it is and with which password."
	fixFile  = "Mend what is said, or set store.path to another folder."
)

// checkStore opens the store as bot serve does and asks it. Clock and disk are parts of their own.
func checkStore(ctx context.Context, c config.Config) []doctor.Finding {
	if path, ok := unmade(c.Store); ok {
		return []doctor.Finding{doctor.Well("none", "there is no %s yet; the first start makes it", path)}
	}
	found, fix, err := askStore(ctx, c)
	if errors.Is(err, state.ErrInUse) {
		return []doctor.Finding{doctor.Well("use", "another process works with the file: bot serve is running")}
	}
	return without(doctor.FromState(ctx, found, err, fix), "clock", "space")
}

// unmade is the file of the embedded store, where nothing has made it yet. To look is not to make it: it
// would be this user's, and bot serve may be another.
func unmade(c config.Store) (path string, ok bool) {
	folder, err := storeFolder(c)
	if c.Redis != "" || err != nil {
		return "", false
	}
	path = filepath.Join(folder, storeName)
	_, err = os.Stat(path)
	return path, errors.Is(err, fs.ErrNotExist)
}

// askStore also returns what to do for an error.
func askStore(ctx context.Context, c config.Config) (found []state.Finding, fix string, err error) {
	kept, fix, err := openToAsk(ctx, c)
	if err != nil {
		return nil, fix, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	found, err = kept.Check(ctx)
	return found, fix, err
}

// openToAsk opens the store so that the sentinels of state are seen.
func openToAsk(ctx context.Context, c config.Config) (kept store, fix string, err error) {
	o := state.Options{Log: slog.New(slog.DiscardHandler)}
	if url := c.Store.Redis.Reveal(); url != "" {
		kept, err = state.OpenRedis(ctx, url, o)
		return kept, fixRedis, err
	}
	folder, err := storeFolder(c.Store)
	if err != nil {
		return nil, fixFile, err
	}
	kept, err = state.OpenFile(filepath.Join(folder, storeName), o)
	if errors.Is(err, state.ErrVersion) {
		return nil, "Run the version of the bot that wrote it, or a newer one.", err
	}
	return kept, fixFile, err
}

// without leaves out what has one of these names.
func without(all []doctor.Finding, names ...string) []doctor.Finding {
	return slices.DeleteFunc(all, func(f doctor.Finding) bool { return slices.Contains(names, f.Name) })
}

// checkDisk looks at the folders that are written to.
func checkDisk(c config.Config) []doctor.Finding {
	var all []doctor.Finding
	folder, err := storeFolder(c.Store)
	if err != nil {
		return nil // the store's part says so
	}
	if c.Store.Redis == "" {
		all = append(all, doctor.Folder("store", folder)...)
	}
	if dir := c.Coach.Documents; dir != "" {
		all = append(all, doctor.Folder("documents", dir)...)
	}
	if len(all) == 0 {
		return []doctor.Finding{doctor.Well("none", "nothing is written to a disk of this machine")}
	}
	return all
}

// checkClock compares the clock with that of Redis, or else with those of the platforms.
func checkClock(ctx context.Context, c config.Config) []doctor.Finding {
	if c.Store.Redis != "" {
		return redisClock(ctx, c)
	}
	var all []doctor.Finding
	if c.Slack.On() {
		all = append(all, doctor.Clock(ctx, "Slack", c.Slack.APIURL+"api.test", time.Now))
	}
	if c.Discord.On() {
		all = append(all, doctor.Clock(ctx, "Discord", c.Discord.APIURL+"/gateway", time.Now))
	}
	if len(all) == 0 {
		return []doctor.Finding{doctor.Well("none", "there is no other clock to compare with")}
	}
	return all
}

func redisClock(ctx context.Context, c config.Config) []doctor.Finding {
	found, _, err := askStore(ctx, c)
	for _, f := range doctor.FromState(ctx, found, nil, "") {
		if f.Name == "clock" {
			f.Name = "Redis"
			return []doctor.Finding{f}
		}
	}
	return []doctor.Finding{{
		Name: "Redis", Level: doctor.Warning, Text: fmt.Sprintf("the clock could not be compared: %v", err),
		Fix: fixRedis,
	}}
}

// checkTracks looks at the shipped tracks and those of a folder; "" names none.
func checkTracks(dir string) []doctor.Finding {
	shipped, err := fs.Sub(templates.FS, "tracks")
	if err != nil {
		return []doctor.Finding{{Name: "shipped", Level: doctor.Problem, Text: err.Error()}}
	}
	all := doctor.Tracks("shipped", shipped)
	if dir == "" {
		return all
	}
	own, err := folderOf(dir)
	if err != nil {
		return append(all, doctor.Finding{Name: "own", Level: doctor.Problem, Text: err.Error(), Fix: "Set coach.tracks to a folder of track files."})
	}
	return append(all, doctor.Tracks("own", own)...)
}

func checkModel(ctx context.Context, c config.Model) []doctor.Finding {
	if !c.On() {
		return []doctor.Finding{doctor.Well("off", "no model is named; the coach teaches from its tracks")}
	}
	return doctor.Model(ctx, c)
}
