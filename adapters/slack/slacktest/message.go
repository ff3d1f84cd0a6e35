package slacktest

import (
	"encoding/json"
	"slices"
)

// Message is a message as it stands in a channel.
type Message struct {
	Channel, TS string
	ThreadTS    string // "" = not in a thread, as of a root without replies
	Subtype     string // "" of an ordinary message
	User        string // the author; "" of a foreign bot
	BotID       string // "" of a person
	Username    string // of a foreign bot
	Text        string // as sent: escaped, with its mrkdwn
	Blocks      json.RawMessage
	Attachments json.RawMessage
	Metadata    json.RawMessage // nil = none
	ClientMsgID string
	Files       []string // ids
	Edited      string   // ts of the last edit; "" = never
	EditedBy    string
	Broadcast   bool // also sent to the channel
	Reactions   []Reaction
	Pinned      bool
	Parse       string // as the bot asked; "" = not said
}

// Reaction is one emoji under a message.
type Reaction struct {
	Name  string
	Users []string
}

// clone is m for someone outside the lock.
func (m *Message) clone() Message {
	out := *m
	out.Files = slices.Clone(m.Files)
	out.Reactions = make([]Reaction, len(m.Reactions))
	for i, r := range m.Reactions {
		out.Reactions[i] = Reaction{Name: r.Name, Users: slices.Clone(r.Users)}
	}
	return out
}

// root says whether m is at channel level and no reply.
func (m *Message) root() bool { return m.ThreadTS == "" || m.ThreadTS == m.TS }

// system says whether m is one that Slack itself writes.
func (m *Message) system() bool {
	return slices.Contains([]string{"channel_join", "group_join", "pinned_item", "tombstone"}, m.Subtype)
}

// add stores a new message under a new ts and makes a thread of its root.
func (s *Server) add(ch *channel, m *Message) *Message {
	m.Channel, m.TS = ch.id, s.ts()
	ch.messages = append(ch.messages, m)
	ch.byTS[m.TS] = m
	if m.ThreadTS != "" {
		ch.replies[m.ThreadTS] = append(ch.replies[m.ThreadTS], m)
		if root := ch.byTS[m.ThreadTS]; root != nil {
			root.ThreadTS = root.TS
		}
	}
	s.tell(about(Posted, m), "%s %s%s %s: %s", ch.id, m.TS, inThread(m), s.author(m), m.Text)
	return m
}

func inThread(m *Message) string {
	if m.root() {
		return ""
	}
	return " in " + m.ThreadTS
}

func (s *Server) author(m *Message) string {
	if m.User != "" {
		return s.name(m.User)
	}
	return m.Username
}

// drop takes m out of the channel; its replies stay, as orphans.
func (ch *channel) drop(m *Message) {
	is := func(o *Message) bool { return o == m }
	ch.messages = slices.DeleteFunc(ch.messages, is)
	delete(ch.byTS, m.TS)
	if m.root() {
		ch.dead[m.TS] = true
	} else {
		ch.replies[m.ThreadTS] = slices.DeleteFunc(ch.replies[m.ThreadTS], is)
	}
	ch.pins = slices.DeleteFunc(ch.pins, func(p pin) bool { return p.ts == m.TS })
}

// metadataWanted says how much of a message's metadata an answer shows.
type metadataWanted bool

const (
	typeOnly    metadataWanted = false // the event_type alone
	allMetadata metadataWanted = true
)

// messageObject is m on the wire.
func (s *Server) messageObject(m *Message, want metadataWanted) object {
	o := object{"type": "message", "ts": m.TS, "text": m.Text}
	put(o, "subtype", m.Subtype)
	put(o, "user", m.User)
	put(o, "username", m.Username)
	put(o, "client_msg_id", m.ClientMsgID)
	put(o, "thread_ts", m.ThreadTS)
	if m.BotID == "" && !m.system() {
		o["team"] = s.teamID
	}
	if m.BotID != "" {
		s.putBot(o, m)
	}
	putRaw(o, "blocks", m.Blocks)
	putRaw(o, "attachments", m.Attachments)
	if m.Metadata != nil {
		o["metadata"] = metadataObject(m.Metadata, want)
	}
	if m.Edited != "" {
		o["edited"] = object{"user": m.EditedBy, "ts": m.Edited}
	}
	s.putRelations(o, m)
	return o
}

// putBot adds what marks a bot's message.
func (s *Server) putBot(o object, m *Message) {
	o["bot_id"] = m.BotID
	if m.BotID != s.botID {
		return
	}
	o["app_id"], o["team"] = s.appID, s.teamID
	o["bot_profile"] = object{
		"id": s.botID, "app_id": s.appID, "name": s.botName, "deleted": false, "updated": 1700000000,
		"team_id": s.teamID, "icons": object{},
	}
}

// putRelations adds files, reactions, pins, and the thread's counters.
func (s *Server) putRelations(o object, m *Message) {
	if len(m.Files) > 0 {
		files := make([]object, 0, len(m.Files))
		for _, id := range m.Files {
			files = append(files, s.fileObject(s.files[id]))
		}
		o["files"], o["upload"], o["display_as_bot"] = files, true, false
	}
	if len(m.Reactions) > 0 {
		o["reactions"] = reactionObjects(m)
	}
	if m.Pinned {
		o["pinned_to"] = []string{m.Channel}
	}
	ch := s.channels[m.Channel]
	if replies := ch.replies[m.TS]; len(replies) > 0 {
		o["reply_count"], o["latest_reply"] = len(replies), replies[len(replies)-1].TS
		o["reply_users"] = authors(replies)
		o["reply_users_count"], o["subscribed"], o["is_locked"] = len(authors(replies)), false, false
	}
	if root := ch.byTS[m.ThreadTS]; root != nil && root != m {
		put(o, "parent_user_id", root.User)
	}
}

func authors(messages []*Message) []string {
	var ids []string
	for _, m := range messages {
		if m.User != "" && !slices.Contains(ids, m.User) {
			ids = append(ids, m.User)
		}
	}
	return ids
}

func reactionObjects(m *Message) []object {
	var out []object
	for _, r := range m.Reactions {
		out = append(out, object{"name": r.Name, "count": len(r.Users), "users": r.Users})
	}
	return out
}

func metadataObject(raw json.RawMessage, want metadataWanted) any {
	if want == allMetadata {
		return raw
	}
	var meta struct {
		EventType string `json:"event_type"`
	}
	_ = json.Unmarshal(raw, &meta) // checked when it was posted
	return object{"event_type": meta.EventType}
}

// put sets a string unless it is empty.
func put(o object, key, value string) {
	if value != "" {
		o[key] = value
	}
}

func putRaw(o object, key string, value json.RawMessage) {
	if len(value) > 0 {
		o[key] = value
	}
}
