package slack

import (
	"cmp"
	"regexp"
	"strings"
)

// markup is what Slack puts in angle brackets: users, channels, groups, links; everything else is escaped.
var markup = regexp.MustCompile(`<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>`)

var unescaper = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")

// plain is what somebody wrote, as they typed it: without the mention of us, with links and names spelled
// out, unescaped.
func (in *inbox) plain(text string) string {
	mention := "<@" + in.self.user + ">"
	var out strings.Builder
	at := 0
	for _, m := range markup.FindAllStringSubmatchIndex(text, -1) {
		out.WriteString(text[at:m[0]])
		at = m[1]
		if text[m[0]:m[1]] == mention {
			continue
		}
		label := ""
		if m[6] >= 0 {
			label = text[m[6]:m[7]]
		}
		out.WriteString(spell(text[m[2]:m[3]], text[m[4]:m[5]], label))
	}
	out.WriteString(text[at:])
	return strings.TrimSpace(unescaper.Replace(out.String()))
}

// spell says one piece of markup in letters.
func spell(kind, target, label string) string {
	switch {
	case kind == "@" || kind == "#":
		return kind + cmp.Or(label, target)
	case kind == "!":
		name, _, _ := strings.Cut(target, "^")
		return cmp.Or(label, "@"+name)
	case label == "" || strings.TrimPrefix(target, "mailto:") == label || strings.HasSuffix(target, "://"+label):
		return cmp.Or(label, target) // the label is what was typed
	}
	return label + " (" + target + ")"
}
