package discordtest

import "time"

// object is a JSON object on the wire.
type object = map[string]any

// ChannelType is Discord's number for a kind of channel.
type ChannelType int

// The kinds of channels that this Discord has. The zero value is a text channel.
const (
	TextChannel         ChannelType = 0
	DMChannel           ChannelType = 1
	AnnouncementChannel ChannelType = 5
	AnnouncementThread  ChannelType = 10
	PublicThread        ChannelType = 11
	PrivateThread       ChannelType = 12
	ForumChannel        ChannelType = 15
)

// user is an account: a person, a bot, or (webhook) the name a webhook posts under.
type user struct {
	id, name string
	bot      bool
	webhook  bool
	closed   bool   // takes no direct messages
	locale   string // of the client; "" = en-US
}

type role struct {
	id, name    string
	perms       Permissions
	mentionable bool
}

type member struct {
	user    *user
	roles   []string
	joined  time.Time
	timeout time.Time // communication_disabled_until; zero = never
}

type guild struct {
	id, name, owner string
	roles           []*role // the first is @everyone, whose id is the guild's
	members         map[string]*member
	emojis          map[string]string // custom emoji: id → name
	channels        []*channel        // without threads
}

// role is the role of that id; nil if there is none.
func (g *guild) role(id string) *role {
	for _, r := range g.roles {
		if r.id == id {
			return r
		}
	}
	return nil
}

type channel struct {
	id, name, topic string
	kind            ChannelType
	guild           *guild   // nil for a DM
	parent          *channel // of a thread
	recipients      []*user  // of a DM
	overwrites      []overwrite
	slowmode        int                  // seconds between two messages of one user; 0 = none
	lastPost        map[string]time.Time // by user, for slowmode
	thread          *thread              // nil for any other channel
	messages        []*message           // in order of id
	pins            []*pin               // newest first
}

// home is the channel whose permissions count: a thread's parent.
func (c *channel) home() *channel {
	if c.parent != nil {
		return c.parent
	}
	return c
}

// locked says whether u with permissions p is kept out by a lock.
func (c *channel) locked(p Permissions) bool {
	return c.thread != nil && c.thread.locked && !p.has(ManageThreads)
}

func (c *channel) archived() bool { return c.thread != nil && c.thread.archived }

type thread struct {
	owner       string
	archived    bool
	locked      bool
	invitable   bool
	autoArchive int       // minutes of silence until it archives itself
	turned      time.Time // when archived last changed
	active      time.Time // last message or un-archiving
	members     map[string]time.Time
	tags        []string
	sent        int // messages ever sent
}

type pin struct {
	message *message
	at      time.Time
}

type attachment struct {
	id, name, kind string
	data           []byte
}

type reaction struct {
	emoji Emoji
	by    []*user // normal ones
	super []*user
}

// messageType is Discord's number for a kind of message.
type messageType int

const (
	plainMessage   messageType = 0
	pinMessage     messageType = 6
	threadCreated  messageType = 18
	replyMessage   messageType = 19
	commandMessage messageType = 20
	starterMessage messageType = 21
)

// system says whether nobody wrote it: such a message can be neither edited nor answered.
func (t messageType) system() bool {
	return t != plainMessage && t != replyMessage && t != commandMessage
}

// Flags of a message.
const (
	flagSuppressEmbeds = 1 << 2
	flagHasThread      = 1 << 5
	flagEphemeral      = 1 << 6
	flagLoading        = 1 << 7
	flagSilent         = 1 << 12
)

type message struct {
	id          string
	channel     *channel
	author      *user
	kind        messageType
	content     string
	edited      time.Time // zero = never
	embeds      []any
	components  []any
	attachments []*attachment
	stickers    []object
	reactions   []*reaction
	mentions    mentions
	replyTo     *message // also what a starter message or a pin message points to
	points      *channel // the channel that a system message points to; nil = its own
	pinned      bool
	flags       int
	nonce       string
	thread      *channel // started from it
	webhook     string   // id; "" = not by one
	interaction *interaction
}

// mentions are whom a message really pings.
type mentions struct {
	everyone bool
	users    []*user
	roles    []string
}

// pings says whether u is among them by name.
func (m mentions) pings(u *user) bool {
	for _, v := range m.users {
		if v == u {
			return true
		}
	}
	return false
}
