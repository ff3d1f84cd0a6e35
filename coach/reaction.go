package coach

import (
	"slices"
	"strings"
)

// sign is what an emoji says, whatever its skin tone, alias or variation.
type sign string

const (
	signYes   sign = "yes"   // an ack that confirms, too
	signAck   sign = "ack"   // an ack that confirms nothing
	signEdit  sign = "edit"  // ✏️
	signCross sign = "cross" // ❌
)

// signs are what emoji say, by character without U+FE0F.
var signs = map[string]sign{
	"✅": signYes, "✔": signYes, "👍": signYes, "👌": signYes, "💯": signYes, "🆗": signYes,
	"🙏": signAck, "👏": signAck, "🙌": signAck, "🫡": signAck,
	"✏": signEdit, "📝": signEdit,
	"❌": signCross, "✖": signCross, "❎": signCross,
}

// signOf reads an emoji; "" is one without meaning here.
func signOf(emoji string) sign { return signs[canonical(emoji)] }

// IsCross says whether an emoji on the summary is a no, to be asked back: continue, or correct?
func IsCross(emoji string) bool { return signOf(emoji) == signCross }

// names are the names that stand for an emoji whose character is a sign, too.
var names = map[string]string{
	"white_check_mark": "✅", "heavy_check_mark": "✔",
	"+1": "👍", "thumbsup": "👍", "ok_hand": "👌", "100": "💯", "ok": "🆗",
	"pray": "🙏", "folded_hands": "🙏", "clap": "👏", "raised_hands": "🙌", "saluting_face": "🫡",
	"pencil2": "✏", "pencil": "✏", "memo": "📝", "x": "❌",
	"heavy_multiplication_x": "✖", "negative_squared_cross_mark": "❎",
}

// canonical is one form of an emoji, however a platform writes it.
func canonical(emoji string) string {
	plain := plainEmoji(emoji)
	if character, ok := names[plain]; ok {
		return character
	}
	return plain
}

// plainEmoji drops what does not change the meaning: colons, skin tones, variation selectors.
func plainEmoji(emoji string) string {
	emoji = strings.ToLower(strings.Trim(strings.TrimSpace(emoji), ":"))
	emoji, _, _ = strings.Cut(emoji, "::skin-tone-")
	if i := strings.LastIndex(emoji, "_tone"); i > 0 && len(emoji) == i+len("_tone1") {
		emoji = emoji[:i]
	}
	return strings.Map(func(r rune) rune {
		if r == 0xFE0F || r == 0xFE0E || r >= 0x1F3FB && r <= 0x1F3FF {
			return -1
		}
		return r
	}, emoji)
}

// reaction takes an emoji. It is never a turn, never progress, never a stop.
func (d *data) reaction(e Reaction) Decision {
	action := ActNone
	s := signOf(e.Emoji)
	switch {
	case e.User != "" && e.User != d.Learner || s == "":
	case e.Target == TargetSummary:
		if d.State == Closing {
			action = d.reactToSummary(s, e.Remove)
		}
	case d.State != Coaching && d.State != BreakingOut || s == signEdit || s == signCross:
	case e.Remove:
		d.takeBack(e)
	case e.Target == d.Last.ID && e.Target != "":
		action = d.acknowledge(e, s)
	}
	return d.decide(e.ID, KindReaction, action)
}

func (d *data) reactToSummary(s sign, remove bool) Action {
	switch {
	case remove:
		if s == signYes && d.Close.SaveDue && d.Close.ByReaction {
			d.Close.SaveDue = false
		}
		return ActNone
	case s == signYes:
		d.Close.ByReaction = !d.Close.SaveDue || d.Close.ByReaction
		return d.save()
	case s == signEdit || s == signCross:
		return d.askAgain(d.Close.Vague)
	}
	return ActNone
}

// acknowledge takes an ack reaction on the current message: the go-ahead of a step or a draft, or
// an ack of an action request, which lengthens a row but never completes one.
func (d *data) acknowledge(e Reaction, s sign) Action {
	switch {
	case d.Last.Asks == AskStep, d.Last.Asks == AskConfirm && s == signYes:
		if d.Last.GoAhead || d.Last.Answered {
			return ActNone
		}
		d.Last.GoAhead = true
		return ActContinue
	case d.Last.Asks == AskAction && d.Phase != PhaseDiagnosis && !d.busy(d.Now):
		d.ackByReaction(e.Target, canonical(e.Emoji))
	}
	return ActNone
}

func (d *data) ackByReaction(message, emoji string) {
	at := slices.IndexFunc(d.Acks, func(a ack) bool { return a.Message == message })
	if at < 0 {
		d.Acks = last(append(d.Acks, ack{Message: message, Emoji: []string{emoji}}), keptAcks)
		return
	}
	a := &d.Acks[at]
	if !slices.Contains(a.Emoji, emoji) {
		a.Emoji = with(a.Emoji, emoji, keptEmoji)
	}
}

// takeBack removes a reaction from the row, also from an older request; a text ack stays.
func (d *data) takeBack(e Reaction) {
	emoji := canonical(e.Emoji)
	for i := range d.Acks {
		if a := &d.Acks[i]; a.Message == e.Target {
			a.Emoji = slices.DeleteFunc(slices.Clone(a.Emoji), func(k string) bool { return k == emoji })
		}
	}
	d.Acks = slices.DeleteFunc(d.Acks, func(a ack) bool { return a.Turn == "" && len(a.Emoji) == 0 })
}
