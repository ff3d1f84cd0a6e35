package slacktest

import (
	"net/http"
	"slices"
	"time"
)

// responseURL is where an app answers a slash command or a button, up to five times in half an hour.
type responseURL struct {
	user, channel string
	ts            string // of the message with the button; "" of a slash command
	made          time.Time
	uses          int
}

const (
	responseLife = 30 * time.Minute
	responseUses = 5
)

// newResponseURL makes a response URL.
func (s *Server) newResponseURL(userID, channelID, ts string) string {
	key := s.id("R")
	s.urls[key] = &responseURL{user: userID, channel: channelID, ts: ts, made: s.now()}
	return s.base + "/response/" + key
}

// serveResponseURL takes a message for a response URL. It wants no token.
func (s *Server) serveResponseURL(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, method: "response_url", w: w, r: r, args: map[string]string{}}
	parse := c.readArgs()
	delete(c.args, "metadata") // slack-go sends it along empty, and Slack takes no notice
	c.serve(func() (object, error) {
		u := s.urls[r.PathValue("key")]
		switch {
		case u == nil || s.now().Sub(u.made) > responseLife:
			return nil, &httpError{status: http.StatusNotFound, code: "expired_url"}
		case u.uses >= responseUses:
			return nil, &httpError{status: http.StatusNotFound, code: "used_url"}
		case parse != nil:
			return nil, parse
		}
		u.uses++
		return nil, c.respond(u)
	})
}

// responses are the fields of an answer.
var responses = []string{
	"text", "blocks", "attachments", "response_type", "replace_original", "delete_original", "thread_ts", "mrkdwn",
	"parse", "link_names", "unfurl_links", "unfurl_media",
}

// respond carries out one answer.
func (c *call) respond(u *responseURL) error {
	for name := range c.args {
		if !slices.Contains(responses, name) {
			c.violate(c.method, UnknownField, "%s", name)
		}
	}
	ch := c.channels[u.channel]
	original := ch.byTS[u.ts]
	switch {
	case c.flag("delete_original"):
		if original != nil {
			c.remove(ch, original)
		}
		return nil
	case c.flag("replace_original") && original != nil:
		return c.replaceOriginal(ch, original)
	}
	m, err := c.draft(maxText)
	if err != nil {
		return err
	}
	c.checkPings(ch, m, "", u.user)
	if c.args["response_type"] != "in_channel" {
		thread := c.args["thread_ts"]
		c.whisper(Ephemeral{
			Channel: ch.id, User: u.user, ThreadTS: thread, Text: m.Text, Blocks: m.Blocks, Via: c.method,
		})
		return nil
	}
	m.ThreadTS = c.threadOf(ch)
	c.publish(ch, m)
	return nil
}

func (c *call) replaceOriginal(ch *channel, m *Message) error {
	next, err := c.draft(maxText)
	if err != nil {
		return err
	}
	c.checkPings(ch, next, m.ThreadTS)
	before := *m
	m.Text, m.Blocks = next.Text, next.Blocks
	m.Edited, m.EditedBy = c.ts(), c.botUser
	c.tell(about(Edited, m), "%s %s edited: %s", ch.id, m.TS, m.Text)
	c.emitChanged(ch, m, &before)
	return nil
}
