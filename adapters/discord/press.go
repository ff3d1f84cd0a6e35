package discord

import (
	"context"
	"errors"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"

	"github.com/bwmarrin/discordgo"
)

// press takes in that somebody pressed a button of a summary. Only its learner's presses count, and only on
// the summary that is open.
func (in *inbox) press(ctx context.Context, i interaction) {
	action, summary, ok := pressedOn(i.MessageComponentData().CustomID)
	if !ok {
		return
	}
	limited, cancel := context.WithTimeoutCause(ctx, commandWait, errors.New("an interaction has to be answered"))
	defer cancel()
	id, t, err := in.standing(limited, i)
	switch {
	case err != nil:
		in.log.Error("press not recorded", "err", err)
		in.whisper(ctx, i, in.config.Voice.Say(i.locale, "unavailable", nil))
	case t.Session == nil:
		in.whisper(ctx, i, in.config.Voice.Say(i.locale, "old", nil))
	case t.Session.Learner() != i.user:
		in.whisper(ctx, i, in.config.Voice.Say(i.locale, "others", nil))
	case t.Session.State() != coach.Closing || t.Summary == nil || t.Summary.Message != summary:
		in.whisper(ctx, i, in.config.Voice.Say(i.locale, "old", nil))
	default:
		in.pressed(ctx, i, engine.Inbound{
			ID: "press-" + i.ID, Thread: id, User: i.user, At: i.at, Target: summary,
		}, action, t.Course.Locale)
	}
}

// standing is the thread that an interaction came from.
func (in *inbox) standing(ctx context.Context, i interaction) (coach.ThreadID, engine.Thread, error) {
	p, err := in.where(ctx, i.GuildID, i.ChannelID)
	if err != nil {
		return "", engine.Thread{}, err
	}
	t, err := in.Engine.Thread(ctx, p.thread())
	if errors.Is(err, state.ErrNotFound) {
		err = nil
	}
	return p.thread(), t, err
}

// pressed does what a button says. Where the modal cannot be shown, the coach asks in the thread.
func (in *inbox) pressed(ctx context.Context, i interaction, e engine.Inbound, action, locale string) {
	switch action {
	case actionConfirm:
		e.Kind, e.Emoji = engine.InReaction, "✅"
	case actionGoOn:
		e.Kind, e.Text = engine.InGoOn, in.config.Voice.Say(locale, "go_on", nil)
	case actionCorrect:
		err := in.callback(ctx, i, discordgo.InteractionResponseModal, in.modal(locale))
		if err == nil {
			return
		}
		in.log.Warn("show the form for a correction", "code", codeOf(err), "err", err)
		e.Kind, e.Emoji = engine.InReaction, "✏️"
		if err := in.Engine.Receive(ctx, e); err != nil {
			in.log.Error("press not recorded", "err", err)
		}
		return
	}
	in.record(ctx, i, e, func() error {
		return in.callback(ctx, i, discordgo.InteractionResponseDeferredMessageUpdate, nil)
	})
}

// record records what an interaction says, and answers it: at once when the store takes too long.
func (in *inbox) record(ctx context.Context, i interaction, e engine.Inbound, ok func() error) {
	done := make(chan error, 1)
	in.later.Go(func() { done <- in.watch.Try(func() error { return in.Engine.Receive(ctx, e) }) })
	timer := time.NewTimer(commandWait)
	defer timer.Stop()
	var err error
	select {
	case err = <-done:
	case <-timer.C:
		err = errors.New("the store takes too long")
	}
	if err != nil {
		in.log.Error("interaction not recorded", "err", err)
		in.whisper(ctx, i, in.config.Voice.Say(i.locale, "unavailable", nil))
		return
	}
	// It was recorded: that it could not be acknowledged changes nothing.
	if err := ok(); err != nil {
		in.log.Warn("acknowledge an interaction", "code", codeOf(err), "err", err)
	}
}

// correction takes in what was written in the modal, as a message of the learner's.
func (in *inbox) correction(ctx context.Context, i interaction) {
	data := i.ModalSubmitData()
	if data.CustomID != correctModal {
		return
	}
	p, err := in.where(ctx, i.GuildID, i.ChannelID)
	if err != nil {
		in.log.Error("correction not recorded", "err", err)
		in.whisper(ctx, i, in.config.Voice.Say(i.locale, "unavailable", nil))
		return
	}
	e := engine.Inbound{
		Kind: engine.InMessage, ID: "modal-" + i.ID, Known: true, Thread: p.thread(), Learner: i.user, User: i.user, At: i.at,
		Text: written(data),
	}
	in.record(ctx, i, e, func() error {
		return in.callback(ctx, i, discordgo.InteractionResponseChannelMessageWithSource, whispered(in.config.Voice.Say(i.locale, "taken", nil)))
	})
}

// written is what stands in the modal's input.
func written(data discordgo.ModalSubmitInteractionData) string {
	for _, row := range data.Components {
		row, ok := row.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, c := range row.Components {
			if input, ok := c.(*discordgo.TextInput); ok && input.CustomID == correctInput {
				return input.Value
			}
		}
	}
	return ""
}
