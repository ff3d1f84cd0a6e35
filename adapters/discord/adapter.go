package discord

import (
	"context"
	"crypto/rand"
	"errors"
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
	"tack/templates"

	"github.com/bwmarrin/discordgo"
)

// Config is what an Adapter is made of.
type Config struct {
	Token         string        // of the bot, without "Bot "; required
	APIURL        string        // "" = Discord's own, https://discord.com/api
	Shards        int           // of the gateway, in all processes together; 0 = as many as Discord recommends
	CommandGuild  string        // /study is there in this guild alone; "" = everywhere
	Voice         *voice.Voice  // messages/chat; required
	Log           *slog.Logger  // nil: slog.Default()
	Timeout       time.Duration // of one request to Discord; 0 = 10 s
	IdentifyEvery time.Duration // between two IDENTIFY; 0 = 5 s, as Discord demands
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

// Adapter is the connection to one application's bot. Its methods may be called from any goroutine.
type Adapter struct {
	config  Config
	log     *slog.Logger
	words   *voice.Voice // messages/discord: the command's own
	rates   *transport
	session *discordgo.Session // for requests only
	files   *http.Client       // for attachments: they lie elsewhere, and our token is none of its business
	holder  string             // our name among processes that share a store

	health   health
	inbox    atomic.Pointer[inbox] // nil: Run has not found out yet who we are
	sent     *memory[string]       // delivery key → id of what was posted under it
	looked   *memory[string]       // delivery key → id up to which its thread was searched
	posts    *memory[state.Post]   // reference → message, of what this process posted
	shown    *memory[string]       // reference → text of a summary
	asks     *memory[ask]          // id of a /study → where to answer it later
	channels *memory[channel]      // by id
	names    *memory[string]       // thread that is to be begun at a message → its name
	said     *memory[string]       // message of somebody's → what it said, to tell an edit
	guilds   *memory[guild]        // by id
	told     *memory[bool]         // what was said once already
	eyes     *receipts
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
		sent:   newMemory[string](maxRemembered), looked: newMemory[string](maxRemembered), posts: newMemory[state.Post](maxRemembered),
		shown: newMemory[string](maxRemembered / 20), asks: newMemory[ask](maxRemembered / 10), channels: newMemory[channel](maxChannels),
		names: newMemory[string](maxRemembered / 10), said: newMemory[string](maxRemembered), guilds: newMemory[guild](maxRemembered),
		told: newMemory[bool](maxRemembered),
	}
	a.eyes = newReceipts(a)
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

// Addresses lists the ways to address a user.
func (a *Adapter) Addresses(user string) []string {
	return []string{"<@" + user + ">", "<@!" + user + ">"}
}
