package slack

import (
	"context"
	"strings"

	"tack/internal/engine"
	"tack/state"

	"github.com/slack-go/slack"
)

// said is something that somebody said, from an event or from the history.
type said struct {
	ts, root      string // root "" = at channel level
	channel       string
	user, bot     string // bot "" = a person
	text          string // as Slack escapes it
	files         []slack.File
	client, event string // ids under which it may come again; "" = none, of the history
}

// said takes in what somebody said.
func (in *inbox) said(ctx context.Context, s said) error {
	addressed := direct(s.channel) || strings.Contains(s.text, "<@"+in.self.user+">")
	if s.bot != "" || s.user == "" || s.user == in.self.user || s.user == slackbot || s.root == "" && !addressed {
		return nil // bots, ourselves, and what is said to others
	}
	at, err := timeOf(s.ts)
	if err != nil {
		return in.unreadable(err)
	}
	p := in.place(s.channel, s.root)
	if s.root == "" {
		p.ts = s.ts
		if first, err := in.first(ctx, p, s.client); err != nil || !first {
			return err
		}
	}
	i := engine.Inbound{
		Kind: engine.InMessage, ID: s.ts, Keys: s.keys(), Known: !addressed, Thread: p.thread(), Learner: s.user, User: s.user,
		At: at, Text: in.plain(s.text),
	}
	if addressed {
		if lets, err := in.settings(ctx, p, &i); err != nil || !lets {
			return err
		}
	}
	if i.Files, err = in.files(ctx, i, s.files); err != nil {
		return err
	}
	if err := in.Engine.Receive(ctx, i); err != nil {
		return err
	}
	if s.event != "" { // what is caught up may have been answered already
		in.later.Go(func() { in.eyes.See(in.ctx, in.Hall, i.Thread, i.User, p.at(s.ts).String()) })
	}
	return nil
}

// slackbot is the user in whose name Slack itself speaks.
const slackbot = "USLACKBOT"

// keys are the other names under which it may come again.
func (s said) keys() []string {
	var keys []string
	if s.event != "" {
		keys = append(keys, "event:"+s.event)
	}
	if s.client != "" {
		keys = append(keys, "client:"+s.client)
	}
	return keys
}

// first says whether a message at channel level is the first that a client has sent under an id. Slack may
// publish one twice, under two timestamps, and each would open a thread of its own.
func (in *inbox) first(ctx context.Context, p place, client string) (bool, error) {
	if client == "" {
		return true, nil
	}
	k := state.Key{Learner: state.Learner{Workspace: workspace(p.team)}, Name: "slack-sent:" + p.channel + ":" + client}
	return in.Store.Hold(ctx, k, p.ts, state.SeenFor)
}

// settings puts the channel's settings on what may open a session. False: it would, and may not; whoever
// wrote it is told.
func (in *inbox) settings(ctx context.Context, p place, i *engine.Inbound) (bool, error) {
	s, err := in.Desk.Settings(ctx, p.at("").thread())
	if err != nil {
		return false, err
	}
	s.Apply(i, "")
	if s.Lets(true) && s.Lets(false) {
		return true, nil
	}
	who := in.person(ctx, i.User)
	if _, opens := in.Engine.Topic(i.Text); !opens || s.Lets(who.manager) {
		return true, nil
	}
	if session, err := in.Session(ctx, i.Thread); err != nil || session != nil {
		return session != nil, err
	}
	return false, in.turnAway(ctx, p, *i, who)
}

// turnAway tells somebody that only managers open sessions. A mention comes as two events, of which the
// first to be taken in has the word.
func (in *inbox) turnAway(ctx context.Context, p place, i engine.Inbound, who person) error {
	k := state.Key{Learner: state.Learner{Workspace: workspace(p.team)}, Name: "slack-away:" + p.channel + ":" + i.ID}
	first, err := in.Store.Hold(ctx, k, strings.Join(i.Keys, " "), state.SeenFor)
	if err == nil && first {
		in.whisper(ctx, p, i.User, in.config.Voice.Say(who.locale, "managers", nil))
	}
	return err
}
