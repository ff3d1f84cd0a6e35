package slack

import (
	"cmp"
	"context"
	"time"

	"tack/coach"
	"tack/internal/engine"

	"github.com/slack-go/slack"
)

// The modal in which a summary is corrected.
const (
	correctView  = "summary_correction"
	correctInput = "correction"
)

// interaction takes a press of a button, or a modal, in. nil: it may be acknowledged.
func (in *inbox) interaction(ctx context.Context, c slack.InteractionCallback) error {
	switch {
	case c.Type == slack.InteractionTypeBlockActions && len(c.ActionCallback.BlockActions) > 0:
		return in.press(ctx, c, c.ActionCallback.BlockActions[0])
	case c.Type == slack.InteractionTypeViewSubmission && c.View.CallbackID == correctView:
		return in.correction(ctx, c)
	}
	return nil // closed modals and what is not ours
}

// press takes in that somebody pressed a button of a summary. Only its learner's presses count, and only on
// the summary that is open.
func (in *inbox) press(ctx context.Context, c slack.InteractionCallback, b *slack.BlockAction) error {
	root := in.place(c.Container.ChannelID, cmp.Or(c.Container.ThreadTs, c.Container.MessageTs))
	t, err := in.Engine.Thread(ctx, root.thread())
	if err != nil || t.Session == nil {
		return err
	}
	switch {
	case t.Session.Learner() != c.User.ID:
		in.later.Go(func() { in.tell(root, c.User.ID, in.person(in.ctx, c.User.ID).locale, "others") })
		return nil
	case t.Session.State() != coach.Closing || t.Summary == nil || t.Summary.Message != b.Value:
		in.later.Go(func() { in.tell(root, c.User.ID, t.Course.Locale, "old") })
		return nil
	}
	at, err := timeOf(b.ActionTs)
	if err != nil {
		at = time.Now()
	}
	i := engine.Inbound{ID: "press-" + b.ActionTs, Thread: root.thread(), User: c.User.ID, At: at, Target: b.Value}
	return in.pressed(ctx, i, b.ActionID, c.TriggerID, t.Course.Locale)
}

// tell says one of our texts to one user.
func (in *inbox) tell(p place, user, locale, key string) {
	in.whisper(in.ctx, p, user, in.config.Voice.Say(locale, key, nil))
}

// pressed does what a button says. Where the modal cannot be shown, the coach asks in the thread.
func (in *inbox) pressed(ctx context.Context, i engine.Inbound, action, trigger, locale string) error {
	switch action {
	case actionConfirm:
		i.Kind, i.Emoji = engine.InReaction, "✅"
	case actionGoOn:
		i.Kind, i.Text = engine.InGoOn, in.config.Voice.Say(locale, "go_on", nil)
	case actionCorrect:
		_, err := in.client.OpenViewContext(ctx, trigger, in.modal(i.Thread, locale))
		if err == nil {
			return nil
		}
		in.log.Warn("show the form for a correction", "err", err)
		i.Kind, i.Emoji = engine.InReaction, "✏️"
	default:
		return nil
	}
	return in.Engine.Receive(ctx, i)
}

// modal asks for a correction. Its metadata is the thread.
func (in *inbox) modal(id coach.ThreadID, locale string) slack.ModalViewRequest {
	say := func(key string) *slack.TextBlockObject { return plainText(in.config.Voice.Say(locale, key, nil)) }
	input := slack.NewPlainTextInputBlockElement(nil, correctInput)
	input.Multiline, input.MaxLength = true, engine.MaxCorrection
	return slack.ModalViewRequest{
		Type: slack.VTModal, CallbackID: correctView, PrivateMetadata: string(id),
		Title: say("correct.title"), Submit: say("correct.send"), Close: say("correct.cancel"),
		Blocks: slack.Blocks{BlockSet: []slack.Block{
			slack.NewInputBlock(correctInput, say("correct.label"), say("correct.hint"), input),
		}},
	}
}

// correction takes in what was written in the modal, as a message of the learner's.
func (in *inbox) correction(ctx context.Context, c slack.InteractionCallback) error {
	p, ok := parsePlace(c.View.PrivateMetadata)
	if !ok || p.team != in.self.team || c.View.State == nil {
		return nil
	}
	return in.Engine.Receive(ctx, engine.Inbound{
		Kind: engine.InMessage, ID: "view-" + c.View.ID, Known: true, Thread: p.thread(), Learner: c.User.ID, User: c.User.ID,
		At: time.Now(), Text: c.View.State.Values[correctInput][correctInput].Value,
	})
}
