package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tack/adapters/discord/discordtest"
)

const help = `TEXT             write it where you are
/study redis     run a slash command
:react ✅        react to the bot's last message
:press confirm   press a button of it, by id or label (their beginnings will do)
:submit a=b c=d  send the modal that is open, its inputs by id
:edit TEXT       edit your last message        :delete  delete it
:file PATH       post a file
:wait [TEXT]     wait until the bot does something (with TEXT in it): for scripts
:go [ID]         go to a thread or channel; without ID back to #study
:threads :pins   list them
:archive :lock   do that to the thread you are in (again: undo)
:advance 1h      let time pass
:silence         let the gateway die silently  :reconnect  ask the bot to reconnect
:quit            stop`

var errUsage = errors.New("that command needs something else; :help tells")

// command runs what stands after the colon.
func (d *desk) command(ctx context.Context, text string) error {
	name, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	last, mine, asked := d.at()
	switch name {
	case "help":
		d.print("%s", help)
	case "react":
		d.begin()
		return d.srv.React(d.self, last, discordtest.Emoji{Name: rest})
	case "press":
		return d.press(rest)
	case "submit":
		return d.submit(asked, rest)
	case "edit":
		d.begin()
		return d.srv.Edit(mine, rest)
	case "delete":
		return d.srv.Delete(mine)
	case "file":
		return d.file(rest)
	case "wait":
		return d.wait(ctx, rest)
	case "go":
		return d.goTo(rest)
	default:
		return d.operate(name, rest)
	}
	return nil
}

// operate runs what is no learner's business.
func (d *desk) operate(name, rest string) error {
	switch name {
	case "threads":
		for _, t := range d.srv.Threads(d.channel) {
			d.print("%s  %s (archived %v, locked %v)", t.ID, t.Name, t.Archived, t.Locked)
		}
	case "pins":
		for _, m := range d.srv.Pins(d.begin()) {
			d.print("%s", strings.TrimRight(discordtest.Line(m), "\n"))
		}
	case "archive", "lock":
		return d.moderate(name)
	case "advance":
		by, err := time.ParseDuration(rest)
		if err != nil {
			return fmt.Errorf("advance: %w", err)
		}
		d.srv.Advance(by)
	case "silence":
		d.srv.Silence()
	case "reconnect":
		d.srv.Reconnect()
	case "quit":
		d.quit()
	default:
		return errUsage
	}
	return nil
}

func (d *desk) moderate(what string) error {
	place := d.begin()
	t, ok := d.srv.Thread(place)
	if !ok {
		return errUsage
	}
	if what == "lock" {
		return d.srv.Lock(place, !t.Locked)
	}
	return d.srv.Archive(place, !t.Archived)
}

// press finds the newest button whose id or label begins with text.
func (d *desk) press(text string) error {
	all := append(d.srv.Messages(d.begin()), d.srv.Ephemerals(d.self)...)
	for _, m := range slices.Backward(all) {
		for _, b := range m.Buttons {
			if strings.HasPrefix(b.ID, text) || strings.HasPrefix(strings.ToLower(b.Label), strings.ToLower(text)) {
				id, err := d.srv.Press(d.self, m.ID, b.ID)
				d.mu.Lock()
				d.asked = id
				d.mu.Unlock()
				return err
			}
		}
	}
	return fmt.Errorf("no button %q in sight", text)
}

func (d *desk) submit(asked, text string) error {
	d.begin()
	values := map[string]string{}
	key := ""
	for word := range strings.FieldsSeq(text) {
		if k, v, ok := strings.Cut(word, "="); ok {
			key, word = k, v
		}
		values[key] = strings.TrimSpace(values[key] + " " + word)
	}
	_, err := d.srv.Submit(asked, values)
	return err
}

func (d *desk) file(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return d.say("", discordtest.Attach(discordtest.File{Name: filepath.Base(path), Type: "text/plain; charset=utf-8", Data: data}))
}

// wait blocks until the bot did something since the last line, with text in it: for scripts.
func (d *desk) wait(ctx context.Context, text string) error {
	return d.srv.WaitFor(ctx, func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return slices.ContainsFunc(d.heard, func(heard string) bool { return strings.Contains(heard, text) })
	})
}

func (d *desk) goTo(id string) error {
	if id == "" {
		id = d.channel
	}
	d.mu.Lock()
	d.here = id
	d.mu.Unlock()
	d.print("you are in %s", id)
	return nil
}
