package discord

import (
	"context"
	"net/http"

	"tack/state"

	"github.com/bwmarrin/discordgo"
)

// ephemeral marks an answer that only the asker sees.
const ephemeral = discordgo.MessageFlagsEphemeral

// whispered is an answer that only the asker sees.
func whispered(text string) map[string]any {
	return map[string]any{"content": text, "flags": ephemeral, "allowed_mentions": nobody}
}

// callback is the first answer to an interaction.
func (in *inbox) callback(ctx context.Context, i interaction, kind discordgo.InteractionResponseType, data any) error {
	body := map[string]any{"type": kind}
	if data != nil {
		body["data"] = data
	}
	err := in.call(ctx, http.MethodPost, "interactions/"+i.ID+"/"+i.Token+"/callback", body, nil)
	switch {
	case err == nil:
		in.health.Set("holders", "")
	case codeOf(err) == codeAnswered:
		in.health.Set("holders", "somebody else answers interactions with this token: end the other bot, or reset the token")
	}
	return err
}

// whisper answers an interaction for the asker's eyes. One that comes too late is answered in the thread;
// false says so, or that it could not be answered.
func (in *inbox) whisper(ctx context.Context, i interaction, text string) bool {
	err := in.callback(ctx, i, discordgo.InteractionResponseChannelMessageWithSource, whispered(first(text)))
	switch {
	case err == nil:
		return true
	case codeOf(err) == codeUnknownInteraction:
		in.tooLate(ctx, i, text)
	default:
		in.log.Warn("answer an interaction", "code", codeOf(err), "err", err)
	}
	return false
}

// deferred asks for more time. late: there is none any more.
func (in *inbox) deferred(ctx context.Context, i interaction) (late bool) {
	err := in.callback(ctx, i, discordgo.InteractionResponseDeferredChannelMessageWithSource, map[string]any{"flags": ephemeral})
	if err != nil {
		in.log.Warn("defer an answer", "code", codeOf(err), "err", err)
	}
	return codeOf(err) == codeUnknownInteraction
}

// tooLate answers in the thread that an interaction came from. At the top of a channel nothing is said: the
// answer was for one pair of eyes, and what was asked for shows there by itself.
func (in *inbox) tooLate(ctx context.Context, i interaction, text string) {
	p, err := in.where(ctx, i.GuildID, i.ChannelID)
	if err != nil || p.id == "" {
		in.log.Warn("an interaction was answered too late", "channel", i.ChannelID)
		return
	}
	if _, err := in.post(ctx, draft{channel: p.id, key: "late/" + i.ID, text: first(text)}); err != nil {
		in.log.Warn("answer in the thread", "thread", p.String(), "code", codeOf(err), "err", err)
	}
}

// fill puts an answer in the place of a deferral.
func (in *inbox) fill(ctx context.Context, i interaction, text string) error {
	body := map[string]any{"content": text, "allowed_mentions": nobody}
	return in.call(ctx, http.MethodPatch, webhook(i.AppID, i.Token)+"/messages/@original", body, nil)
}

// followUp says something more to whoever used the command, within 15 minutes of it.
func (a *Adapter) followUp(ctx context.Context, to ask, text string, docs []state.Document) error {
	var files []*discordgo.File
	for _, doc := range docs {
		files = append(files, document{doc.Name, doc.Body}.files()...)
	}
	if len(files) == 0 {
		return a.call(ctx, http.MethodPost, webhook(to.app, to.token), whispered(first(text)), nil)
	}
	for len(files) > 0 { // Discord takes 10 files at once
		n := min(len(files), 10)
		if err := a.upload(ctx, webhook(to.app, to.token), whispered(first(text)), files[:n], nil); err != nil {
			return err
		}
		files = files[n:]
	}
	return nil
}

// webhook is the address of an interaction's further answers.
func webhook(app, token string) string { return "webhooks/" + app + "/" + token }
