package slack

import (
	"tack/internal/engine"
	"tack/internal/markdown"

	"github.com/slack-go/slack"
)

// The action_ids of the buttons, and the block that they stand in.
const (
	actionConfirm = "summary_confirm"
	actionCorrect = "summary_correct"
	actionGoOn    = "summary_go_on"
	actionBlock   = "summary_actions"
)

// blocks are how a message looks where plain text is not enough; nil where it is.
func (a *Adapter) blocks(m engine.Outgoing, text string) []slack.Block {
	switch m.Style {
	case engine.StyleSummary:
		return append(sections(text), a.buttons(m))
	case engine.StyleNotice:
		// A line above and below and a heading of its own: teaching has none of them.
		label := slack.NewContextBlock("", mrkdwn("🔁 *"+a.config.Voice.Say(m.Locale, "notice", nil)+"*"))
		blocks := append([]slack.Block{slack.NewDividerBlock(), label}, sections(text)...)
		return append(blocks, slack.NewDividerBlock())
	}
	return nil
}

// sections show mrkdwn in blocks.
func sections(text string) []slack.Block {
	var blocks []slack.Block
	for _, part := range markdown.Split(text, maxSection, markdown.Runes) {
		blocks = append(blocks, slack.NewSectionBlock(mrkdwn(part), nil, nil))
	}
	return blocks
}

// buttons are those of a summary. Their value is the message's id, by which a press is known to be about the
// summary that is shown now.
func (a *Adapter) buttons(m engine.Outgoing) slack.Block {
	id := m.ID
	if m.Target != "" {
		id = m.Target
	}
	button := func(action, key string, style slack.Style) slack.BlockElement {
		return slack.NewButtonBlockElement(action, id, plainText(a.config.Voice.Say(m.Locale, key, nil))).WithStyle(style)
	}
	return slack.NewActionBlock(
		actionBlock, button(actionConfirm, "button.confirm", slack.StylePrimary),
		button(actionCorrect, "button.correct", slack.StyleDefault), button(actionGoOn, "button.go_on", slack.StyleDefault),
	)
}

func mrkdwn(text string) *slack.TextBlockObject {
	return slack.NewTextBlockObject(slack.MarkdownType, text, false, false)
}

func plainText(text string) *slack.TextBlockObject {
	return slack.NewTextBlockObject(slack.PlainTextType, text, true, false)
}
