package slacktest

import "encoding/json"

// Ephemeral is a message that one user saw and nobody else.
type Ephemeral struct {
	Channel, User, ThreadTS, TS, Text string
	Blocks                            json.RawMessage
	Via                               string // "chat.postEphemeral", "ack" or "response_url"
}

// postEphemeral is chat.postEphemeral.
func postEphemeral(c *call) (object, error) {
	ch, err := c.target()
	if err != nil {
		return nil, err
	}
	if !ch.has(c.args["user"]) {
		return nil, refusal("user_not_in_channel")
	}
	m, err := c.draft(maxText)
	if err != nil {
		return nil, err
	}
	c.checkPings(ch, m, "", c.args["user"])
	e := Ephemeral{
		Channel: ch.id, User: c.args["user"], ThreadTS: c.threadOf(ch), Text: m.Text, Blocks: m.Blocks, Via: c.method,
	}
	return object{"message_ts": c.whisper(e)}, nil
}

// whisper shows an ephemeral message and returns its ts.
func (s *Server) whisper(e Ephemeral) string {
	e.TS = s.ts()
	s.ephemerals = append(s.ephemerals, e)
	h := Happening{Deed: Whispered, Channel: e.Channel, TS: e.TS, User: e.User}
	s.tell(h, "%s %s to %s only: %s", e.Channel, e.TS, s.name(e.User), e.Text)
	return e.TS
}
