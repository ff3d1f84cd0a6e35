package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tack/adapters/discord/discordtest"
)

var errNoMessage = errors.New("there is no such message")

// marked takes the number of a message off the end of a text; id is "" without one.
func (d *desk) marked(word string) (id string, err error) {
	n, err := strconv.Atoi(strings.Trim(word, "[]"))
	if err != nil {
		return "", nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if n < 1 || n > len(d.marks) {
		return "", errNoMessage
	}
	return d.marks[n-1], nil
}

// last is the newest message in view that somebody wrote.
func (d *desk) last(author string) (string, error) {
	_, place := d.at()
	for _, m := range slices.Backward(d.srv.Messages(place)) {
		if m.Author == author && written(m) {
			return m.ID, nil
		}
	}
	return "", errNoMessage
}

// written says whether a message is somebody's words, and none of Discord's own.
func written(m discordtest.Message) bool { return m.Type == 0 || m.Type == 19 || m.Type == 20 }

// emoji is "EMOJI [N]": an emoji, and the message it is for.
func (d *desk) emoji(rest string) (discordtest.Emoji, string, error) {
	name, number, _ := strings.Cut(rest, " ")
	if name == "" {
		return discordtest.Emoji{}, "", errors.New("which emoji?")
	}
	id, err := d.marked(strings.TrimSpace(number))
	if id == "" && err == nil {
		id, err = d.last(d.srv.BotID())
	}
	return discordtest.Emoji{Name: name}, id, err
}

// reacts does something with an emoji, as whoever one is.
func (d *desk) reacts(rest string, do func(user, message string, e discordtest.Emoji) error) error {
	e, message, err := d.emoji(rest)
	if err != nil {
		return err
	}
	user, _ := d.begin()
	return do(user.id, message, e)
}

func (d *desk) react(rest string) error      { return d.reacts(rest, d.srv.React) }
func (d *desk) superReact(rest string) error { return d.reacts(rest, d.srv.SuperReact) }
func (d *desk) unreact(rest string) error    { return d.reacts(rest, d.srv.Unreact) }

// own is the message that a text begins with the number of, else one's last, and the rest of the text.
func (d *desk) own(rest string) (id, text string, err error) {
	word, after, _ := strings.Cut(rest, " ")
	user, _ := d.at()
	if id, err = d.marked(word); err != nil || id == "" {
		after = rest
	}
	if err == nil && id == "" {
		id, err = d.last(user.id)
	}
	if m, ok := d.srv.Message(id); err == nil && (!ok || m.Author != user.id) {
		return "", "", errors.New("that message is not yours")
	}
	return id, strings.TrimSpace(after), err
}

func (d *desk) edit(rest string) error {
	id, text, err := d.own(rest)
	if err != nil {
		return err
	}
	d.begin()
	return d.srv.Edit(id, text)
}

func (d *desk) remove(rest string) error {
	id, _, err := d.own(rest)
	if err != nil {
		return err
	}
	return d.srv.Delete(id)
}

func (d *desk) reply(rest string) error {
	word, text, _ := strings.Cut(rest, " ")
	id, err := d.marked(word)
	if id == "" && err == nil {
		err = errNoMessage
	}
	if err != nil {
		return err
	}
	return d.write(text, discordtest.ReplyTo(id))
}

func (d *desk) upload(rest string) error {
	path, comment, _ := strings.Cut(rest, " ")
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return d.write(comment, discordtest.Attach(discordtest.File{Name: filepath.Base(path), Type: "text/plain; charset=utf-8", Data: data}))
}

// open prints the newest file of a name in the places that one has been in.
func (d *desk) open(name string) error {
	d.mu.Lock()
	marks := slices.Clone(d.marks)
	d.mu.Unlock()
	for _, id := range slices.Backward(marks) {
		m, _ := d.srv.Message(id)
		for _, f := range m.Files {
			if f.Name == name {
				d.print("    | %s", strings.ReplaceAll(strings.TrimRight(string(f.Data), "\n"), "\n", "\n    | "))
				return nil
			}
		}
	}
	return fmt.Errorf("no file %q was shared", name)
}

func (d *desk) pins(string) error {
	_, place := d.at()
	for _, m := range d.srv.Pins(place) {
		d.print("%s", strings.TrimRight(discordtest.Line(m), "\n"))
	}
	return nil
}
