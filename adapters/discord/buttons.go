package discord

import (
	"cmp"
	"strings"

	"tack/internal/engine"

	"github.com/bwmarrin/discordgo"
)

// What the buttons' custom ids begin with; the id of the summary follows.
const (
	actionConfirm = "summary_confirm:"
	actionCorrect = "summary_correct:"
	actionGoOn    = "summary_go_on:"
)

// The modal in which a summary is corrected.
const (
	correctModal = "summary_correction"
	correctInput = "correction"
)

// buttons are those of a summary; nil for any other message. They name the message's id, by which a press is
// known to be about the summary that is shown now.
func (a *Adapter) buttons(m engine.Outgoing) []any {
	if m.Style != engine.StyleSummary {
		return nil
	}
	id := cmp.Or(m.Target, m.ID)
	button := func(action, key, emoji string, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return discordgo.Button{
			CustomID: action + id, Label: a.config.Voice.Say(m.Locale, key, nil), Style: style, Emoji: &discordgo.ComponentEmoji{Name: emoji},
		}
	}
	return []any{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		button(actionConfirm, "button.confirm", "✅", discordgo.SuccessButton),
		button(actionCorrect, "button.correct", "✏️", discordgo.SecondaryButton),
		button(actionGoOn, "button.go_on", "▶️", discordgo.SecondaryButton),
	}}}
}

// pressedOn splits a button's custom id; false: it is none of ours.
func pressedOn(customID string) (action, summary string, ok bool) {
	for _, action := range []string{actionConfirm, actionCorrect, actionGoOn} {
		if summary, ok := strings.CutPrefix(customID, action); ok {
			return action, summary, true
		}
	}
	return "", "", false
}

// modal asks for a correction.
func (a *Adapter) modal(locale string) map[string]any {
	say := func(key string) string { return a.config.Voice.Say(locale, key, nil) }
	return map[string]any{
		"custom_id": correctModal, "title": say("correct.title"),
		"components": []any{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
			CustomID: correctInput, Label: say("correct.label"), Placeholder: say("correct.hint"), Style: discordgo.TextInputParagraph,
			Required: true, MaxLength: engine.MaxCorrection,
		}}}},
	}
}
