package markdown

import (
	"regexp"
	"strings"
)

// ToDiscord returns md in Discord's Markdown. What would be markup by accident is escaped with
// backslashes, links suppress their preview, and no ping in it is live; send it with
// allowed_mentions {"parse": []} all the same.
func ToDiscord(md string) string {
	return disarm(render(discord{}, md), true)
}

// discord is https://support.discord.com/hc/en-us/articles/210298617-Markdown-Text-101.
type discord struct{}

var _ dialect = discord{}

// discordMarkers are the characters escaped wherever they stand in text. "<" would start addresses,
// custom emoji, time stamps and commands.
var discordMarkers = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`, "[", `\[`, "]", `\]`)

// discordStart finds what is markup only at the start of a line: headings, subtext, quotes, lists.
var discordStart = regexp.MustCompile(`^(#{1,3}|-#?|\+|>{1,3}|\d+\.)(\s|$)`)

func (discord) text(s string, prev rune) string {
	escaped := discordMarkers.Replace(s)
	if prev != 0 {
		return escaped
	}
	if m := discordStart.FindStringSubmatch(escaped); m != nil {
		digits := strings.TrimRight(m[1], ".#->+")
		return digits + `\` + escaped[len(digits):]
	}
	return escaped
}

// code takes two backticks around text that has one.
func (discord) code(s string) string {
	if !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	if strings.Contains(s, "``") {
		s = partTicks(s)
	}
	return "`` " + s + " ``"
}

// link masks an address only as Discord allows: web addresses, behind a label that is not one itself.
func (d discord) link(label, url string) string {
	switch {
	case !isWeb(url):
		return d.text(labelled(label, url), 'a')
	case label == "" || sameURL(label, url):
		return "<" + url + ">"
	case strings.Contains(label, "://"):
		return d.text(label, 'a') + " (<" + url + ">)"
	}
	return "[" + d.text(label, '[') + "](<" + url + ">)"
}

func (discord) mark(st style) string {
	switch st {
	case bold:
		return "**"
	case italic:
		return "*"
	}
	return "~~"
}

func (discord) keep(s span) style { return s.style &^ code }

// parts: only markers of one character need a gap, or "**a**" and "*b*" would run together.
func (discord) parts(last, next rune) bool {
	return last == next && strings.ContainsRune("*~`", next)
}

// heading has three levels; a deeper one is a bold line.
func (discord) heading(level int, spans []span) (string, []span) {
	if level <= 3 {
		return strings.Repeat("#", level) + " ", spans
	}
	for i := range spans {
		spans[i].style |= bold
	}
	return "", spans
}

// discordLang are the names that Discord takes for a language. fenceLang of Split knows the same.
var discordLang = regexp.MustCompile(`^[a-zA-Z0-9_+.#-]{1,20}$`)

func (discord) fence(lang string, lines []string) []string {
	if !discordLang.MatchString(lang) {
		lang = ""
	}
	out := append([]string{"```" + lang}, codeLines(lines)...)
	return append(out, "```")
}

func (discord) bullet(int) string { return "- " }

func (discord) rule() string { return "———" }

func (d discord) table(g grid) []string { return d.fence("", g.aligned()) }
