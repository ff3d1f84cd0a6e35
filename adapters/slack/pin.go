package slack

import (
	"context"
	"errors"
	"fmt"

	"tack/internal/engine"
	"tack/internal/markdown"

	"github.com/slack-go/slack"
)

// pinned is the receipt of a message that was posted, after it was pinned if it asks for that. A pin that
// cannot be set is said in the receipt and tried no more.
func (a *Adapter) pinned(ctx context.Context, at place, m engine.Outgoing) engine.Receipt {
	r := engine.Receipt{Ref: at.String()}
	if !m.Pin {
		return r
	}
	err := a.client.AddPinContext(ctx, at.channel, slack.NewRefToMessage(at.channel, at.ts))
	if err == nil || codeOf(err) == "already_pinned" {
		a.health.Set("pins", "")
		return r
	}
	r.Unpinned = pinCode(err)
	a.health.Set("pins", fmt.Sprintf("a summary in %s could not be pinned: %s (%s)", at.channel, r.Unpinned, explain(r.Unpinned)))
	return r
}

// pinCode is a short word for why a pin failed.
func pinCode(err error) string {
	var limited *slack.RateLimitedError
	switch {
	case errors.As(err, &limited):
		return "ratelimited"
	case codeOf(err) != "":
		return codeOf(err)
	}
	return "no_answer"
}

// settle takes the pin off a summary, which then shows its outcome and no buttons.
func (a *Adapter) settle(ctx context.Context, m engine.Outgoing) (engine.Receipt, error) {
	at, ok, err := a.placeOf(ctx, m)
	if err != nil || !ok { // it was never posted
		return engine.Receipt{}, err
	}
	err = a.client.RemovePinContext(ctx, at.channel, slack.NewRefToMessage(at.channel, at.ts))
	if err != nil && codeOf(err) == "" {
		return engine.Receipt{}, a.fault(err)
	}
	text := settled(m)
	if text == "" {
		return engine.Receipt{}, nil
	}
	if err := a.update(ctx, at, text, sections(text)); err != nil && !isCode(err, editAnew) {
		return engine.Receipt{}, a.fault(err)
	}
	return engine.Receipt{}, nil
}

// settled is what a summary's message shows when its outcome is known. Of one that took several messages the
// last is the one that we know, and the one that has the outcome in it.
func settled(m engine.Outgoing) string {
	pieces := markdown.Split(markdown.ToSlack(m.Settled, markdown.Mention{}), maxText, markdown.Runes)
	if len(pieces) == 0 {
		return ""
	}
	return pieces[len(pieces)-1]
}
