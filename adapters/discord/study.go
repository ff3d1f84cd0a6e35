package discord

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"tack/internal/command"
	"tack/internal/markdown"

	"github.com/bwmarrin/discordgo"
)

// interaction is a use of the command, a press of a button, or a modal.
type interaction struct {
	*discordgo.Interaction
	at      time.Time
	user    string
	manager bool
	locale  string // "en", "zh"; "" = another
}

// ask takes an interaction in, beside the lanes: it has 3 s, whatever the store does.
func (in *inbox) ask(e event) {
	i, err := in.asking(e.data)
	if err != nil {
		in.unreadable(e.name, err)
		return
	}
	if _, repeat := in.repeats.Get(i.ID); repeat {
		return // by a resume
	}
	in.repeats.Put(i.ID, true)
	select {
	case in.asked <- struct{}{}:
	default:
		in.log.Error("too many interactions at once", "most", askMost)
		return
	}
	in.later.Go(func() {
		defer func() { <-in.asked }()
		switch i.Type {
		case discordgo.InteractionApplicationCommand:
			in.command(in.ctx, i)
		case discordgo.InteractionMessageComponent:
			in.press(in.ctx, i)
		case discordgo.InteractionModalSubmit:
			in.correction(in.ctx, i)
		}
	})
}

// asking reads an interaction, and learns the channel that comes with it.
func (in *inbox) asking(data json.RawMessage) (interaction, error) {
	i := interaction{Interaction: &discordgo.Interaction{}, at: time.Now()}
	var beside struct {
		Channel wireChannel `json:"channel"`
		Guild   string      `json:"guild_id"`
	}
	if err := errors.Join(json.Unmarshal(data, i.Interaction), json.Unmarshal(data, &beside)); err != nil {
		return i, err
	}
	if beside.Channel.ID != "" {
		in.learn(beside.Channel, beside.Guild)
	}
	switch {
	case i.Member != nil && i.Member.User != nil:
		i.user, i.manager = i.Member.User.ID, i.Member.Permissions&managing != 0
	case i.User != nil:
		i.user, i.manager = i.User.ID, true // of the conversation that is theirs alone
	default:
		return i, errors.New("interaction of nobody")
	}
	switch i.Locale {
	case discordgo.ChineseCN, discordgo.ChineseTW:
		i.locale = "zh"
	case discordgo.EnglishUS, discordgo.EnglishGB:
		i.locale = "en"
	}
	return i, nil
}

// command answers /study: at once, or, when it takes longer, behind a deferral.
func (in *inbox) command(ctx context.Context, i interaction) {
	answered := make(chan struct{})
	defer close(answered)
	in.asks.Put(i.ID, ask{app: i.AppID, token: i.Token, locale: i.locale, answered: answered})
	done := make(chan command.Answer, 1)
	in.later.Go(func() {
		defer close(done)
		done <- in.answer(ctx, i)
	})
	timer := time.NewTimer(commandWait)
	defer timer.Stop()
	select {
	case answer := <-done:
		in.respond(ctx, i, answer)
		return
	case <-timer.C:
	}
	late := in.deferred(ctx, i)
	var answer command.Answer
	select {
	case answer = <-done:
	case <-ctx.Done():
		return // Run is ending: the answer may never have been begun
	}
	if late {
		in.tooLate(ctx, i, answer.Text)
		return
	}
	if err := in.fill(ctx, i, first(answer.Text)); err != nil {
		in.log.Warn("answer /study", "code", codeOf(err), "err", err)
	}
	in.hand(ctx, i, answer)
}

// answer asks the desk.
func (in *inbox) answer(ctx context.Context, i interaction) command.Answer {
	r := command.Request{ID: i.ID, User: i.user, Manager: i.manager, Locale: i.locale, Text: wordsOf(i.ApplicationCommandData()), At: i.at}
	p, err := in.where(ctx, i.GuildID, i.ChannelID)
	if err == nil {
		r.Channel, r.Direct = p.top().thread(), p.direct()
		if p.id != "" {
			r.Thread = p.thread()
		}
		var answer command.Answer
		err = in.watch.Try(func() (err error) {
			answer, err = in.Desk.Answer(ctx, r)
			return err
		})
		if err == nil {
			return answer
		}
	}
	in.log.Error("answer /study", "err", err)
	return command.Answer{Text: in.config.Voice.Say(i.locale, "unavailable", nil)}
}

// wordsOf is what follows /study.
func wordsOf(data discordgo.ApplicationCommandInteractionData) string {
	for _, o := range data.Options {
		if text, ok := o.Value.(string); ok && o.Name == optionName {
			return text
		}
	}
	return ""
}

// first is as much of an answer as a message holds.
func first(text string) string {
	pieces := markdown.Split(markdown.ToDiscord(text), maxText, markdown.UTF16)
	if len(pieces) == 0 {
		return "\u200b" // Discord takes no empty message
	}
	return pieces[0]
}

// respond answers /study, for the asker's eyes, with its files behind.
func (in *inbox) respond(ctx context.Context, i interaction, answer command.Answer) {
	if in.whisper(ctx, i, answer.Text) {
		in.hand(ctx, i, answer)
	}
}

// hand gives documents to their owner alone.
func (in *inbox) hand(ctx context.Context, i interaction, answer command.Answer) {
	if len(answer.Files) == 0 {
		return
	}
	text := in.config.Voice.Say(i.locale, "documents", nil)
	if err := in.followUp(ctx, ask{app: i.AppID, token: i.Token}, text, answer.Files); err != nil {
		in.log.Warn("hand documents over", "code", codeOf(err), "err", err)
	}
}
