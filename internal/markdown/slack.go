package markdown

import (
	"regexp"
	"strings"
	"unicode"
)

// Mention is the one person that a message may ping, by the platform's own id ("U012AB3CD").
// The zero value is nobody, and so is an id that Slack cannot have issued.
type Mention struct {
	User string
}

var (
	slackUser  = regexp.MustCompile(`^[UW][A-Z0-9]{1,30}$`)
	slackBlock = regexp.MustCompile("^(> |```|• |\\d+\\. )") // must start its own line
)

// ToSlack returns md as Slack's mrkdwn, the mention in front. Every & < > of the text is escaped, once;
// the only raw ones are those of links, of the mention and of quote marks at a line's start.
//
// mrkdwn has no escapes for its markers, so these are best effort: a literal * _ ~ that could open or
// close gets a zero-width space beside it, a literal backtick becomes a modifier letter that looks the
// same, and a style whose own marker occurs in its text is not shown.
func ToSlack(md string, mention Mention) string {
	body := disarm(render(slack{}, md), false)
	if !slackUser.MatchString(mention.User) {
		return body
	}
	ping := "<@" + mention.User + ">"
	switch {
	case body == "":
		return ping
	case slackBlock.MatchString(body):
		return ping + "\n" + body
	}
	return ping + " " + body
}

var slackEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// slack is mrkdwn: https://docs.slack.dev/messaging/formatting-message-text.
type slack struct{}

var _ dialect = slack{}

func (slack) code(s string) string {
	return "`" + slackEscapes.Replace(strings.ReplaceAll(s, "`", "ˋ")) + "`"
}

func (d slack) link(label, url string) string {
	if !isWeb(url) && !isMail(url) {
		return d.text(labelled(label, url), 'a')
	}
	target := slackEscapes.Replace(url)
	if label == "" || label == url {
		return "<" + target + ">"
	}
	return "<" + target + "|" + d.text(strings.ReplaceAll(label, "|", "¦"), '|') + ">"
}

func (slack) mark(st style) string {
	switch st {
	case bold:
		return "*"
	case italic:
		return "_"
	}
	return "~"
}

func (d slack) keep(s span) style {
	st := s.style &^ code
	for _, one := range []style{bold, italic, strike} {
		if strings.Contains(s.text, d.mark(one)) {
			st &^= one
		}
	}
	return st
}

// parts: a marker counts only at a word's edge, and what Slack takes for a word is sure only for
// white space and ASCII punctuation; Chinese characters are words to it.
func (slack) parts(last, next rune) bool {
	if slackMarker(last) && slackMarker(next) {
		return true
	}
	return slackWord(last) || slackWord(next)
}

func slackMarker(r rune) bool { return strings.ContainsRune("*_~`", r) }

func slackWord(r rune) bool {
	if r < 0x80 {
		return isAlnum(byte(r))
	}
	return !unicode.IsSpace(r) && string(r) != gap
}

// heading is a bold line: mrkdwn has no headings.
func (slack) heading(_ int, spans []span) (string, []span) {
	for i := range spans {
		spans[i].style |= bold
	}
	return "", spans
}

func (slack) fence(_ string, lines []string) []string {
	out := []string{"```"}
	for _, line := range codeLines(lines) {
		out = append(out, slackEscapes.Replace(line))
	}
	return append(out, "```")
}

func (slack) bullet(depth int) string {
	if depth%2 == 1 {
		return "◦ "
	}
	return "• "
}

func (slack) rule() string { return "———" }

func (d slack) table(g grid) []string { return d.fence("", g.aligned()) }

// codeLines returns lines that can stand in a fence: three backticks in them, which would end it, are
// parted, and a fence around nothing holds a space, since an empty one is shown as backticks.
func codeLines(lines []string) []string {
	if strings.TrimSpace(strings.Join(lines, "")) == "" {
		return []string{" "}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line
		if strings.Contains(line, "```") {
			out[i] = partTicks(line)
		}
	}
	return out
}

// partTicks parts every two backticks that touch.
func partTicks(s string) string {
	once := strings.ReplaceAll(s, "``", "`"+gap+"`")
	return strings.ReplaceAll(once, "``", "`"+gap+"`")
}
