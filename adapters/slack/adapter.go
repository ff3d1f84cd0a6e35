package slack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"tack/coach"
	"tack/coach/voice"
	"tack/internal/command"
	"tack/internal/engine"
	"tack/state"

	"github.com/slack-go/slack"
	"golang.org/x/time/rate"
)

// Config is what an Adapter is made of. Either AppToken or SigningSecret says how events come in.
type Config struct {
	BotToken      string        // xoxb-…; required
	AppToken      string        // xapp-…: events come over Socket Mode
	SigningSecret string        // without AppToken: events come as requests to Handler
	APIURL        string        // with its final slash; "" = Slack's own
	Voice         *voice.Voice  // messages/chat; required
	Log           *slog.Logger  // nil: slog.Default()
	PostEvery     time.Duration // between two messages in a channel; 0 = 1 s, < 0: as fast as it goes
	Timeout       time.Duration // of one request to Slack; 0 = 10 s
	Silence       time.Duration // after which a socket without a sign of life is opened anew; 0 = 30 s
}

// Engine is what the adapter needs of the engine.
type Engine interface {
	Receive(ctx context.Context, in engine.Inbound) error
	Thread(ctx context.Context, id coach.ThreadID) (engine.Thread, error)
	Topic(text string) (string, bool)
}

// Store is what the adapter looks up and keeps.
type Store interface {
	Posted(ctx context.Context, ref string) (state.Post, error)
	Ref(ctx context.Context, id coach.ThreadID, message string) (string, error)
	Heard(ctx context.Context, workspace string, since time.Time, max int) ([]state.Heard, error)
	Get(ctx context.Context, k state.Key) ([]byte, error)
	Put(ctx context.Context, k state.Key, value []byte, keep time.Duration) error
	Hold(ctx context.Context, k state.Key, holder string, keep time.Duration) (bool, error)
}

// Desk answers /study.
type Desk interface {
	Answer(ctx context.Context, r command.Request) (command.Answer, error)
	Settings(ctx context.Context, channel coach.ThreadID) (command.Settings, error)
}

// Hall is the house that events are taken into. All fields are required.
type Hall struct {
	Engine Engine
	Desk   Desk
	Store  Store
}

// Adapter is the connection to one workspace. Its methods may be called from any goroutine.
type Adapter struct {
	config  Config
	log     *slog.Logger
	web     *http.Client
	client  *slack.Client
	health  health
	inbox   atomic.Pointer[inbox] // nil: Run has not found out yet who we are
	sent    *memory[string]       // delivery key → ts of what was posted under it
	undone  *memory[bool]         // delivery key → Slack is known not to have posted it
	looked  *memory[string]       // delivery key → ts up to which its thread was searched
	posts   *memory[state.Post]   // reference → message, of what this process posted
	texts   *memory[string]       // reference → mrkdwn of a summary
	asks    *memory[ask]          // id of a /study → where to answer it later
	turns   *memory[*rate.Limiter]
	persons *memory[person]
	eyes    *receipts
}

// New returns an Adapter. It does not connect; Run does.
func New(c Config) (*Adapter, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	c = c.filled()
	web := &http.Client{Timeout: c.Timeout}
	a := &Adapter{
		config: c, log: c.Log, web: web, sent: newMemory[string](maxRemembered), undone: newMemory[bool](maxRemembered),
		looked: newMemory[string](maxRemembered), posts: newMemory[state.Post](maxRemembered),
		texts: newMemory[string](maxRemembered / 20), asks: newMemory[ask](maxRemembered / 10),
		turns: newMemory[*rate.Limiter](maxRemembered), persons: newMemory[person](maxPeople),
	}
	a.client = slack.New(c.BotToken, slack.OptionAPIURL(c.APIURL), slack.OptionAppLevelToken(c.AppToken), slack.OptionHTTPClient(web))
	a.eyes = newReceipts(a.client, c.Log)
	return a, nil
}

func (c Config) check() error {
	switch {
	case !strings.HasPrefix(c.BotToken, "xoxb-"):
		return errors.New("slack: the bot token begins with xoxb-")
	case c.AppToken == "" && c.SigningSecret == "":
		return errors.New("slack: an app token (Socket Mode) or a signing secret (HTTP) is needed")
	case c.AppToken != "" && !strings.HasPrefix(c.AppToken, "xapp-"):
		return errors.New("slack: the app token begins with xapp-")
	case c.APIURL != "" && !strings.HasSuffix(c.APIURL, "/"):
		return fmt.Errorf("slack: the API's address %q must end with a slash", c.APIURL)
	case c.Voice == nil:
		return errors.New("slack: no texts")
	}
	return nil
}

// filled puts the defaults where c leaves something open.
func (c Config) filled() Config {
	if c.APIURL == "" {
		c.APIURL = slack.APIURL
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.PostEvery == 0 {
		c.PostEvery = postEvery
	}
	if c.Timeout == 0 {
		c.Timeout = 10 * time.Second
	}
	if c.Silence == 0 {
		c.Silence = healthyAfter
	}
	return c
}

// Addresses lists the ways to address a user.
func (a *Adapter) Addresses(user string) []string { return []string{"<@" + user + ">", "@" + user} }
