package discord

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// markup is what Discord puts in angle brackets: users, roles, channels, custom emoji, commands.
var markup = regexp.MustCompile(`<(?:@!?(\d+)|@&(\d+)|#(\d+)|a?:(\w+):\d+|/([^<>:]+):\d+)>`)

// plain is what somebody wrote, as they see it: without the mention of us, with names spelled out.
func (a *Adapter) plain(m message) string {
	self := ""
	if in := a.inbox.Load(); in != nil {
		self = in.self.id
	}
	text := markup.ReplaceAllStringFunc(m.text(), func(found string) string {
		part := markup.FindStringSubmatch(found)
		switch {
		case part[1] != "":
			return spellUser(part[1], self, m.Mentions)
		case part[2] != "":
			return "@" + part[2]
		case part[3] != "":
			c, _ := a.channels.Get(part[3])
			return "#" + cmp.Or(c.name, part[3])
		case part[4] != "":
			return ":" + part[4] + ":"
		}
		return "/" + part[5]
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
			return "@" + cmp.Or(u.GlobalName, u.Username)
		}
	}
	return "@" + id
}
