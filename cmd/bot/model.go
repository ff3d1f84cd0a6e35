package main

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"

	"tack/coach"
	"tack/coach/guard"
	"tack/coach/tutor"
	"tack/coach/tutor/model"
	"tack/coach/tutor/track"
	"tack/coach/voice"
	"tack/internal/config"
	"tack/internal/engine"
	"tack/internal/openai"
	"tack/internal/ops"
	"tack/state"
	"tack/templates"
)

// The metrics of the model.
var (
	metricCalls    = engine.Metric{Name: "tack_model_calls_total", Help: "Questions to the model by what they are for and how they ended: ok, spent, too_long, down, timeout, limited, key, gone, failed.", Labels: []string{"scene", "outcome"}}
	metricRetries  = engine.Metric{Name: "tack_model_retries_total", Help: "Requests to the model that had to be repeated.", Labels: []string{"scene"}}
	metricTokens   = engine.Metric{Name: "tack_model_tokens_total", Help: "Tokens by direction: in, out.", Labels: []string{"direction"}}
	metricCost     = engine.Metric{Name: "tack_model_cost_total", Help: "Cost by the price table, in its currency."}
	metricFaults   = engine.Metric{Name: "tack_model_faults_total", Help: "Faults of the model's answers by name; fallback: the learner was answered without it.", Labels: []string{"fault"}}
	modelMetrics   = []engine.Metric{metricCalls, metricRetries, metricTokens, metricCost, metricFaults}
	routesKeptFor  = 30 * 24 * time.Hour
	budgetsKeptFor = 48 * time.Hour
)

// withModel puts the model between the learner and the track tutor, if one is named.
func withModel(c config.Config, e *engine.Config, tracks track.Library, kept store, log *slog.Logger) error {
	if !c.Model.On() {
		return nil
	}
	client, err := modelClient(c.Model, kept, e.Meter, log)
	if err != nil {
		return err
	}
	prompts, err := model.NewPrompts(templates.FS)
	if err != nil {
		return err
	}
	watch, err := guard.New(templates.FS)
	if err != nil {
		return err
	}
	words, err := voice.New(templates.FS, "messages/tutor")
	if err != nil {
		return err
	}
	own, err := voice.New(templates.FS, "messages/model")
	if err != nil {
		return err
	}
	meter := e.Meter
	t := model.New(model.Config{
		Chat: client, Guard: watch, Prompts: prompts, Words: words, Voice: own, Budget: c.Model.Context,
		Cache: routes{kept, log}, Track: e.Tutor, Tracks: func(topic string) bool { _, ok := tracks.Topic(topic); return ok },
		Watch: func(name string) { meter.Count(metricFaults, 1, name) },
	})
	e.Tutor, e.Model = t, t
	return nil
}

// modelByEnvironment is withModel for a command without settings of its own; nil: no model is named.
func modelByEnvironment(environ []string, tracks track.Library, kept store, log *slog.Logger) (func(*engine.Config) error, error) {
	var given []string
	for _, v := range environ {
		if strings.HasPrefix(v, "OPENAI_") || strings.HasPrefix(v, "TACK_MODEL_") {
			given = append(given, v)
		}
	}
	loaded, err := config.Load(config.Sources{Environ: given})
	if err != nil || !loaded.Model.On() {
		return nil, err
	}
	return func(e *engine.Config) error {
		e.Meter = ops.NewMeter(slices.Concat(engine.Metrics, modelMetrics))
		return withModel(loaded.Config, e, tracks, kept, log)
	}, nil
}

