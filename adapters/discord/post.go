package discord

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"

	"tack/internal/engine"

	"github.com/bwmarrin/discordgo"
)

// draft is a message about to be posted.
type draft struct {
	channel    string
	key        string // its delivery key
	text       string // complete by itself
	components []any  // nil: none
	learner    string // the one user that it may ping; "" = nobody
	replyTo    string // message that it answers; "" = none
	file       *document
}

// document is a text file that goes with a message.
type document struct{ name, text string }

// files are a document as discordgo sends it; it can be sent once.
func (d document) files() []*discordgo.File {
	return []*discordgo.File{{Name: d.name, ContentType: "text/markdown; charset=utf-8", Reader: strings.NewReader(cmp.Or(d.text, "\n"))}}
}

// mentions are allowed_mentions: whom a text may ping.
type mentions struct {
	Parse []string `json:"parse"` // never nil: null would let everything ping
	Users []string `json:"users,omitempty"`
}

var nobody = mentions{Parse: []string{}}

// body is the message as Discord takes it. discordgo's own has no nonce.
type body struct {
	Content      string     `json:"content"`
	Nonce        string     `json:"nonce"`
	EnforceNonce bool       `json:"enforce_nonce"`
	Mentions     mentions   `json:"allowed_mentions"`
	Components   []any      `json:"components,omitempty"`
	Reference    *reference `json:"message_reference,omitempty"`
}

// reference is the message that one answers. One that is gone is no reason to say nothing.
type reference struct {
	Message string `json:"message_id"`
	Fail    bool   `json:"fail_if_not_exists"`
}

func (d draft) body() body {
	b := body{Content: d.text, Nonce: nonceOf(d.key), EnforceNonce: true, Mentions: nobody, Components: d.components}
	if d.learner != "" {
		b.Mentions = mentions{Parse: []string{}, Users: []string{d.learner}}
	}
	if d.replyTo != "" {
		b.Reference = &reference{Message: d.replyTo}
	}
	return b
}

// post creates a message and returns its id. Within a few minutes Discord answers a repeat with the message
// that there is.
func (a *Adapter) post(ctx context.Context, d draft) (string, error) {
	path := "channels/" + d.channel + "/messages"
	var made message
	var err error
	if d.file != nil {
		err = a.upload(ctx, path, d.body(), d.file.files(), &made)
	} else {
		err = a.call(ctx, http.MethodPost, path, d.body(), &made)
	}
	return made.ID, err
}

// piece posts one piece of a message, once: one that was posted under the same key before is not posted
// again. With m.Again it may have been, by a process that died.
func (a *Adapter) piece(ctx context.Context, p place, m engine.Outgoing, d draft) (string, error) {
	if id, ok := a.sent.Get(d.key); ok {
		return id, nil
	}
	if m.Again {
		id, err := a.find(ctx, m, d)
		if err != nil || id != "" {
			return id, err
		}
	}
	id, err := a.postIn(ctx, p, m, d)
	if err != nil {
		a.tellAbove(ctx, p, m, err)
		return "", a.fault(err)
	}
	a.health.Set("token", "")
	a.sent.Put(d.key, id)
	return id, nil
}

// postIn posts in a thread, and begins the thread before if there is only the message that it begins at.
func (a *Adapter) postIn(ctx context.Context, p place, m engine.Outgoing, d draft) (string, error) {
	name, fresh := a.names.Get(p.String())
	if fresh {
		if err := a.begin(ctx, p, m, name); err != nil {
			return "", err
		}
	}
	id, err := a.post(ctx, d)
	if fresh || codeOf(err) != codeUnknownChannel || p.direct() || p.id == "" {
		return id, err
	}
	if err := a.begin(ctx, p, m, ""); err != nil {
		return "", err
	}
	return a.post(ctx, d)
}

// begin begins a thread at the message whose id it has. One that was begun already is as good.
func (a *Adapter) begin(ctx context.Context, p place, m engine.Outgoing, name string) error {
	body := map[string]any{"name": cmp.Or(name, a.config.Voice.Say(m.Locale, "thread", m.Topic)), "auto_archive_duration": autoArchive}
	err := a.call(ctx, http.MethodPost, messagePath(p)+"/threads", body, nil)
	if err != nil && codeOf(err) != codeThreadExists {
		return err
	}
	a.names.Drop(p.String())
	a.learn(wireChannel{ID: p.id, Parent: p.channel, Kind: discordgo.ChannelTypeGuildPublicThread}, p.guild)
	a.join(ctx, p, m.Learner)
	return nil
}

// tellAbove says once, where a thread begins, that the bot may not write in it.
func (a *Adapter) tellAbove(ctx context.Context, p place, m engine.Outgoing, why error) {
	if code := codeOf(why); code != codeNoPermission && code != codeWrongChannel || p.direct() || p.id == "" || m.Op == engine.OpFile {
		return
	}
	if a.once("may not " + p.String()) {
		a.reply(ctx, p.channel, p.id, a.config.Voice.Say(m.Locale, "threads", nil))
	}
}

// join makes the learner a member of their thread, so that they are told of what is said in it.
func (a *Adapter) join(ctx context.Context, p place, learner string) {
	if learner == "" {
		return
	}
	path := fmt.Sprintf("channels/%s/thread-members/%s", p.id, learner)
	if err := a.call(ctx, http.MethodPut, path, nil, nil); err != nil {
		a.log.Warn("add the learner to the thread", "thread", p.String(), "code", codeOf(err), "err", err)
	}
}
