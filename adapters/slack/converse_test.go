package slack_test

import (
	"slices"
	"strings"
	"testing"

	"tack/adapters/adaptertest"
	"tack/coach"
)

// TestConverse: the script that is the same on every platform.
func TestConverse(t *testing.T) {
	t.Parallel()
	w := setup(t, setting{})
	adaptertest.Converse(t, w.house, people{w})
	w.NoViolations(t)
}

// people are those of the script.
type people struct{ *world }

var _ adaptertest.World = people{}

func (p people) Study(text string)      { p.study(text) }
func (p people) Thread() coach.ThreadID { return p.thread() }
func (p people) Write(text string)      { p.Reply(p.kim, p.channel, p.root, text) }
func (p people) Interrupt(text string)  { p.Reply(p.lee, p.channel, p.root, text) }
func (p people) React(emoji string) {
	p.Server.React(p.kim, p.channel, p.summary().TS, names[emoji])
}

func (p people) Meddle(emoji string) {
	p.Server.React(p.lee, p.channel, p.summary().TS, names[emoji])
}

var names = map[string]string{"✅": "white_check_mark", "👍": "+1"}

func (p people) Seen() []adaptertest.Seen {
	pins, files := p.Pins(p.channel), map[string]string{}
	for _, f := range p.Files() {
		files[f.ID] = f.Name
	}
	var list []adaptertest.Seen
	for _, m := range p.coach()[1:] {
		s := adaptertest.Seen{Text: unescape.Replace(m.Text), Pinned: slices.Contains(pins, m.TS)}
		if len(m.Files) > 0 {
			s.File = files[m.Files[0]]
		}
		list = append(list, s)
	}
	return list
}

var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")
