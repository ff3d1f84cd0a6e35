package discordtest

import (
	"regexp"
	"slices"
	"strings"
)

var (
	codeSpans    = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`\n]*`")
	userMention  = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention  = regexp.MustCompile(`<@&(\d+)>`)
	massMention  = regexp.MustCompile(`@(everyone|here)`)
	mentionKinds = []string{"everyone", "users", "roles"}
)

// allowance is allowed_mentions: what of a text may ping.
type allowance struct {
	given        bool // the field was there
	parse        []string
	users, roles []string
	replied      bool
}

// anyone is the allowance of what people write, and of a bot that sends no allowed_mentions.
var anyone = allowance{parse: mentionKinds, replied: true}

// parses says whether mentions of that kind ping by being written.
func (a allowance) parses(kind string) bool { return slices.Contains(a.parse, kind) }

// mentionsIn is whom a text by u pings in ch. Mentions in code ping nobody.
func (s *Server) mentionsIn(u *user, ch *channel, text string, replyTo *message, a allowance) mentions {
	text = codeSpans.ReplaceAllString(text, " ")
	p := s.permissions(u, ch)
	var m mentions
	m.everyone = massMention.MatchString(text) && a.parses("everyone") && p.has(MentionEveryone)
	for _, found := range userMention.FindAllStringSubmatch(text, -1) {
		if a.parses("users") || slices.Contains(a.users, found[1]) {
			m.add(s.users[found[1]])
		}
	}
	for _, found := range roleMention.FindAllStringSubmatch(text, -1) {
		if ch.guild == nil || !a.parses("roles") && !slices.Contains(a.roles, found[1]) {
			continue
		}
		r := ch.guild.role(found[1])
		if r != nil && (r.mentionable || p.has(MentionEveryone)) && !slices.Contains(m.roles, r.id) {
			m.roles = append(m.roles, r.id)
		}
	}
	if replyTo != nil && a.replied && replyTo.author != u {
		m.add(replyTo.author)
	}
	return m
}

func (m *mentions) add(u *user) {
	if u != nil && !m.pings(u) {
		m.users = append(m.users, u)
	}
}

// live is what of a text would ping only because nobody forbade it: a mention that allowed_mentions lets
// through by kind, or by not being there. Ids listed on purpose are not among them. A bot whose permission
// would not suffice today is found out all the same.
func live(text string, a allowance) []string {
	text = codeSpans.ReplaceAllString(text, " ")
	var found []string
	for kind, pattern := range map[string]*regexp.Regexp{"everyone": massMention, "users": userMention, "roles": roleMention} {
		if a.parses(kind) {
			found = append(found, pattern.FindAllString(text, -1)...)
		}
	}
	slices.Sort(found)
	return found
}

// readAllowance takes allowed_mentions out of a body.
func readAllowance(body object) (allowance, error) {
	raw, ok := body["allowed_mentions"].(object)
	if !ok {
		return anyone, nil
	}
	a := allowance{given: true, parse: texts(raw["parse"]), users: texts(raw["users"]), roles: texts(raw["roles"])}
	a.replied, _ = raw["replied_user"].(bool)
	for _, kind := range a.parse {
		if !slices.Contains(mentionKinds, kind) {
			return a, invalidForm("BASE_TYPE_CHOICES", "Value must be one of ('"+strings.Join(mentionKinds, "', '")+"').", "allowed_mentions", "parse")
		}
	}
	if a.parses("users") && len(a.users) > 0 || a.parses("roles") && len(a.roles) > 0 {
		return a, invalidForm("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`, "allowed_mentions")
	}
	return a, nil
}

// texts is a JSON list of strings; nil for anything else.
func texts(v any) []string {
	items, _ := v.([]any)
	var out []string
	for _, item := range items {
		if text, ok := item.(string); ok {
			out = append(out, text)
		}
	}
	return out
}
