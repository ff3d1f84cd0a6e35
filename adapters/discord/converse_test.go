package discord_test

import (
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
func (p people) Write(text string)      { p.post(p.kim, p.place, text) }
func (p people) Interrupt(text string)  { p.post(p.lee, p.place, text) }
func (p people) React(emoji string)     { p.must(p.Server.React(p.kim, p.summary().ID, unicode(emoji))) }

func (p people) Meddle(emoji string) { p.must(p.Server.React(p.lee, p.summary().ID, unicode(emoji))) }

func (p people) Seen() []adaptertest.Seen {
	var list []adaptertest.Seen
	text, last := "", p.lastPieces()
	for _, m := range p.coach() {
		text += strings.ReplaceAll(m.Content, `\`, "")
		if !last[m.ID] {
			continue // the rest of it comes in the next
		}
		s := adaptertest.Seen{Text: text, Pinned: m.Pinned}
		if len(m.Files) > 0 {
			s.File = m.Files[0].Name
		}
		list, text = append(list, s), ""
	}
	return list
}

// lastPieces are the messages with which one of the coach's ends.
func (p people) lastPieces() map[string]bool {
	last := map[string]bool{}
	for _, d := range p.house.Delivered(p.thread()) {
		ref := d.Receipt.Ref
		last[ref[strings.LastIndex(ref, ":")+1:]] = true
	}
	return last
}
