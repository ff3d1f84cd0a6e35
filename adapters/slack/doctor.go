package slack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"tack/state"

	"github.com/gorilla/websocket"
	"github.com/slack-go/slack"
)

// checkup is one Check on its way.
type checkup struct {
	*Adapter
	client *slack.Client // hands on the headers of its answers
	who    self
	found  []state.Finding

	mu     sync.Mutex
	scopes []string // of the bot token
	skew   time.Duration
}

// Check says whether the app is fit for use, in words; the error, that Slack cannot be asked. It opens a
// socket for a moment, to see who else has one, and changes nothing.
func (a *Adapter) Check(ctx context.Context) ([]state.Finding, error) {
	c := &checkup{Adapter: a}
	c.client = slack.New(
		a.config.BotToken, slack.OptionAPIURL(a.config.APIURL), slack.OptionAppLevelToken(a.config.AppToken),
		slack.OptionHTTPClient(a.web), slack.OptionOnResponseHeaders(c.headers),
	)
	known, err := c.token(ctx)
	if err != nil {
		return nil, err
	}
	if known {
		c.scope()
		c.clock()
		c.channels(ctx)
	}
	if a.config.AppToken != "" {
		c.socket(ctx)
	} else {
		c.ok("requests", "events come as requests, each held to the signing secret; set the app's Request URLs to the address of this bot")
	}
	c.ok("events", "Slack does not tell which events are subscribed; the manifest subscribes to "+strings.Join(Events, ", "))
	return c.found, nil
}

func (c *checkup) ok(name, text string) {
	c.found = append(c.found, state.Finding{Name: name, OK: true, Text: text})
}

func (c *checkup) wrong(name, text, fix string) {
	c.found = append(c.found, state.Finding{Name: name, Text: text, Fix: fix})
}

// headers keeps what Slack says beside its answers.
func (c *checkup) headers(_ string, h http.Header) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if list := h.Get("X-Oauth-Scopes"); list != "" && c.scopes == nil {
		for scope := range strings.SplitSeq(list, ",") {
			c.scopes = append(c.scopes, strings.TrimSpace(scope))
		}
	}
	if at, err := http.ParseTime(h.Get("Date")); err == nil {
		c.skew = time.Since(at)
	}
}

// token asks who we are. False: Slack does not take the bot token, and there is no more to ask with it.
func (c *checkup) token(ctx context.Context) (bool, error) {
	answer, err := c.client.AuthTestContext(ctx)
	switch {
	case err == nil:
	case codeOf(err) == "":
		return false, fmt.Errorf("slack: cannot be reached: %w", err)
	default:
		c.wrong("bot-token", "Slack refuses the bot token: "+codeOf(err), explain(codeOf(err)))
		return false, nil
	}
	c.who = self{team: answer.TeamID, user: answer.UserID, bot: answer.BotID, name: answer.User}
	c.ok("bot-token", fmt.Sprintf("the bot token is that of @%s in %s", answer.User, answer.Team))
	return true, nil
}

// scope compares the token's scopes with those that are needed.
func (c *checkup) scope() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var missing []string
	for _, s := range Scopes {
		if !slices.Contains(c.scopes, s) {
			missing = append(missing, s)
		}
	}
	if len(missing) == 0 {
		c.ok("scopes", "the bot token has every scope that is needed")
		return
	}
	c.wrong("scopes", "the bot token lacks "+strings.Join(missing, ", "),
		"add them in the app's settings under OAuth & Permissions, or paste the manifest again, and install the app anew")
}

// maxSkew is how far the clock may be off, of the 5 minutes that signatures allow.
const maxSkew = 2 * time.Minute

// clock compares ours with Slack's.
func (c *checkup) clock() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if off := c.skew.Abs(); off > maxSkew {
		c.wrong("clock", fmt.Sprintf("the clock is off by %s", off.Round(time.Second)),
			"let the machine set its clock by NTP: Slack's signatures hold for 5 minutes, and turns are ordered by time")
		return
	}
	c.ok("clock", "the clock agrees with Slack's")
}

