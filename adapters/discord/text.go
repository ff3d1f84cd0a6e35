package discord

import (
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// markup is what Discord puts in angle brackets: users, channels, roles, custom emoji, commands.
var markup = regexp.MustCompile(`<(@!?|@&|#|a?:|/)([^<>\s]+(?: [^<>:]+)*?)(?::(\d+))?>`)

// plain is what somebody wrote, as they see it: without the mention of us at its ends, with names spelled out.
func (a *Adapter) plain(m message) string {
	self := ""
	if in := a.inbox.Load(); in != nil {
		self = in.self.id
	}
	text := markup.ReplaceAllStringFunc(m.text(), func(found string) string {
		part := markup.FindStringSubmatch(found)
		switch part[1] {
		case "@", "@!":
			return spellUser(part[2], self, m.Mentions)
		case "#":
			if c, ok := a.channels.get(part[2]); ok {
				return "#" + c.name
			}
			return "#" + part[2]
		case "@&":
			return "@" + part[2]
		case "/":
			return "/" + part[2]
		}
		return ":" + part[2] + ":"
	})
	return strings.TrimSpace(text)
}

// spellUser is a mention in letters; "" for ours.
func spellUser(id, self string, known []*discordgo.User) string {
	if id == self {
		return ""
	}
	for _, u := range known {
		if u.ID == id {
			return "@" + or(u.GlobalName, u.Username)
		}
	}
	return "@" + id
}
