package slacktest

import (
	"regexp"
	"strings"
)

// Draft is a message that a person, or another bot, is about to send. Text is as typed: it is escaped as a
// Slack client does, mentions and links stay.
type Draft struct {
	User, Channel, Text string
	Thread              string // ts of the root; "" = channel level
	Broadcast           bool   // also send to the channel
	Files               []File // name and content suffice
	ClientMsgID         string // "" = a new one; the same twice is how Slack sends one message twice
	Bot                 string // name of another bot that posts, without a user; User is then unused
}

// Send sends a draft and returns the message's ts.
func (s *Server) Send(d Draft) string {
	s.lock()
	defer s.unlock()
	ch := s.channel(d.Channel)
	m := &Message{User: d.User, Text: escape(d.Text), ThreadTS: d.Thread, ClientMsgID: d.ClientMsgID}
	if d.Bot != "" {
		m.User, m.Username, m.BotID, m.Subtype = "", d.Bot, "B0FAKEOTHER", "bot_message"
	} else {
		s.user(d.User)
		m.Blocks = richText(m.Text)
	}
	s.dress(m, d)
	s.publish(ch, m)
	return m.TS
}

// dress adds files and what depends on them and on the thread.
func (s *Server) dress(m *Message, d Draft) {
	if d.Broadcast && d.Thread != "" {
		m.Broadcast, m.Subtype = true, "thread_broadcast"
	}
	for _, f := range d.Files {
		f.User, f.Channels, f.ThreadTS = d.User, []string{d.Channel}, d.Thread
		m.Files = append(m.Files, s.keep(f).ID)
		m.Subtype = "file_share"
	}
	if m.ClientMsgID == "" && m.Subtype != "file_share" && d.Bot == "" {
		m.ClientMsgID = s.id("c0ffee00-0000-4000-8000-")
	}
}

// Post says something at channel level and returns its ts.
func (s *Server) Post(userID, channelID, text string) string {
	return s.Send(Draft{User: userID, Channel: channelID, Text: text})
}

// Reply says something in a thread and returns its ts.
func (s *Server) Reply(userID, channelID, rootTS, text string) string {
	return s.Send(Draft{User: userID, Channel: channelID, Thread: rootTS, Text: text})
}

// Mention says something to the bot at channel level: message and app_mention of one ts.
func (s *Server) Mention(userID, channelID, text string) string {
	return s.Post(userID, channelID, "<@"+s.botUser+"> "+text)
}

// Upload shares a file in a thread ("" = channel level) with a comment and returns the message's ts.
func (s *Server) Upload(userID, channelID, rootTS, comment string, f File) string {
	return s.Send(Draft{User: userID, Channel: channelID, Thread: rootTS, Text: comment, Files: []File{f}})
}

// Edit changes the text of a user's message.
func (s *Server) Edit(channelID, ts, text string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	m := ch.message(ts)
	before := *m
	m.Text = escape(text)
	m.Blocks = richText(m.Text)
	m.Edited, m.EditedBy = s.ts(), m.User
	s.tell(about(Edited, m), "%s %s edited: %s", ch.id, m.TS, m.Text)
	s.emitChanged(ch, m, &before)
}

// Unfurl shows a preview of a link under a message: message_changed with the text as it was, and no edit.
func (s *Server) Unfurl(channelID, ts, url string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	m := ch.message(ts)
	before := *m
	m.Attachments = frameList(object{"from_url": url, "original_url": url, "fallback": url, "id": 1, "title": url})
	s.emitChanged(ch, m, &before)
}

// Delete deletes a message as its author does: a root with replies leaves a tombstone (message_changed),
// anything else goes (message_deleted).
func (s *Server) Delete(channelID, ts string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	s.remove(ch, ch.message(ts))
}

// Erase deletes a message without a tombstone even if it has replies: message_deleted, the other shape in
// which the end of a root can come.
func (s *Server) Erase(channelID, ts string) {
	s.lock()
	defer s.unlock()
	ch := s.channel(channelID)
	s.erase(ch, ch.message(ts))
}

// markup is what escape leaves alone: mentions, channel links, special mentions and links.
var markup = regexp.MustCompile(`<(?:[@#!][^<>]+|https?://[^<>]+|mailto:[^<>]+)>`)

// escape is what a client does to text typed by a person.
func escape(text string) string {
	var out strings.Builder
	at := 0
	for _, span := range markup.FindAllStringIndex(text, -1) {
		out.WriteString(escaper.Replace(text[at:span[0]]))
		out.WriteString(text[span[0]:span[1]])
		at = span[1]
	}
	out.WriteString(escaper.Replace(text[at:]))
	return out.String()
}

var (
	escaper   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	unescaper = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")
	mention   = regexp.MustCompile(`<@([UW][A-Z0-9]+)>`)
)

// richText is the block that clients send beside the text: mentions and plain text, in one section.
func richText(text string) []byte {
	var parts []object
	add := func(piece string) {
		if piece != "" {
			parts = append(parts, object{"type": "text", "text": unescaper.Replace(piece)})
		}
	}
	at := 0
	for _, span := range mention.FindAllStringSubmatchIndex(text, -1) {
		add(text[at:span[0]])
		parts = append(parts, object{"type": "user", "user_id": text[span[2]:span[3]]})
		at = span[1]
	}
	add(text[at:])
	if parts == nil {
		return nil
	}
	return frameList(object{
		"type": "rich_text", "block_id": "fake",
		"elements": []object{{"type": "rich_text_section", "elements": parts}},
	})
}

// frameList is a JSON array of one object.
func frameList(o object) []byte { return append(append([]byte("["), frame(o)...), ']') }
