// Package config is every setting of bot serve, declared once.
//
//	loaded, err := config.Load(config.Sources{File: "tack.yaml", Environ: os.Environ()})
//	if err != nil {
//		return err // all problems, each with its setting and where the value came from
//	}
//	serve(loaded.Config)
//
// Goals: declare.go alone says of each setting its name, default, unit, range, special values and
// meaning; flags, the documentation's table, .env.example, bot config print and the checks are made
// from it; a wrong setting is told with its place and the name that was meant; no secret is ever
// printed. Non-goals: reading again while the program runs; settings of a channel (internal/command);
// finding out whether what is set is reachable (bot doctor).
//
// A setting comes from the defaults, the file, the environment or a flag; the later wins.
package config

import "time"

// Config is all settings. What each means, and its special values, is in declare.go.
type Config struct {
	Store     Store
	Engine    Engine
	Retention Retention
	Coach     Coach
	Slack     Slack
	Discord   Discord
	Model     Model
	HTTP      HTTP
	Log       Log
}

// Store is where sessions and documents are kept.
type Store struct {
	Path  string // folder; empty: tack in the user's data directory
	Redis Secret // URL; not empty: in place of the folder
}

// Engine is how events are worked off.
type Engine struct {
	Quiet     time.Duration // 0: each message is a turn
	Workers   int
	Threshold int // turns
	Grace     time.Duration
}

// Forever is kept for ever, in the form that state.Options takes.
const Forever time.Duration = -1

// Retention is how long things are kept after their last change; Forever: for ever.
type Retention struct {
	Threads   time.Duration
	Documents time.Duration
}

// Coach is how the coach speaks and what it teaches.
type Coach struct {
	Language  string // auto, en or zh
	Tracks    string // folder; empty: the shipped ones alone
	Documents string // folder; empty: documents are in the store alone
}

// The values of Slack.Mode.
const (
	SlackSocket = "socket"
	SlackHTTP   = "http"
)

// Slack is the connection to Slack.
type Slack struct {
	BotToken      Secret
	AppToken      Secret // for SlackSocket
	SigningSecret Secret // for SlackHTTP
	Mode          string
	Path          string // begins with a slash
	APIURL        string // ends with a slash
}

// On says whether Slack is served.
func (s Slack) On() bool { return s.BotToken != "" }

// Discord is the connection to Discord.
type Discord struct {
	Token  Secret
	APIURL string // without a slash at the end
	Shards int    // 0: as many as Discord recommends
}

// On says whether Discord is served.
func (d Discord) On() bool { return d.Token != "" }

// Model is the language model, and what may be spent on it.
type Model struct {
	APIKey        Secret // empty: the endpoint needs none
	BaseURL       string // without a slash at the end
	Name          string
	Timeout       time.Duration
	Context       int     // tokens of a prompt
	LearnerTokens int     // per learner and day; 0: no limit
	ChannelTokens int     // per channel and day; 0: no limit
	DayTokens     int     // per day; 0: no limit
	DayCost       float64 // per day, in the currency of the prices; 0: no limit
	InputPrice    float64 // per million tokens
	OutputPrice   float64 // per million tokens
}

// On says whether the coach speaks through a model.
func (m Model) On() bool { return m.Name != "" }

// HTTP is the server of probes, metrics and Slack's HTTP mode.
type HTTP struct {
	Listen string // host:port; empty: nothing is served
}

// Log is what is logged, to standard error.
type Log struct {
	Level  string // debug, info, warn or error
	Format string // text or json
}

// Secret is a text that no print, log or encoding shows.
type Secret string

// Reveal returns the text itself.
func (s Secret) Reveal() string { return string(s) }

// String says only whether there is one.
func (s Secret) String() string {
	if s == "" {
		return "not set"
	}
	return "set"
}

// GoString is String, for %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText is String, for every encoding.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
