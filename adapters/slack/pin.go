package slack

import (
	"context"
	"errors"
	"fmt"
	"strings"

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
func (a *Adapter) settle(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	at, ok, err := a.placeOf(ctx, m)
	if err != nil || !ok { // it was never posted
		return engine.Receipt{}, err
	}
	err = a.client.RemovePinContext(ctx, at.channel, slack.NewRefToMessage(at.channel, at.ts))
	if err != nil && codeOf(err) == "" {
		return engine.Receipt{}, a.fault(err)
	}
	text, err := a.shown(ctx, p, at)
	if err != nil || text == "" {
		return engine.Receipt{}, err
	}
	outcome := markdown.ToSlack(m.Text, markdown.Mention{})
	if err := a.update(ctx, at, withOutcome(text, outcome), settled(text, outcome)); err != nil && !isCode(err, editAnew) {
		return engine.Receipt{}, a.fault(err)
	}
	return engine.Receipt{}, nil
}

// withOutcome is a summary's text with its outcome, which stands in it once.
func withOutcome(text, outcome string) string {
	if strings.HasSuffix(text, outcome) {
		return text
	}
	return text + "\n\n" + outcome
}

// shown is what a message of ours shows, as mrkdwn; "" if it is not there any more.
func (a *Adapter) shown(ctx context.Context, p, at place) (string, error) {
	if text, ok := a.texts.Get(at.String()); ok {
		return text, nil
	}
	rows, _, _, err := a.client.GetConversationRepliesContext(ctx, &slack.GetConversationRepliesParameters{
		ChannelID: p.channel, Timestamp: p.ts, Oldest: at.ts, Latest: at.ts, Inclusive: true, Limit: 2,
	})
	if codeOf(err) == "thread_not_found" {
		return "", nil
	}
	if err != nil {
		return "", a.fault(fmt.Errorf("look at the summary: %w", err))
	}
	for _, m := range rows {
		if m.Timestamp == at.ts {
			return m.Text, nil
		}
	}
	return "", nil
}
