package slack

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"tack/adapters/inhand"
	"tack/coach/voice"

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

// Hall is the house that events are taken into.
type Hall = inhand.Hall

// Adapter is the connection to one workspace. Its methods may be called from any goroutine.
type Adapter struct {
	config  Config
	log     *slog.Logger
	web     *http.Client
	client  *slack.Client
	health  inhand.Health
	inbox   atomic.Pointer[inbox]  // nil: Run has not found out yet who we are
	sent    *inhand.Memory[string] // delivery key → ts of what was posted under it
	undone  *inhand.Memory[bool]   // delivery key → Slack is known not to have posted it
	looked  *inhand.Memory[string] // delivery key → ts up to which its thread was searched
	places  *inhand.Places
	asks    *inhand.Memory[ask] // id of a /study → where to answer it later
	turns   *inhand.Memory[*rate.Limiter]
	queued  *inhand.Memory[time.Time] // delivery key → when it is its turn to be posted
	persons *inhand.Memory[person]
	eyes    *inhand.Eyes
}

// New returns an Adapter. It does not connect; Run does.
func New(c Config) (*Adapter, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	c = c.filled()
	web := &http.Client{Timeout: c.Timeout}
	a := &Adapter{
		config: c, log: c.Log, web: web, sent: inhand.NewMemory[string](maxRemembered), undone: inhand.NewMemory[bool](maxRemembered),
		looked: inhand.NewMemory[string](maxRemembered), places: inhand.NewPlaces(platform, maxRemembered),
		asks:  inhand.NewMemory[ask](maxRemembered / 10),
		turns: inhand.NewMemory[*rate.Limiter](maxRemembered), queued: inhand.NewMemory[time.Time](maxRemembered), persons: inhand.NewMemory[person](maxPeople),
	}
	a.client = slack.New(c.BotToken, slack.OptionAPIURL(c.APIURL), slack.OptionAppLevelToken(c.AppToken), slack.OptionHTTPClient(web))
	a.eyes = inhand.NewEyes(platform, &signs{Adapter: a, turns: rate.NewLimiter(rate.Every(eyesEvery), 10)}, c.Log, maxRemembered)
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

// partial are the things that may be wrong while the adapter does its work: one channel's pins, one file.
var partial = []string{"files", "permission", "pins"}

// Health says what is wrong, in words for an operator; nil: nothing is.
func (a *Adapter) Health() []string { return a.health.List() }

// Ready says what keeps the adapter from its work, in words for an operator; nil: nothing does.
func (a *Adapter) Ready() []string { return a.health.List(partial...) }

// Addresses lists the ways to address a user.
func (a *Adapter) Addresses(user string) []string { return []string{"<@" + user + ">", "@" + user} }
