package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/command"
	"tack/internal/config"
	"tack/internal/engine"
	"tack/internal/folder"
	"tack/internal/ops"
	"tack/state"
	"tack/templates"
)

// serveCmd is the bot as a service.
type serveCmd struct{ settingFlags }

func newServeCmd() serveCmd { return serveCmd{newSettingFlags()} }

func (serveCmd) Help() string {
	return `Serves every platform whose tokens are set, until a signal ends it: what is in hand is finished, and
the rest goes on with the next start, or in another process on the same Redis.

Example:

    SLACK_BOT_TOKEN=xoxb-… SLACK_APP_TOKEN=xapp-… bot serve
    bot serve --config tack.yaml --store-redis redis://localhost:6379`
}

// connection is a platform as bot serve has it.
type connection struct {
	name     string
	platform engine.Platform
	run      func(ctx context.Context, h *house) error // until ctx is done; an error: it can never work
	health   ops.Health
	routes   map[string]http.Handler // nil: it takes no requests
	// check says whether its settings on the platform are right (bot doctor); nil: nobody looks.
	check func(ctx context.Context) ([]state.Finding, error)
}

// house is what a platform works with.
type house struct {
	engine *engine.Engine
	desk   *command.Desk
	store  store
}

// connectors make the platforms; nil: its tokens are not set.
var connectors []func(c config.Config, log *slog.Logger) (*connection, error)

// Run serves.
func (c *serveCmd) Run(s *streams) error {
	loaded, err := c.load(s.err)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	log := newLog(loaded.Log, s.err)
	platforms, err := connect(loaded.Config, log)
	if err != nil {
		return err
	}
	kept, err := openStore(ctx, loaded, log)
	if err != nil {
		return err
	}
	defer kept.Close()
	defer backUp(ctx, kept, log)()
	meter := ops.NewMeter(slices.Concat(engine.Metrics, modelMetrics))
	h, err := furnish(loaded.Config, kept, platforms, meter, log)
	if err != nil {
		return err
	}
	err = serve(ctx, loaded.HTTP.Listen, h, platforms, meter, log)
	if cause := context.Cause(ctx); cause != nil {
		log.Info("ended", "by", cause)
		return nil
	}
	return err
}

// connect makes every platform whose tokens are set; none is an error.
func connect(c config.Config, log *slog.Logger) ([]*connection, error) {
	var all []*connection
	var problems []error
	for _, connector := range connectors {
		p, err := connector(c, log)
		problems = append(problems, err)
		if p != nil {
			all = append(all, p)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("no platform to serve: set SLACK_BOT_TOKEN and SLACK_APP_TOKEN, or DISCORD_TOKEN; bot chat needs neither")
	}
	return all, nil
}

// openStore opens the store that the settings name.
func openStore(ctx context.Context, c config.Loaded, log *slog.Logger) (store, error) {
	o := state.Options{KeepThreads: c.Retention.Threads, KeepDocuments: c.Retention.Documents, Log: log}
	if url := c.Store.Redis.Reveal(); url != "" {
		return state.OpenRedis(ctx, url, o)
	}
	folder, err := storeFolder(c.Store)
	if err != nil {
		return nil, err
	}
	return openFile(folder, typed(c, "store.path"), o)
}

// typed is the name by which a setting was given: its flag, its variable, or its path in the file and
// where nobody gave it.
func typed(c config.Loaded, path string) string {
	for _, way := range []string{"flag ", "environment "} {
		if name, ok := strings.CutPrefix(string(c.Origins[path]), way); ok {
			return name
		}
	}
	return path
}

// furnish wires the house.
func furnish(c config.Config, kept store, platforms []*connection, meter engine.Meter, log *slog.Logger) (*house, error) {
	tracks, err := tracksWith(c.Coach.Tracks)
	if err != nil {
		return nil, err
	}
	words, err := voice.New(templates.FS, "messages/command")
	if err != nil {
		return nil, err
	}
	by := map[string]engine.Platform{}
	for _, p := range platforms {
		by[p.name] = p.platform
		if dir := c.Coach.Documents; dir != "" {
			by[p.name] = filing(p.platform, dir)
		}
	}
	e, err := newEngine(engine.Config{
		Store: kept, Platforms: by, Log: log, Meter: meter, Threshold: c.Engine.Threshold,
		Quiet: c.Engine.Quiet, Workers: c.Engine.Workers, Grace: c.Engine.Grace,
	}, tracks, func(e *engine.Config) error { return withModel(c, e, tracks, kept, log) })
	if err != nil {
		return nil, err
	}
	if dir := c.Coach.Documents; dir != "" {
		kept = filedStore{kept, folder.Dir(dir)}
	}
	desk := &command.Desk{Engine: e, Store: kept, Voice: words, Topics: topicsOf(tracks)}
	return &house{engine: e, desk: desk, store: kept}, nil
}

func topicsOf(tracks track.Library) []string {
	var topics []string
	for _, t := range tracks {
		topics = append(topics, t.Topic)
	}
	return topics
}

// serve runs everything until ctx is done, or until no platform is left that can work.
func serve(ctx context.Context, listen string, h *house, platforms []*connection, meter *ops.Meter, log *slog.Logger) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts, routes := map[string]ops.Health{"engine": h.engine.Health}, map[string]http.Handler{}
	for _, p := range platforms {
		parts[p.name] = p.health
		for path, handler := range p.routes {
			routes[path] = handler
		}
	}
	var all sync.WaitGroup
	if listen != "" {
		l, err := net.Listen("tcp", listen)
		if err != nil {
			return fmt.Errorf("http.listen: name another address, or off: %w", err)
		}
		all.Go(func() {
			if err := ops.Serve(ctx, l, ops.Handler(meter, parts, routes)); err != nil {
				stop(err)
			}
		})
	}
	all.Go(func() {
		if err := refused(ctx, h.store); err != nil {
			stop(err)
		}
	})
	all.Go(func() { h.engine.Run(ctx) })
	var left sync.WaitGroup
	failures := make(chan error, len(platforms))
	for _, p := range platforms {
		left.Go(func() {
			if err := p.run(ctx, h); err != nil && ctx.Err() == nil {
				log.Error("platform cannot work", "platform", p.name, "err", err)
				failures <- fmt.Errorf("%s: %w", p.name, err)
			}
		})
	}
	log.Info("serving", "platforms", namesOf(platforms), "listen", listen)
	left.Wait()
	close(failures)
	var ended []error
	for err := range failures {
		ended = append(ended, err)
	}
	stop(errors.Join(ended...))
	all.Wait()
	return context.Cause(ctx)
}

// askAgain is how long a store that is away is left alone before it is asked again for its version.
const askAgain = 2 * time.Second

// refused asks the store, as soon as it is there, and returns why its data will never do: another version
// of the program wrote it. Whatever else fails is the engine's, which lives with it.
func refused(ctx context.Context, kept store) error {
	for {
		_, err := kept.Get(ctx, state.Key{Name: "version"})
		switch {
		case errors.Is(err, state.ErrVersion):
			return err
		case !errors.Is(err, state.ErrUnavailable):
			return nil
		}
		timer := time.NewTimer(askAgain)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil
		}
	}
}

func namesOf(platforms []*connection) string {
	var names []string
	for _, p := range platforms {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// newLog logs in the form and from the level that the settings name.
func newLog(c config.Log, w io.Writer) *slog.Logger {
	o := &slog.HandlerOptions{}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Level)); err == nil {
		o.Level = level
	}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}
