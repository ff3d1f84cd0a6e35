package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"tack/internal/engine"
	"tack/internal/markdown"
)

// pin pins a message (PUT), or takes its pin off (DELETE), by the routes that ask for PIN_MESSAGES.
func (a *Adapter) pin(ctx context.Context, method string, at place) error {
	return a.call(ctx, method, "channels/"+at.channel+"/messages/pins/"+at.id, nil, nil)
}

// pinned is the receipt of a message that was posted, after it was pinned if it asks for that. A pin that
// Discord refuses is said in the receipt and tried no more; one that it puts off is tried again, and the
// message not posted again.
func (a *Adapter) pinned(ctx context.Context, at place, m engine.Outgoing) (engine.Receipt, error) {
	r := engine.Receipt{Ref: at.String()}
	if !m.Pin {
		return r, nil
	}
	err := a.pin(ctx, http.MethodPut, at)
	var limit *limitError
	switch {
	case err == nil:
		a.health.Set("pins", "")
		return r, nil
	case errors.As(err, &limit):
		return engine.Receipt{}, a.fault(err)
	}
	r.Unpinned = pinCode(err)
	a.health.Set("pins", fmt.Sprintf("a summary in thread %s could not be pinned: %s", at.channel, pinWords(err)))
	return r, nil
}

// pinCode is a short word for why a pin failed.
func pinCode(err error) string {
	switch code := codeOf(err); code {
	case codeNoPermission, codeNoAccess:
		return "no_permission"
	case codeTooManyPins:
		return "too_many_pins"
	case codeArchived:
		return "archived"
	case 0:
		return "no_answer"
	default:
		return fmt.Sprint(code)
	}
}

// pinWords say to an operator why a pin failed.
func pinWords(err error) string {
	if codeOf(err) == codeNoPermission {
		return "the bot's role needs Pin Messages, which Manage Messages does not include any more"
	}
	return explain(codeOf(err))
}

// settle takes the pin off a summary, which then shows its outcome and no buttons. A thread that is archived
// is woken for it; where that is not to be, the summary stays as it is.
func (a *Adapter) settle(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	at, ok, err := a.placeOf(ctx, m)
	if err != nil || !ok { // it was never posted
		return engine.Receipt{}, err
	}
	err = a.pin(ctx, http.MethodDelete, at)
	if codeOf(err) == codeArchived {
		if err = a.wake(ctx, p); err == nil {
			err = a.pin(ctx, http.MethodDelete, at)
		}
	}
	if err != nil && codeOf(err) == 0 {
		return engine.Receipt{}, a.fault(err)
	}
	text := settled(m)
	if text == "" {
		return engine.Receipt{}, nil
	}
	err = a.update(ctx, at, text, []any{})
	if err != nil && codeOf(err) == 0 {
		return engine.Receipt{}, a.fault(err)
	}
	if err != nil {
		a.log.Warn("show a summary's outcome", "message", at.String(), "code", codeOf(err), "err", err)
	}
	return engine.Receipt{}, nil
}

// wake takes a thread out of the archive.
func (a *Adapter) wake(ctx context.Context, p place) error {
	return a.call(ctx, http.MethodPatch, "channels/"+p.id, map[string]any{"archived": false}, nil)
}

// settled is what a summary's message shows when its outcome is known. Of one that took several messages the
// last is the one that we know, and the one that has the outcome in it.
func settled(m engine.Outgoing) string {
	pieces := markdown.Split(markdown.ToDiscord(m.Settled), maxText, markdown.UTF16)
	if len(pieces) == 0 {
		return ""
	}
	return pieces[len(pieces)-1]
}

// showing is what a message of ours shows; "" if it is not there any more.
func (a *Adapter) showing(ctx context.Context, at place) (string, error) {
	var m message
	err := a.call(ctx, http.MethodGet, messagePath(at), nil, &m)
	if code := codeOf(err); code == codeUnknownMessage || unseen(err) {
		return "", nil
	}
	if err != nil {
		return "", a.fault(fmt.Errorf("look at a message: %w", err))
	}
	return m.text(), nil
}
