// Package command is /study, the same on every chat platform.
//
//	desk := &command.Desk{Engine: e, Store: store, Voice: texts, Topics: []string{"git", "redis"}}
//	answer, err := desk.Answer(ctx, command.Request{User: "U1", Channel: "slack:T1:C1:", Text: "redis", ...})
//
// Goals: one place for what each word does, in English and Chinese; whatever changes a session is
// recorded as an event of its thread, like a message; the answer is for the asker's eyes. Non-goals:
// showing it (adapters), deciding (coach).
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"tack/coach"
	"tack/coach/tutor/model"
	"tack/coach/voice"
	"tack/internal/engine"
	"tack/state"
)

// Engine is what the desk needs of the engine.
type Engine interface {
	Receive(ctx context.Context, in engine.Inbound) error
	Opens(ctx context.Context, w model.Wish, saved []string) (topic, notice string)
	Thread(ctx context.Context, id coach.ThreadID) (engine.Thread, error)
}

// Store is what the desk looks up.
type Store interface {
	ThreadsOf(ctx context.Context, l state.Learner) ([]coach.ThreadID, error)
	Documents(ctx context.Context, l state.Learner, topic string) ([]state.Document, error)
	Topics(ctx context.Context, l state.Learner) ([]string, error)
	Forget(ctx context.Context, l state.Learner) (threads, documents int, err error)
	Get(ctx context.Context, k state.Key) ([]byte, error)
	Put(ctx context.Context, k state.Key, value []byte, keep time.Duration) error
}

// Desk answers /study. All fields are required.
type Desk struct {
	Engine Engine
	Store  Store
	Voice  *voice.Voice // messages/command
	Topics []string     // of the tracks, to be offered
}

// Request is one use of /study.
type Request struct {
	ID      string         // the platform's, unique in the channel
	Channel coach.ThreadID // the channel's own thread, in which a new one is asked for
	Direct  bool           // a conversation of the user and the coach alone, with one thread: Thread
	Thread  coach.ThreadID // the thread it was used in; empty: in none
	User    string
	Manager bool   // may change the channel's settings
	Locale  string // the user's language by the platform: "en", "zh"; empty: unknown
	Text    string // what follows /study
	At      time.Time
}

// Answer is what the asker is shown, and nobody else.
type Answer struct {
	Text  string // Markdown
	Files []state.Document
}

// words are the commands by the key of their words in the texts.
var words = []string{"start", "continue", "status", "wrap", "docs", "forget", "lang", "settings", "help"}

// parse finds the command that a text begins with, in any language; a text that begins with none is
// a topic to start.
func (d *Desk) parse(text string) (name, rest string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if word == "" {
		return "help", ""
	}
	for _, locale := range d.Voice.Languages() {
		for _, name := range words {
			for alias := range strings.SplitSeq(d.Voice.Say(locale, "word."+name, nil), "|") {
				if strings.EqualFold(alias, word) {
					return name, strings.TrimSpace(rest)
				}
			}
		}
	}
	return "start", strings.TrimSpace(text)
}

// Answer does what is asked. Its error means that nothing was done, and that a later try may succeed.
func (d *Desk) Answer(ctx context.Context, r Request) (Answer, error) {
	name, rest := d.parse(r.Text)
	if r.Locale == "" || han(r.Text) {
		r.Locale = d.language(ctx, r)
	}
	do := map[string]func(context.Context, Request, string) (Answer, error){
		"start": d.start, "continue": d.goOn, "status": d.status, "wrap": d.wrap, "docs": d.docs,
		"forget": d.forget, "lang": d.lang, "settings": d.settings, "help": d.help,
	}[name]
	answer, err := do(ctx, r, rest)
	if err != nil {
		return Answer{}, fmt.Errorf("study %s: %w", name, err)
	}
	return answer, nil
}

func (r Request) learner() state.Learner {
	return state.Learner{Workspace: r.Channel.Workspace(), ID: r.User}
}

// wish is the request as words to the coach.
func (r Request) wish(text string) model.Wish {
	return model.Wish{Locale: r.Locale, Text: text, Learner: r.learner().Workspace + ":" + r.User, Channel: strings.TrimSuffix(string(r.Channel), ":")}
}

func (d *Desk) say(r Request, key string, data any) Answer {
	return Answer{Text: d.Voice.Say(r.Locale, key, data)}
}

// list puts names into one line.
func (d *Desk) list(r Request, names []string) string {
	return strings.Join(names, d.Voice.Say(r.Locale, "list_comma", nil))
}

func (d *Desk) help(_ context.Context, r Request, _ string) (Answer, error) {
	return d.say(r, "help", map[string]any{"Topics": d.list(r, d.Topics), "Manager": r.Manager}), nil
}

// session is one of the learner's.
type session struct {
	id coach.ThreadID
	engine.Thread
}

// current is the learner's session that a command is about; ok is false where there is none.
func (d *Desk) current(ctx context.Context, r Request) (id coach.ThreadID, t engine.Thread, ok bool, err error) {
	list, err := d.sessions(ctx, r)
	if err != nil || len(list) == 0 {
		return "", engine.Thread{}, false, err
	}
	return list[0].id, list[0].Thread, true, nil
}

// sessions are the learner's, the one that a command is about first: that of the thread it was used in, then
// open ones, those of this channel before others and those at work before those that wait, by the last word.
func (d *Desk) sessions(ctx context.Context, r Request) ([]session, error) {
	var list []session
	err := d.each(ctx, r, func(id coach.ThreadID, t engine.Thread) { list = append(list, session{id, t}) })
	slices.SortStableFunc(list, func(a, b session) int {
		return cmp.Or(cmp.Compare(r.near(b), r.near(a)), b.Session.Now().Compare(a.Session.Now()))
	})
	return list, err
}

// near says how near a session is to what a command is about; more is nearer.
func (r Request) near(s session) int {
	near := 0
	for _, is := range []bool{s.id == r.Thread, s.open(), r.here(s), s.working()} {
		near *= 2
		if is {
			near++
		}
	}
	return near
}

// here says whether a session is in the channel that the command was used in.
func (r Request) here(s session) bool { return strings.HasPrefix(string(s.id), string(r.Channel)) }

func (s session) open() bool { return s.Session.State() != coach.Closed }

func (s session) working() bool {
	return s.Session.State() == coach.Coaching || s.Session.State() == coach.BreakingOut
}

// each goes through the learner's sessions.
func (d *Desk) each(ctx context.Context, r Request, see func(coach.ThreadID, engine.Thread)) error {
	ids, err := d.Store.ThreadsOf(ctx, r.learner())
	if err != nil {
		return err
	}
	for _, id := range ids {
		t, err := d.Engine.Thread(ctx, id)
		switch {
		case errors.Is(err, state.ErrUnavailable), err != nil && ctx.Err() != nil:
			return err
		case err != nil, t.Session == nil, t.Gone:
			// without a session, erased meanwhile, damaged, or of a newer program: the others can be spoken of
		default:
			see(id, t)
		}
	}
	return nil
}

// language is that of the channel's settings, else of the text.
func (d *Desk) language(ctx context.Context, r Request) string {
	if s, err := d.Settings(ctx, r.Channel); err == nil && s.Language != auto {
		return s.Language
	}
	if han(r.Text) {
		return "zh"
	}
	return "en"
}

// han says whether a text has Chinese in it.
func han(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return unicode.Is(unicode.Han, c) })
}
