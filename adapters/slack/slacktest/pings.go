package slacktest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// livePing is what notifies people when it stands unescaped in mrkdwn.
var livePing = regexp.MustCompile(`<!(?:channel|here|everyone)(?:\|[^>]*)?>|<!subteam\^[^>]*>|<@([UW][A-Z0-9]+)(?:\|[^>]*)?>`)

// checkPings notes whatever in a message of the bot would notify a group, or a user who has no part in the
// thread. thread "" is that of the arguments; also names users with a part in it.
func (c *call) checkPings(ch *channel, m *Message, thread string, also ...string) {
	if thread == "" {
		thread = c.args["thread_ts"]
	}
	for _, text := range append(mrkdwnOf(m.Blocks), m.Text) {
		for _, hit := range livePing.FindAllStringSubmatch(text, -1) {
			if hit[1] == "" || !slices.Contains(append(also, c.party(ch, thread)...), hit[1]) {
				c.violate(c.method, LivePing, "%s", hit[0])
			}
		}
	}
}

// party are the users who have a part in a thread: the bot, who wrote there, who asked for something in the
// channel, and in direct messages both.
func (s *Server) party(ch *channel, thread string) []string {
	party := slices.Concat([]string{s.botUser}, ch.askers, authors(ch.replies[thread]))
	if root := ch.byTS[thread]; root != nil {
		party = append(party, root.User)
	}
	if ch.kind == IM {
		party = append(party, ch.members...)
	}
	return party
}

// mrkdwnOf are the texts in blocks that Slack reads as mrkdwn, and the pings of rich text as if written so.
func mrkdwnOf(blocks json.RawMessage) []string {
	var tree any
	if len(blocks) == 0 || json.Unmarshal(blocks, &tree) != nil {
		return nil
	}
	var out []string
	walk(tree, func(o object) {
		text, _ := o["text"].(string)
		switch o["type"] {
		case "mrkdwn", "markdown":
			out = append(out, text)
		case "user":
			id, _ := o["user_id"].(string)
			out = append(out, "<@"+id+">")
		case "broadcast":
			to, _ := o["range"].(string)
			out = append(out, "<!"+to+">")
		case "usergroup":
			id, _ := o["usergroup_id"].(string)
			out = append(out, "<!subteam^"+id+">")
		}
	})
	return out
}

// walk visits every object in a JSON tree.
func walk(tree any, visit func(object)) {
	switch node := tree.(type) {
	case []any:
		for _, item := range node {
			walk(item, visit)
		}
	case object:
		visit(node)
		for _, item := range node {
			walk(item, visit)
		}
	}
}

// checkParsing notes arguments that let Slack find pings in plain text.
func (c *call) checkParsing() {
	if c.args["parse"] == "full" {
		c.violate(c.method, ParsesText, "parse=full")
	}
	if c.flag("link_names") {
		c.violate(c.method, ParsesText, "link_names")
	}
}

// checkInvited notes a root post in a channel where nobody asked for one. A slash command or a button at
// channel level asks for one; direct messages need no asking.
func (c *call) checkInvited(ch *channel) {
	if c.args["thread_ts"] != "" || ch.kind == IM {
		return
	}
	if ch.invited == 0 {
		c.violate(c.method, MissingThread, "a root post in %s: %s", ch.id, firstLine(c.args["text"]))
		return
	}
	ch.invited--
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