// channels looks at where the bot is, and whether it could pin there.
func (c *checkup) channels(ctx context.Context) {
	list, _, err := c.client.GetConversationsForUserContext(ctx, &slack.GetConversationsForUserParameters{
		Types: []string{"public_channel", "private_channel"}, ExcludeArchived: true, Limit: pageSize,
	})
	switch {
	case err != nil:
		c.wrong("channels", "the bot's channels cannot be listed: "+pinCode(err), explain(pinCode(err)))
		return
	case len(list) == 0:
		c.wrong("channels", "the bot is in no channel", fmt.Sprintf("invite it: /invite @%s; direct messages work without", c.who.name))
		return
	}
	c.ok("channels", fmt.Sprintf("channels that the bot is in: %d", len(list)))
	for _, channel := range list[:min(len(list), maxPinChecks)] {
		c.pins(ctx, channel)
	}
}

// maxPinChecks is in how many channels doctor looks at the pins; pins.list has a limit of 50 a minute.
const maxPinChecks = 20

// maxPins is how many pins Slack lets a channel have.
const maxPins = 100

// pins looks whether a channel has room for one more pin.
func (c *checkup) pins(ctx context.Context, channel slack.Channel) {
	items, _, err := c.client.ListPinsContext(ctx, channel.ID)
	switch {
	case err != nil:
		c.wrong("pins", fmt.Sprintf("the pins of #%s cannot be read: %s", channel.Name, pinCode(err)), explain(pinCode(err)))
	case len(items) >= maxPins:
		c.wrong("pins", fmt.Sprintf("#%s has %d pins: a summary cannot be pinned there", channel.Name, len(items)), explain("too_many_pins"))
	default:
		c.ok("pins", fmt.Sprintf("#%s has room for pins", channel.Name))
	}
}

// socket opens a socket to see whether the app token is good, and who else has one.
func (c *checkup) socket(ctx context.Context) {
	n, err := c.connections(ctx)
	switch {
	case codeOf(err) != "":
		c.wrong("app-token", "Slack refuses the app token: "+codeOf(err), explain(codeOf(err))+"; it needs connections:write, and Socket Mode switched on")
		return
	case err != nil:
		c.wrong("app-token", fmt.Sprintf("no socket could be opened: %v", err), "let this machine reach wss://*.slack.com, or use the mode http")
		return
	}
	c.ok("app-token", "the app token opens a socket")
	if n > 1 {
		c.wrong("consumers", others(n-1)+", and events are shared out among all",
			"while bot serve runs these are its own; if not, somebody else uses the app token: revoke it under Basic Information")
		return
	}
	c.ok("consumers", "nobody else is connected with the app token")
}

// connections is how many sockets the app has, ours among them.
func (c *checkup) connections(ctx context.Context) (int, error) {
	_, url, err := c.client.StartSocketModeContext(ctx)
	if err != nil {
		return 0, err
	}
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: c.config.Timeout}
	conn, resp, err := dialer.DialContext(ctx, url, nil)
	if resp != nil {
		_ = resp.Body.Close() // of a handshake: nothing follows
	}
	if err != nil {
		return 0, errors.New("the socket's address does not answer") // the error would name the ticket
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(c.config.Timeout)); err != nil {
		return 0, fmt.Errorf("wait for the greeting: %w", err)
	}
	var hello struct {
		N int `json:"num_connections"`
	}
	if err := conn.ReadJSON(&hello); err != nil {
		return 0, fmt.Errorf("wait for the greeting: %w", err)
	}
	return hello.N, nil
}

// others says how many connections the app has beside this one.
func others(n int) string {
	if n == 1 {
		return "the app has 1 other connection"
	}
	return fmt.Sprintf("the app has %d other connections", n)
}
