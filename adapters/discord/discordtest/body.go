package discordtest

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Discord's limits of what a bot sends.
const (
	maxContent    = 2000 // characters
	maxNonce      = 25
	maxEmbeds     = 10
	maxEmbedText  = 6000 // characters of all embeds of a message
	maxFiles      = 10
	maxFile       = 10 << 20 // bytes, without boosts
	maxThreadName = 100
)

// text, int and flag read a field of the body; "", 0 and false if it is not there or not of the kind.
func (c *call) text(field string) string {
	s, _ := c.body[field].(string)
	return s
}

func (c *call) int(field string) int {
	n, _ := c.body[field].(float64)
	return int(n)
}

func (c *call) flag(field string) bool {
	b, _ := c.body[field].(bool)
	return b
}

// known notes every field of the body that Discord has not documented for the route.
func (c *call) known(fields ...string) {
	c.knownIn(c.body, fields...)
}

func (c *call) knownIn(o object, fields ...string) {
	for field := range o {
		if !slices.Contains(fields, field) {
			c.violate("unknown field", "%s", field)
		}
	}
}

var messageFields = []string{
	"content", "nonce", "tts", "embeds", "allowed_mentions", "message_reference", "components", "sticker_ids", "attachments",
	"flags", "enforce_nonce", "poll",
}

// readDraft takes the message out of a body and checks it as Discord does; o is the body or the part of it
// that is the message.
func (c *call) readDraft(o object) (draft, allowance, error) {
	var d draft
	a, err := readAllowance(o)
	if err != nil {
		return d, a, err
	}
	d.content, _ = o["content"].(string)
	d.embeds, _ = o["embeds"].([]any)
	d.components, _ = o["components"].([]any)
	flags, _ := o["flags"].(float64)
	d.flags = int(flags) & (flagSuppressEmbeds | flagSilent | flagEphemeral)
	if d.nonce, err = c.readNonce(o); err != nil {
		return d, a, err
	}
	if err := checkContent(d); err != nil {
		return d, a, err
	}
	c.checkPings(o, d.content, a)
	d.attachments, err = c.attach(o)
	return d, a, err
}

// checkPings notes what must not be: no allowed_mentions, or a mention that pings because of it.
func (c *call) checkPings(o object, content string, a allowance) {
	if !a.given {
		c.violate("no allowed_mentions", "a create and an edit without them ping whatever the text says")
	}
	for _, mention := range live(content, a) {
		c.violate("live ping", "%s", mention)
	}
}

// readNonce is the nonce as text; a number is one, too.
func (c *call) readNonce(o object) (string, error) {
	var nonce string
	switch v := o["nonce"].(type) {
	case string:
		nonce = v
	case float64:
		nonce = fmt.Sprintf("%.0f", v)
	}
	if utf8.RuneCountInString(nonce) > maxNonce {
		c.violate("nonce", "%d characters", utf8.RuneCountInString(nonce))
		return "", invalidForm("NONCE_TYPE_TOO_LONG", fmt.Sprintf("Nonce must be %d or fewer characters.", maxNonce), "nonce")
	}
	return nonce, nil
}

func checkContent(d draft) error {
	if utf8.RuneCountInString(d.content) > maxContent {
		return tooLong(maxContent, "content")
	}
	if err := checkEmbeds(d.embeds); err != nil {
		return err
	}
	return checkComponents(d.components)
}

// attach makes attachments of the files of a form, with the descriptions' names where the body gives them.
func (c *call) attach(o object) ([]*attachment, error) {
	if len(c.files) > maxFiles {
		return nil, invalidForm("BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", maxFiles), "attachments")
	}
	for _, f := range c.files {
		if len(f.data) > maxFile {
			return nil, errTooLarge
		}
		f.id = c.ids.next(c.now())
	}
	described, _ := o["attachments"].([]any)
	for i, d := range described {
		one, _ := d.(object)
		if name, ok := one["filename"].(string); ok && i < len(c.files) {
			c.files[i].name = name
		}
	}
	return c.files, nil
}

// empty says whether a draft has nothing to show.
func (d draft) empty() bool {
	return d.content == "" && len(d.embeds)+len(d.components)+len(d.attachments)+len(d.stickers) == 0
}
