package discordtest

import (
	"net/http"
	"slices"
	"strings"
)

// postCallback is the first answer to an interaction, within three seconds and only once.
func (c *call) postCallback() (any, error) {
	c.known("type", "data")
	i := c.asked[c.params["interaction"]]
	switch {
	case i == nil || i.token != c.params["token"] || i.late(c.now()):
		return nil, errUnknownInteract
	case i.answered != 0:
		return nil, errAcknowledged
	}
	data, _ := c.body["data"].(object)
	kind := c.int("type")
	if err := c.firstAnswer(i, kind, data); err != nil {
		return nil, err
	}
	i.answered = kind
	if c.query.Get("with_response") == "true" {
		return c.callbackObject(i), nil
	}
	return nil, nil
}

// callbackFields are of the data of a first answer that is a message.
var callbackFields = append([]string{"choices", "custom_id", "title"}, messageFields...)

func (c *call) firstAnswer(i *interaction, kind int, data object) error {
	c.knownIn(data, callbackFields...)
	flags, _ := data["flags"].(float64)
	switch kind {
	case answerMessage:
		return c.answerNow(i, data)
	case answerDeferred:
		i.ephemeral = int(flags)&flagEphemeral != 0
		i.original = c.showAnswer(i, draft{flags: flagLoading}, i.ephemeral)
	case answerDeferUpdate, answerUpdate:
		if i.source == nil {
			return invalidForm("INTERACTION_RESPONSE_TYPE_INVALID", "Response type is not valid for this interaction", "type")
		}
		i.original = i.source
		if kind == answerUpdate {
			return c.update(i.source, data)
		}
	case answerModal:
		if i.kind == askedModal {
			return invalidForm("INTERACTION_RESPONSE_TYPE_INVALID", "A modal cannot answer a modal", "type")
		}
		if err := checkModal(data); err != nil {
			return err
		}
		i.modal = data
		c.tell(event{name: "MODAL", channel: i.channel, data: data})
	case answerAutocomplete:
	default:
		return invalidForm("BASE_TYPE_CHOICES", "Value must be one of (1, 4, 5, 6, 7, 8, 9, 10, 12).", "type")
	}
	return nil
}

func (c *call) answerNow(i *interaction, data object) error {
	d, a, err := c.readDraft(data)
	if err != nil {
		return err
	}
	if d.empty() {
		return errEmpty
	}
	i.ephemeral = d.flags&flagEphemeral != 0
	d.mentions = c.mentionsIn(c.bot, i.channel, d.content, nil, a)
	i.original = c.showAnswer(i, d, i.ephemeral)
	return nil
}

// update edits a message by the part of the body that is one.
func (c *call) update(m *message, data object) error {
	c.body = data
	_, err := c.edit(m)
	return err
}

// callbackObject is the answer to a callback that asked for one.
func (c *call) callbackObject(i *interaction) object {
	o := object{"interaction": object{"id": i.id, "type": i.kind, "response_message_ephemeral": i.ephemeral}}
	if i.original != nil {
		o["resource"] = object{"type": i.answered, "message": c.seen(i.original)}
	}
	return o
}

// theInteraction is the one of a webhook route's token: answered, and no older than 15 minutes.
func (c *call) theInteraction() (*interaction, error) {
	i := c.asked[strings.TrimPrefix(c.params["token"], tokenPrefix)]
	switch {
	case i == nil || i.answered == 0:
		return nil, errUnknownWebhook
	case c.now().After(i.at.Add(tokenLifetime)) || c.params["app"] != c.appID:
		return nil, errBadToken
	}
	return i, nil
}

// postFollowup writes a further answer. After a deferred one, the first follow-up takes its place.
func (c *call) postFollowup() (any, error) {
	c.known(append([]string{"username", "avatar_url", "thread_name", "applied_tags"}, messageFields...)...)
	i, err := c.theInteraction()
	if err != nil {
		return nil, err
	}
	if i.original != nil && i.original.flags&flagLoading != 0 {
		i.original.flags &^= flagLoading
		return c.edit(i.original)
	}
	d, a, err := c.readDraft(c.body)
	if err != nil {
		return nil, err
	}
	if d.empty() {
		return nil, errEmpty
	}
	d.mentions = c.mentionsIn(c.bot, i.channel, d.content, nil, a)
	m := c.showAnswer(i, d, d.flags&flagEphemeral != 0)
	i.followups = append(i.followups, m)
	return c.seen(m), nil
}

// theAnswer is the message of a webhook route: "@original" or a follow-up.
func (c *call) theAnswer() (*interaction, *message, error) {
	i, err := c.theInteraction()
	if err != nil {
		return nil, nil, err
	}
	if c.params["message"] == "@original" {
		if i.original == nil {
			return nil, nil, errUnknownMessage
		}
		return i, i.original, nil
	}
	for _, m := range i.followups {
		if m.id == c.params["message"] {
			return i, m, nil
		}
	}
	return nil, nil, errUnknownMessage
}

func (c *call) getAnswer() (any, error) {
	_, m, err := c.theAnswer()
	if err != nil {
		return nil, err
	}
	return c.seen(m), nil
}

func (c *call) patchAnswer() (any, error) {
	c.known("content", "embeds", "flags", "allowed_mentions", "components", "attachments", "poll")
	_, m, err := c.theAnswer()
	if err != nil {
		return nil, err
	}
	m.flags &^= flagLoading
	return c.edit(m)
}

func (c *call) deleteAnswer() (any, error) {
	i, m, err := c.theAnswer()
	if err != nil {
		return nil, err
	}
	c.status = http.StatusNoContent
	if m == i.original {
		i.original = nil
	}
	i.followups = slices.DeleteFunc(i.followups, func(o *message) bool { return o == m })
	if m.flags&flagEphemeral == 0 {
		c.remove(m.channel, m)
	}
	return nil, nil
}