func modelClient(c config.Model, kept store, meter engine.Meter, log *slog.Logger) (*openai.Client, error) {
	micros := func(money float64) int64 { return int64(math.Round(money * 1e6)) }
	return openai.New(openai.Config{
		Key: openai.Key(c.APIKey.Reveal()), BaseURL: c.BaseURL, Model: c.Name, Timeout: c.Timeout, Log: log,
		Limits: openai.Limits{
			Learner: openai.Use{Tokens: c.LearnerTokens}, Channel: openai.Use{Tokens: c.ChannelTokens},
			All: openai.Use{Tokens: c.DayTokens, Micros: micros(c.DayCost)},
		},
		Ledger: ledger{kept}, Prices: map[string]openai.Price{c.Name: {In: micros(c.InputPrice), Out: micros(c.OutputPrice)}},
		Observer: observer{meter, log},
	})
}

// observer counts calls, and is the one place that logs those that failed: the error goes on to whoever
// asked, and is there answered and no more.
type observer struct {
	engine.Meter
	log *slog.Logger
}

func (o observer) Observe(c openai.Call) {
	if c.Err != nil {
		o.log.Warn("ask the model", "scene", c.Scene, "mode", c.Mode, "attempts", c.Attempts, "err", c.Err)
	}
	o.Count(metricCalls, 1, c.Scene, openai.Outcome(c.Err))
	o.Count(metricRetries, float64(max(0, c.Attempts-1)), c.Scene)
	o.Count(metricTokens, float64(c.In), "in")
	o.Count(metricTokens, float64(c.Out), "out")
	o.Count(metricCost, float64(c.Micros)/1e6)
}

// ledger keeps budgets in the store.
type ledger struct{ store }

// Add adds to the two counters of an account, tokens and money. Each addition is atomic in both stores, one
// transaction of the file and one script of Redis, whatever thread or process it comes from. The two
// are not one step, and need not be: each is held to its own limit, and of the calls at once on either
// counter the last sees the reservations of all before it, so that together they never pass it; at the
// most, two that would not both fit are both refused. Where the store fails in the middle of a reservation,
// its tokens stay taken until the day is over, which is the safe side.
func (l ledger) Add(ctx context.Context, account, day string, delta openai.Use) (openai.Use, error) {
	key := accountKey(account, day)
	tokens, err := l.count(ctx, key, "tokens", int64(delta.Tokens))
	if err != nil {
		return openai.Use{}, err
	}
	micros, err := l.count(ctx, key, "micros", delta.Micros)
	return openai.Use{Tokens: int(tokens), Micros: micros}, err
}

func (l ledger) count(ctx context.Context, key state.Key, unit string, n int64) (int64, error) {
	key.Name += ":" + unit
	return l.store.Add(ctx, key, n, budgetsKeptFor)
}

// accountKey is where an account's counters are: with the learner, so that they go when the learner
// is forgotten, or with the workspace of the channel.
func accountKey(account, day string) state.Key {
	kind, whose, _ := strings.Cut(account, ":")
	workspace := coach.ThreadID(whose + ":").Workspace()
	switch kind {
	case "learner":
		id := strings.TrimPrefix(whose, workspace+":")
		return state.Key{Learner: state.Learner{Workspace: workspace, ID: id}, Name: "model:" + day}
	case "channel":
		return state.Key{Learner: state.Learner{Workspace: workspace}, Name: "model:" + whose + ":" + day}
	}
	return state.Key{Name: "model:" + day}
}

// routes keeps the routes that a model made in the store.
type routes struct {
	store
	log *slog.Logger
}

func (r routes) key(key string) state.Key { return state.Key{Name: "route:" + key} }

// Get gives what was put under key.
func (r routes) Get(ctx context.Context, key string) ([]byte, bool) {
	value, err := r.store.Get(ctx, r.key(key))
	return value, err == nil
}

// Put keeps value under key.
func (r routes) Put(ctx context.Context, key string, value []byte) {
	if err := r.store.Put(ctx, r.key(key), value, routesKeptFor); err != nil {
		r.log.Warn("keep a route", "err", fmt.Errorf("put: %w", err))
	}
}

var (
	_ openai.Ledger = ledger{}
	_ model.Cache   = routes{}
	_ tutor.Tutor   = (*model.Tutor)(nil)
	_ engine.Model  = (*model.Tutor)(nil)
)
