package discord

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"tack/adapters/inhand"
	"tack/coach/voice"
	"tack/templates"

	"github.com/bwmarrin/discordgo"
)

// Config is what an Adapter is made of.
type Config struct {
	Token         string        // of the bot, without "Bot "; required
	APIURL        string        // "" = Discord's own, https://discord.com/api
	Shards        int           // of the gateway, in all processes together; 0 = as many as Discord recommends
	Voice         *voice.Voice  // messages/chat; required
	Log           *slog.Logger  // nil: slog.Default()
	Timeout       time.Duration // of one request to Discord; 0 = 10 s
	IdentifyEvery time.Duration // between two IDENTIFY; 0 = 5 s, as Discord demands
}

// Hall is the house that events are taken into.
type Hall = inhand.Hall

// Adapter is the connection to one application's bot. Its methods may be called from any goroutine.
type Adapter struct {
	config  Config
	log     *slog.Logger
	words   *voice.Voice // messages/discord: the command's own
	rates   *transport
	session *discordgo.Session // for requests only
	files   *http.Client       // for attachments: they lie elsewhere, and our token is none of its business
	holder  string             // our name among processes that share a store

	health   inhand.Health
	inbox    atomic.Pointer[inbox]  // nil: Run has not found out yet who we are
	sent     *inhand.Memory[string] // delivery key → id of what was posted under it
	looked   *inhand.Memory[string] // delivery key → id up to which its thread was searched
	places   *inhand.Places
	asks     *inhand.Memory[ask]     // id of a /study → where to answer it later
	channels *inhand.Memory[channel] // by id
	names    *inhand.Memory[string]  // thread that is to be begun at a message → its name
	said     *inhand.Memory[string]  // message of somebody's → what it said, to tell an edit
	guilds   *inhand.Memory[guild]   // by id
	told     *inhand.Memory[bool]    // what was said once already
	eyes     *inhand.Eyes
}

// New returns an Adapter. It does not connect; Run does.
func New(c Config) (*Adapter, error) {
	switch {
	case c.Token == "" || strings.ContainsAny(c.Token, " \n"):
		return nil, errors.New("discord: a token is needed, without \"Bot \" before it")
	case c.Shards < 0:
		return nil, errors.New("discord: the number of shards is negative")
	case c.Voice == nil:
		return nil, errors.New("discord: no texts")
	}
	c = c.filled()
	rates, err := newTransport(c.APIURL)
	if err != nil {
		return nil, err
	}
	session, err := newSession(c, rates)
	if err != nil {
		return nil, err
	}
	words, err := voice.New(templates.FS, "messages/discord")
	if err != nil {
		return nil, err
	}
	a := &Adapter{
		config: c, log: c.Log, words: words, rates: rates, session: session, files: &http.Client{Timeout: c.Timeout},
		holder: rand.Text(),
		sent:   inhand.NewMemory[string](maxRemembered), looked: inhand.NewMemory[string](maxRemembered), places: inhand.NewPlaces(platform, maxRemembered),
		asks: inhand.NewMemory[ask](maxRemembered / 10), channels: inhand.NewMemory[channel](maxChannels),
		names: inhand.NewMemory[string](maxRemembered / 10), said: inhand.NewMemory[string](maxRemembered), guilds: inhand.NewMemory[guild](maxRemembered),
		told: inhand.NewMemory[bool](maxRemembered),
	}
	a.eyes = inhand.NewEyes(platform, &signs{Adapter: a, denied: inhand.NewMemory[time.Time](maxRemembered)}, c.Log, maxRemembered)
	return a, nil
}

// filled puts the defaults where c leaves something open.
func (c Config) filled() Config {
	if c.APIURL == "" {
		c.APIURL = official
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Timeout == 0 {
		c.Timeout = 10 * time.Second
	}
	if c.IdentifyEvery == 0 {
		c.IdentifyEvery = identifyEvery
	}
	return c
}

// partial are the things that may be wrong while the adapter does its work: one channel's pins, one file.
var partial = []string{"commands", "content", "files", "holders", "pins"}

// Health says what is wrong, in words for an operator; nil: nothing is.
func (a *Adapter) Health() []string { return a.health.List() }

// Ready says what keeps the adapter from its work, in words for an operator; nil: nothing does.
func (a *Adapter) Ready() []string { return a.health.List(partial...) }

// Addresses lists the ways to address a user.
func (a *Adapter) Addresses(user string) []string {
	return []string{"<@" + user + ">", "<@!" + user + ">"}
}
