package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tack/adapters/discord/discordtest"
)

func (d *desk) mention(text string) error { return d.write("@tack " + text) }

// post begins a post in the forum, and goes there.
func (d *desk) post(rest string) error {
	title, text, ok := strings.Cut(rest, "|")
	title, text = strings.TrimSpace(title), strings.TrimSpace(text)
	if !ok || title == "" || text == "" {
		return errors.New(":new needs a title and a text, as in :new Redis | I want to learn redis")
	}
	user, _ := d.begin()
	id, err := d.srv.StartPost(user.id, d.forum, title, d.addressed(text))
	if err != nil {
		return err
	}
	d.enter(id)
	d.print("you are in the post %q; :go leads back", title)
	return nil
}

func (d *desk) goTo(id string) error {
	if id == "" {
		id = d.channel
	}
	name, ok := d.name(id)
	if !ok {
		return fmt.Errorf("there is no thread or channel %q; :threads lists them", id)
	}
	d.enter(id)
	d.print("you are in %s", name)
	return nil
}

// name is a place as people call it; false: none of the guild's.
func (d *desk) name(id string) (string, bool) {
	switch id {
	case d.channel:
		return "#study", true
	case d.forum:
		return "#topics", true
	}
	if t, ok := d.srv.Thread(id); ok {
		return t.Name, true
	}
	return "direct messages", false
}

func (d *desk) inGuild(id string) bool {
	_, ok := d.name(id)
	return ok
}

func (d *desk) toForum(string) error { return d.goTo(d.forum) }

func (d *desk) direct(string) error {
	user, _ := d.at()
	d.enter(d.srv.OpenDM(user.id))
	d.print("you are in direct messages with the bot; :go leads back")
	return nil
}

func (d *desk) threads(string) error {
	for _, parent := range []string{d.channel, d.forum} {
		home, _ := d.name(parent)
		for _, t := range d.srv.Threads(parent) {
			d.print("%s  %s, in %s (archived %v, locked %v)", t.ID, t.Name, home, t.Archived, t.Locked)
		}
	}
	return nil
}

func (d *desk) archive(string) error {
	return d.moderate(func(t discordtest.Thread) error { return d.srv.Archive(t.ID, !t.Archived) })
}

func (d *desk) lock(string) error {
	return d.moderate(func(t discordtest.Thread) error { return d.srv.Lock(t.ID, !t.Locked) })
}

// moderate changes the thread in view.
func (d *desk) moderate(change func(discordtest.Thread) error) error {
	_, place := d.at()
	t, ok := d.srv.Thread(place)
	if !ok {
		return errors.New("you are in no thread; :threads lists them")
	}
	if err := change(t); err != nil {
		return err
	}
	t, _ = d.srv.Thread(place)
	d.print("%s: archived %v, locked %v", t.Name, t.Archived, t.Locked)
	return nil
}

func (d *desk) advance(text string) error {
	by, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("advance: %w", err)
	}
	d.srv.Advance(by)
	return nil
}

func (d *desk) silence(string) error {
	d.srv.Silence()
	return nil
}

func (d *desk) reconnect(string) error {
	d.srv.Reconnect()
	return nil
}
