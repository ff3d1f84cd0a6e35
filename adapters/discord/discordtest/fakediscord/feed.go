package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tack/adapters/discord/discordtest"
)

// follow prints what happens until ctx is done.
func (d *desk) follow(ctx context.Context) {
	seen := 0
	for {
		var news []discordtest.Event
		fresh := func() bool {
			news = d.srv.Events(seen)
			return len(news) > 0
		}
		if d.srv.WaitFor(ctx, fresh) != nil {
			return
		}
		for _, ev := range news {
			seen = ev.Seq
			d.show(ev)
		}
	}
}

// told is what the feed reads of an event.
type told struct {
	ID        string `json:"id"`
	MessageID string `json:"message_id"`
	UserID    string `json:"user_id"`
	Name      string `json:"name"`
	OwnerID   string `json:"owner_id"`
	Title     string `json:"title"`
	Emoji     struct {
		Name string `json:"name"`
	} `json:"emoji"`
}

func (d *desk) show(ev discordtest.Event) {
	var t told
	if json.Unmarshal(ev.Data, &t) != nil {
		return // an event of another shape is none of the feed's
	}
	switch ev.Name {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		if m, ok := d.srv.Message(t.ID); ok {
			d.showMessage(m, "")
		}
	case "EPHEMERAL":
		d.showEphemeral(t.ID)
	case "MESSAGE_DELETE":
		d.print("- %s was deleted", d.mark(t.ID))
	case "MESSAGE_REACTION_ADD":
		if t.UserID == d.srv.BotID() {
			d.print("- the bot reacted with %s to %s", t.Emoji.Name, d.mark(t.MessageID))
		}
	case "MESSAGE_REACTION_REMOVE":
		if t.UserID == d.srv.BotID() {
			d.print("- the bot took its %s back from %s", t.Emoji.Name, d.mark(t.MessageID))
		}
	case "THREAD_CREATE":
		d.follows(t)
	case "MODAL":
		d.showForm(t.Title, ev.Data)
	}
}

// showEphemeral prints what only one of the people sees.
func (d *desk) showEphemeral(id string) {
	for _, p := range d.people {
		for _, m := range d.srv.Ephemerals(p.id) {
			if m.ID == id {
				d.showMessage(m, "(only "+p.name+" sees this) ")
			}
		}
	}
}

// mark is the number of a message, given when it is first needed.
func (d *desk) mark(id string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := slices.Index(d.marks, id)
	if n < 0 {
		n = len(d.marks)
		d.marks = append(d.marks, id)
	}
	return fmt.Sprintf("[%d]", n+1)
}

// showMessage prints a message, unless it looks as it did; that it is pinned, or is no more, is a line of
// its own.
func (d *desk) showMessage(m discordtest.Message, before string) {
	if m.Type == starter {
		return // the thread's first message is shown where it stands
	}
	pinned := m.Pinned
	m.Reactions, m.Pinned = nil, false // told when they come
	text := d.mark(m.ID) + " " + d.placeName(m.Channel) + before + strings.TrimRight(discordtest.Line(m), "\n")
	text = d.names().Replace(text)
	d.mu.Lock()
	old := d.shown[m.ID]
	d.shown[m.ID] = look{text, pinned}
	d.mu.Unlock()
	switch {
	case old.text == text && old.pinned && !pinned:
		d.print("- %s is pinned no more", d.mark(m.ID))
	case old.text == text && pinned && !old.pinned:
		d.hear("- %s is pinned", d.mark(m.ID))
	case old.text == text:
	case m.Author == d.srv.BotID() && written(m) && !m.Loading:
		d.hear("%s", text)
	default:
		d.print("%s", text)
	}
}

// names writes people as one reads them.
func (d *desk) names() *strings.Replacer {
	pairs := []string{"<@" + d.srv.BotID() + ">", "@tack"}
	for _, p := range d.people {
		pairs = append(pairs, "<@"+p.id+">", "@"+p.name)
	}
	return strings.NewReplacer(pairs...)
}

// starter is the type of the message at the top of a thread that stands for the one it began at.
const starter = 21

func (d *desk) placeName(channel string) string {
	if channel == d.channel {
		return ""
	}
	name, _ := d.name(channel)
	return "(" + name + ") "
}

// follows goes into a thread that the bot begins, but not away from direct messages.
func (d *desk) follows(t told) {
	_, place := d.at()
	if t.OwnerID != d.srv.BotID() || place == t.ID || !d.inGuild(place) {
		return
	}
	d.enter(t.ID)
	d.hear("- the bot opened the thread %q; you are in it now (:go leads back)", t.Name)
}

// hear prints what the bot did and wakes :wait.
func (d *desk) hear(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	d.print("%s", text)
	d.mu.Lock()
	d.heard = append(d.heard, text)
	d.mu.Unlock()
	d.srv.Advance(0)
}
