package markdown

import "strings"

// ToPlain returns md as text that is complete without any markup: for notifications and screen
// readers. Links carry their address, table cells their heading. No ping in it is live, also where a
// platform reads it as markup; whoever sends it as Slack's text still has to escape & < >.
func ToPlain(md string) string {
	return disarm(render(plain{}, md), true)
}

// plain is the dialect without markup. Struck-out text keeps its tildes, or "5 ~~6~~" would be 56.
type plain struct{}

var _ dialect = plain{}

func (plain) text(s string, _ rune) string  { return s }
func (plain) code(s string) string          { return s }
func (plain) link(label, url string) string { return labelled(label, url) }
func (plain) keep(s span) style             { return s.style & strike }
func (plain) parts(_, _ rune) bool          { return false }
func (plain) bullet(int) string             { return "• " }
func (plain) rule() string                  { return "———" }
func (plain) table(g grid) []string         { return g.spoken() }

func (plain) mark(style) string { return "~" }

func (plain) heading(_ int, spans []span) (string, []span) { return "", spans }

func (plain) fence(_ string, lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimRight(line, " \t")
	}
	return out
}
