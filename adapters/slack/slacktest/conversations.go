package slacktest

import (
	"slices"
	"strings"
)

// channelObject is a channel on the wire.
func (s *Server) channelObject(ch *channel) object {
	o := object{
		"id": ch.id, "created": 1700000000, "is_archived": ch.archived, "is_im": ch.kind == IM,
		"is_channel": ch.kind == Public, "is_group": ch.kind == Private, "is_mpim": false,
		"is_private": ch.kind != Public, "is_member": ch.has(s.botUser), "context_team_id": s.teamID,
		"num_members": len(ch.members), "is_general": false, "is_shared": false,
	}
	if ch.kind != IM {
		o["name"], o["name_normalized"] = ch.name, ch.name
		return o
	}
	for _, m := range ch.members {
		if m != s.botUser {
			o["user"], o["is_open"] = m, true
		}
	}
	return o
}

// visible is reach with the scope to read about a channel of that kind.
func (c *call) visible() (*channel, error) {
	ch, err := c.reach(c.args["channel"])
	if err != nil {
		return nil, err
	}
	return ch, c.scope(byKind(ch.kind, "read"))
}

func channelInfo(c *call) (object, error) {
	ch, err := c.visible()
	if err != nil {
		return nil, err
	}
	return object{"channel": c.channelObject(ch)}, nil
}

func channelMembers(c *call) (object, error) {
	ch, err := c.visible()
	if err != nil {
		return nil, err
	}
	return object{"members": slices.Clone(ch.members), "response_metadata": object{"next_cursor": ""}}, nil
}

// openChannel is conversations.open for a direct message with one user.
func openChannel(c *call) (object, error) {
	if c.args["channel"] != "" {
		ch, err := c.reach(c.args["channel"])
		if err != nil {
			return nil, err
		}
		return object{"channel": c.channelObject(ch), "no_op": true, "already_open": true}, nil
	}
	u := c.users[c.args["users"]]
	switch {
	case c.args["users"] == "":
		return nil, refusal("users_list_not_supplied")
	case strings.Contains(c.args["users"], ","):
		return nil, refusal("not_enough_users") // group messages are not here
	case u == nil:
		return nil, refusal("user_not_found")
	case u.bot:
		return nil, refusal("cannot_dm_bot")
	}
	ch := c.dm(u)
	if c.flag("return_im") {
		return object{"channel": c.channelObject(ch)}, nil
	}
	return object{"channel": object{"id": ch.id}}, nil
}

func joinChannel(c *call) (object, error) {
	ch, err := c.reach(c.args["channel"])
	switch {
	case err != nil:
		return nil, err
	case ch.kind != Public:
		return nil, refusal("method_not_supported_for_channel_type")
	case ch.archived:
		return nil, refusal("is_archived")
	}
	answer := object{"channel": c.channelObject(ch)}
	if ch.has(c.botUser) {
		answer["warning"] = "already_in_channel"
		answer["response_metadata"] = object{"warnings": []string{"already_in_channel"}}
		return answer, nil
	}
	c.enterChannel(c.botUser, ch)
	answer["channel"] = c.channelObject(ch)
	return answer, nil
}

// userChannels is users.conversations: the channels of a user, by default the bot's, that the bot can see.
func userChannels(c *call) (object, error) {
	who := c.args["user"]
	if who == "" {
		who = c.botUser
	}
	kinds, err := c.kinds()
	if err != nil {
		return nil, err
	}
	out := []object{}
	for _, ch := range c.channels {
		hidden := ch.kind != Public && !ch.has(c.botUser)
		if ch.has(who) && !hidden && slices.Contains(kinds, ch.kind) && !(ch.archived && c.flag("exclude_archived")) {
			out = append(out, c.channelObject(ch))
		}
	}
	slices.SortFunc(out, func(a, b object) int { return strings.Compare(a["id"].(string), b["id"].(string)) })
	return object{"channels": out, "response_metadata": object{"next_cursor": ""}}, nil
}

// kinds are those of the argument types, each with the scope it needs.
func (c *call) kinds() ([]Kind, error) {
	types := c.args["types"]
	if types == "" {
		types = "public_channel"
	}
	byType := map[string]Kind{"public_channel": Public, "private_channel": Private, "im": IM}
	var out []Kind
	for t := range strings.SplitSeq(types, ",") {
		kind, ok := byType[strings.TrimSpace(t)]
		if !ok && t != "mpim" {
			return nil, refusal("invalid_types")
		}
		if !ok {
			continue
		}
		if err := c.scope(byKind(kind, "read")); err != nil {
			return nil, err
		}
		out = append(out, kind)
	}
	return out, nil
}
