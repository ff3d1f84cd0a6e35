package main

import (
	"context"
	"encoding/json"
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
		for _, m := range d.srv.Ephemerals(d.self) {
			if m.ID == t.ID {
				d.showMessage(m, "(only you see this) ")
			}
		}
	case "MESSAGE_DELETE":
		d.print("- message %s was deleted", t.ID)
	case "MESSAGE_REACTION_ADD":
		if t.UserID != d.self {
			d.hear("- the bot reacted with %s", t.Emoji.Name)
		}
	case "THREAD_CREATE":
		d.enter(t)
	case "MODAL":
		d.hear("- a modal opens: %s (:submit id=value)\n  %s", t.Title, modalInputs(ev.Data))
	}
}

// showMessage prints a message, unless it looks as it did, and remembers the bot's last one.
func (d *desk) showMessage(m discordtest.Message, before string) {
	text := d.placeName(m.Channel) + before + strings.TrimRight(discordtest.Line(m), "\n")
	d.mu.Lock()
	same := d.shown[m.ID] == text
	d.shown[m.ID] = text
	words := m.Type == 0 || m.Type == 19 || m.Type == 20
	if m.Author == d.srv.BotID() && words {
		d.last = m.ID
	}
	d.mu.Unlock()
	switch {
	case same:
	case m.Author == d.srv.BotID() && words && !m.Loading:
		d.hear("%s", text)
	default:
		d.print("%s", text)
	}
}

func (d *desk) placeName(channel string) string {
	if t, ok := d.srv.Thread(channel); ok {
		return "[" + t.Name + "] "
	}
	return ""
}

// enter follows the bot into a thread that it starts.
func (d *desk) enter(t told) {
	if t.OwnerID != d.srv.BotID() {
		return
	}
	d.mu.Lock()
	moved := d.here != t.ID
	d.here = t.ID
	d.mu.Unlock()
	if moved {
		d.hear("- the bot opened the thread %q; you are in it now (:go leads back)", t.Name)
	}
}

// modalInputs lists the ids and labels of a modal's inputs.
func modalInputs(data json.RawMessage) string {
	var modal struct {
		Rows []struct {
			Inputs []struct {
				ID    string `json:"custom_id"`
				Label string `json:"label"`
			} `json:"components"`
		} `json:"components"`
	}
	if json.Unmarshal(data, &modal) != nil {
		return ""
	}
	var out []string
	for _, row := range modal.Rows {
		for _, input := range row.Inputs {
			out = append(out, input.ID+": "+input.Label)
		}
	}
	return strings.Join(out, ", ")
}
