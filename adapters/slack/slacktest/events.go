package slacktest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// subscription is the name of an event on the app's page, and the scope that it needs.
func subscription(kind string, ch *channel) (name, scope string) {
	switch kind {
	case "message":
		names := map[Kind]string{Public: "message.channels", Private: "message.groups", IM: "message.im"}
		return names[ch.kind], byKind(ch.kind, "history")
	case "app_mention":
		return kind, "app_mentions:read"
	case "reaction_added", "reaction_removed":
		return kind, "reactions:read"
	case "pin_added", "pin_removed":
		return kind, "pins:read"
	case "member_joined_channel":
		return kind, byKind(ch.kind, "read")
	}
	return kind, ""
}

// due says whether an event of the channel reaches the app: subscribed, with its scope, and the bot a member.
func (s *Server) due(kind string, ch *channel) bool {
	name, scope := subscription(kind, ch)
	return slices.Contains(s.opts.Events, name) && ch.has(s.botUser) &&
		(scope == "" || slices.Contains(s.opts.Scopes, scope))
}

// emit sends an inner event on its way if it is due. ts is that of the message it is about.
func (s *Server) emit(kind string, ch *channel, ts string, inner object) {
	inner["type"] = kind
	if inner["event_ts"] == nil {
		inner["event_ts"] = s.ts()
	}
	if !s.due(kind, ch) {
		return
	}
	id := s.id("Ev")
	payload, err := json.Marshal(object{
		"token": "fake-verification-token", "team_id": s.teamID, "context_team_id": s.teamID,
		"context_enterprise_id": nil, "api_app_id": s.appID, "event": inner, "type": "event_callback",
		"event_id": id, "event_time": s.now().Unix(), "is_ext_shared_channel": false,
		"event_context": "4-fake-" + id,
		"authorizations": []object{{
			"enterprise_id": nil, "team_id": s.teamID, "user_id": s.botUser, "is_bot": true,
			"is_enterprise_install": false,
		}},
	})
	if err != nil {
		panic(err) // an event is made of strings, numbers and checked JSON
	}
	subtype, _ := inner["subtype"].(string)
	s.dispatch(&delivery{
		kind: eventsAPI, payload: payload, eventID: id, eventType: kind, subtype: subtype, channel: ch.id, ts: ts,
	})
}

// envelope adds what a message event has beside the message.
func envelope(o object, ch *channel) object {
	o["channel"], o["channel_type"] = ch.id, string(ch.kind)
	return o
}

// emitMessage tells of a new message, and of the mention in it.
func (s *Server) emitMessage(ch *channel, m *Message) {
	o := envelope(s.messageObject(m, allMetadata), ch)
	o["event_ts"] = m.TS
	if root := ch.byTS[m.ThreadTS]; m.Subtype == "thread_broadcast" && root != nil {
		o["root"] = s.messageObject(root, allMetadata)
	}
	if m.ThreadTS == m.TS {
		delete(o, "thread_ts")
	}
	s.emit("message", ch, m.TS, o)
	s.emitMention(ch, m)
	if s.opts.MessageReplied && m.ThreadTS != "" {
		s.emitReplied(ch, m.ThreadTS)
	}
}

// emitMention tells of a mention of the bot by someone else. In a direct message there are no mentions.
func (s *Server) emitMention(ch *channel, m *Message) {
	mentioned := strings.Contains(m.Text, "<@"+s.botUser+">")
	if !mentioned || ch.kind == IM || m.BotID == s.botID || m.system() {
		return
	}
	o := s.messageObject(m, allMetadata)
	for _, name := range []string{"subtype", "reply_count", "reply_users", "reply_users_count", "latest_reply", "parent_user_id"} {
		delete(o, name)
	}
	o["channel"], o["event_ts"] = ch.id, m.TS
	s.emit("app_mention", ch, m.TS, o)
}

// emitReplied is the hidden message_replied of a root.
func (s *Server) emitReplied(ch *channel, rootTS string) {
	root := ch.byTS[rootTS]
	if root == nil {
		return
	}
	s.emit("message", ch, rootTS, envelope(object{
		"subtype": "message_replied", "hidden": true, "ts": s.ts(), "message": s.messageObject(root, allMetadata),
	}, ch))
}

// emitChanged tells that m was before and is otherwise now.
func (s *Server) emitChanged(ch *channel, m, before *Message) {
	s.emit("message", ch, m.TS, envelope(object{
		"subtype": "message_changed", "hidden": true, "ts": s.ts(),
		"message": s.messageObject(m, allMetadata), "previous_message": s.messageObject(before, allMetadata),
	}, ch))
}

// remove deletes m: a root with replies leaves a tombstone, which comes as message_changed.
func (s *Server) remove(ch *channel, m *Message) {
	if m.root() && len(ch.replies[m.TS]) > 0 {
		s.bury(ch, m)
		return
	}
	s.erase(ch, m)
}

// erase takes m away and tells message_deleted.
func (s *Server) erase(ch *channel, m *Message) {
	before := s.messageObject(m, allMetadata)
	ch.drop(m)
	s.tell(about(Deleted, m), "%s %s deleted", ch.id, m.TS)
	s.emit("message", ch, m.TS, envelope(object{
		"subtype": "message_deleted", "hidden": true, "ts": s.ts(), "deleted_ts": m.TS, "previous_message": before,
	}, ch))
}

// bury turns a root into a tombstone.
func (s *Server) bury(ch *channel, m *Message) {
	before := *m
	*m = Message{
		Channel: m.Channel, TS: m.TS, ThreadTS: m.TS, Subtype: "tombstone", User: "USLACKBOT",
		Text: "This message was deleted.",
	}
	ch.pins = slices.DeleteFunc(ch.pins, func(p pin) bool { return p.ts == m.TS })
	s.tell(about(Deleted, m), "%s %s deleted, its thread stays", ch.id, m.TS)
	s.emitChanged(ch, m, &before)
}

// emitReaction tells of an emoji put under m, or taken away. Of a message without a user item_user is missing.
func (s *Server) emitReaction(kind string, ch *channel, m *Message, userID, name string) {
	o := object{
		"user": userID, "reaction": name, "item": object{"type": "message", "channel": ch.id, "ts": m.TS},
	}
	put(o, "item_user", m.User)
	s.emit(kind, ch, m.TS, o)
}

// emitPin tells of a pin.
func (s *Server) emitPin(kind string, ch *channel, m *Message, userID string) {
	s.emit(kind, ch, m.TS, object{
		"user": userID, "channel_id": ch.id, "has_pins": len(ch.pins) > 0, "pin_count": len(ch.pins),
		"item": object{
			"type": "message", "channel": ch.id, "created": s.now().Unix(), "created_by": userID,
			"message": s.messageObject(m, allMetadata),
		},
	})
}

// enterChannel makes a user a member: the line that the channel shows, and member_joined_channel.
func (s *Server) enterChannel(userID string, ch *channel) {
	ch.members = append(ch.members, userID)
	subtype := map[Kind]string{Public: "channel_join", Private: "group_join"}[ch.kind]
	s.publish(ch, &Message{
		Subtype: subtype, User: userID, Text: fmt.Sprintf("<@%s> has joined the channel", userID),
	})
	s.emit("member_joined_channel", ch, "", object{
		"user": userID, "channel": ch.id, "channel_type": string(ch.id[0]), "team": s.teamID,
	})
}
