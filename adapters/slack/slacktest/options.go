package slacktest

import "time"

// DefaultScopes are the bot scopes of an app installed from the manifest; Options.Scopes overrides them.
var DefaultScopes = []string{
	"app_mentions:read", "chat:write", "commands", "reactions:read", "reactions:write", "pins:read", "pins:write",
	"channels:history", "groups:history", "im:history", "users:read", "files:write",
}

// DefaultEvents are the bot events subscribed; Options.Events overrides them.
var DefaultEvents = []string{
	"app_mention", "message.channels", "message.groups", "message.im",
	"reaction_added", "reaction_removed", "pin_added", "pin_removed",
}

// Options say how a fake Slack behaves. The zero value is ready for use.
type Options struct {
	// Addr is where to listen; "" is 127.0.0.1 with a free port.
	Addr string
	// Scopes of the bot token; nil = DefaultScopes. The app-level token always has connections:write.
	Scopes []string
	// Events subscribed, by the names of the app's page ("message.channels", "reaction_added"); nil = DefaultEvents.
	Events []string
	// Limits by method; nil = none. SlackLimits has Slack's.
	Limits map[string]Limit
	// HistoryLimited serves conversations.history and .replies at most 15 rows a call and once a minute, as
	// Slack does for apps outside its marketplace.
	HistoryLimited bool
	// AckTimeout is how long a payload waits for its ack before it counts as failed; 0 is Slack's 3 s.
	AckTimeout time.Duration
	// Retries are the waits before each further delivery of a failed event; nil is Slack's at once, 1 and 5 min.
	Retries []time.Duration
	// PingEvery is the interval of WebSocket pings; 0 = 5 s.
	PingEvery time.Duration
	// MessageReplied sends the hidden message_replied of a root with each reply, as some workspaces see it.
	MessageReplied bool
	// SigningSecret signs HTTP deliveries; "" = one made up, which SigningSecret tells.
	SigningSecret string
}

// withDefaults puts Slack's own numbers where o leaves them open.
func (o Options) withDefaults() Options {
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Scopes == nil {
		o.Scopes = DefaultScopes
	}
	if o.Events == nil {
		o.Events = DefaultEvents
	}
	if o.AckTimeout == 0 {
		o.AckTimeout = 3 * time.Second
	}
	if o.Retries == nil {
		o.Retries = []time.Duration{0, time.Minute, 5 * time.Minute}
	}
	if o.PingEvery == 0 {
		o.PingEvery = 5 * time.Second
	}
	if o.SigningSecret == "" {
		o.SigningSecret = "8f742231b10e8888abcd99yyyzzz85a5" // the example of Slack's documentation
	}
	return o
}
