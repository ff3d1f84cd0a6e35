package discordtest

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Message is what people see of a message.
type Message struct {
	ID, Channel string
	Author      string // user id
	Name        string // of the author
	Bot         bool
	Type        int
	Content     string
	Edited      bool
	Pinned      bool
	Loading     bool   // "thinking…": deferred and not yet followed up
	ReplyTo     string // id; "" = none
	Nonce       string
	Files       []File
	Embeds      []any // as JSON has them
	Buttons     []Button
	Reactions   []Reaction
	Pings       []string // ids of the users it really pinged
}

// Button is a button of a message.
type Button struct {
	ID, Label string
	Disabled  bool
}

// Reaction is an emoji under a message and who put it there, super reactions included.
type Reaction struct {
	Emoji Emoji
	By    []string
}

func look(m *message) Message {
	out := Message{
		ID: m.id, Channel: m.channel.id, Author: m.author.id, Name: m.author.name, Bot: m.author.bot, Type: int(m.kind),
		Content: m.content, Edited: !m.edited.IsZero(), Pinned: m.pinned, Loading: m.flags&flagLoading != 0, Nonce: m.nonce,
		Embeds: m.embeds, Buttons: buttons(m),
	}
	if m.replyTo != nil {
		out.ReplyTo = m.replyTo.id
	}
	for _, a := range m.attachments {
		out.Files = append(out.Files, File{Name: a.name, Type: a.kind, Data: a.data})
	}
	for _, r := range m.reactions {
		out.Reactions = append(out.Reactions, Reaction{Emoji: r.emoji, By: ids(append(slices.Clone(r.by), r.super...))})
	}
	out.Pings = ids(m.mentions.users)
	return out
}

func ids(users []*user) []string {
	return list(users, func(u *user) string { return u.id })
}

func buttons(m *message) []Button {
	var out []Button
	for _, raw := range m.components {
		row, _ := raw.(object)
		inner, _ := row["components"].([]any)
		for _, raw := range inner {
			one, _ := raw.(object)
			b := Button{Disabled: one["disabled"] == true}
			b.ID, _ = one["custom_id"].(string)
			b.Label, _ = one["label"].(string)
			out = append(out, b)
		}
	}
	return out
}

// Messages are those of a channel or thread, oldest first, system messages included.
func (s *Server) Messages(channelID string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channels[channelID]
	if ch == nil {
		return nil
	}
	return list(ch.messages, look)
}

// Message is one message; ok is false if it is not there any more.
func (s *Server) Message(id string) (m Message, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.messages[id]
	if found == nil {
		return Message{}, false
	}
	return look(found), true
}

// Pins are the pinned messages of a channel, newest pin first.
func (s *Server) Pins(channelID string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channels[channelID]
	if ch == nil {
		return nil
	}
	return list(ch.pins, func(p *pin) Message { return look(p.message) })
}

// Ephemerals are what only this user was shown, oldest first.
func (s *Server) Ephemerals(userID string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, i := range s.asked {
		for _, m := range i.shown() {
			if i.user.id == userID && m.flags&flagEphemeral != 0 && m.interaction == i {
				out = append(out, look(m))
			}
		}
	}
	slices.SortFunc(out, func(a, b Message) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Thread is what people see of a thread.
type Thread struct {
	ID, Name, Parent string
	Type             ChannelType
	Archived, Locked bool
	AutoArchive      int // minutes
	Members          []string
	Messages         []Message
}

// Thread is one thread; ok is false if there is none of that id.
func (s *Server) Thread(id string) (t Thread, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.channels[id]
	if ch == nil || ch.thread == nil {
		return Thread{}, false
	}
	return lookThread(ch), true
}

func lookThread(ch *channel) Thread {
	out := Thread{
		ID: ch.id, Name: ch.name, Parent: ch.parent.id, Type: ch.kind, Archived: ch.thread.archived, Locked: ch.thread.locked,
		AutoArchive: ch.thread.autoArchive, Messages: list(ch.messages, look),
	}
	for id := range ch.thread.members {
		out.Members = append(out.Members, id)
	}
	slices.Sort(out.Members)
	return out
}

// Threads are those of a channel, newest first, archived ones included.
func (s *Server) Threads(parentID string) []Thread {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.threadsWhere(func(ch *channel) bool { return ch.parent.id == parentID })
	return list(found, lookThread)
}

// Asked is an interaction and what came of it.
type Asked struct {
	Answered  int // kind of the first answer: 4 message, 5 deferred, 6 deferred update, 7 update, 9 modal; 0 = none
	Failed    bool
	Ephemeral bool
	Messages  []Message // the first answer and the follow-ups
	Modal     map[string]any
	At        time.Time
}

// Asked is what became of an interaction; Failed is "The application did not respond".
func (s *Server) Asked(interactionID string) Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.asked[interactionID]
	if i == nil {
		return Asked{}
	}
	return Asked{
		Answered: i.answered, Failed: i.answered == 0 && i.late(s.now()), Ephemeral: i.ephemeral, Modal: i.modal, At: i.at,
		Messages: list(i.shown(), look),
	}
}

// Commands are the names of the registered commands of a guild ("" = global).
func (s *Server) Commands(guildID string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return list(s.commands[guildID], func(o object) string { return fmt.Sprint(o["name"]) })
}
