package coach

import "slices"

// Unite makes one reading of the readings of a turn's messages (details A5). The kind is the first
// in the table of kinds that any message has, but KindAck only if all have it, and a correction goes
// before a confirmation. Errors, questions and what is shown are united. New, Resolved and the other
// flags hold if any message has them; OffTopic only if every question is off the topic; a wish to
// go on beside a confirmation is its GoesOn. It gives the zero Reading for no readings.
func Unite(readings []Reading) Reading {
	var u Reading
	if len(readings) == 1 {
		return readings[0]
	}
	for _, r := range readings {
		u.join(r)
	}
	u.Kind = uniteKinds(readings)
	u.New = uniteNew(readings)
	u.GoesOn = u.Kind == KindConfirm && (u.GoesOn || anyKind(readings, KindContinue))
	u.OffTopic = len(u.Questions) > 0 && !slices.ContainsFunc(readings, func(r Reading) bool {
		return len(r.Questions) > 0 && !r.OffTopic
	})
	return u
}

// join adds to u what one more message says; Kind, New and OffTopic need all messages at once.
func (u *Reading) join(r Reading) {
	for _, e := range r.Errors {
		u.Errors = addIdentity(u.Errors, e)
	}
	for _, q := range r.Questions {
		u.Questions = addIdentity(u.Questions, q)
	}
	for _, s := range r.Shows {
		if !slices.Contains(u.Shows, s) {
			u.Shows = append(u.Shows, s)
		}
	}
	u.Resolved = u.Resolved || r.Resolved
	u.StillSame = u.StillSame || r.StillSame
	u.GoesOn = u.GoesOn || r.GoesOn
	u.Long = u.Long || r.Long
	if r.Sure > 0 && (u.Sure == 0 || r.Sure < u.Sure) {
		u.Sure = r.Sure
	}
}

func uniteKinds(readings []Reading) Kind {
	for _, k := range Kinds {
		switch {
		case k == KindAck || !anyKind(readings, k):
			continue
		case k == KindConfirm && anyKind(readings, KindCorrection):
			return KindCorrection
		}
		return k
	}
	if anyKind(readings, KindAck) {
		return KindAck
	}
	return ""
}

// uniteNew is true if any message shows something new by its override. It is false only if no
// message is left that what it shows must be judged by.
func uniteNew(readings []Reading) *bool {
	var united *bool
	judged := false
	for _, r := range readings {
		switch {
		case r.New == nil:
			judged = judged || len(r.Errors)+len(r.Shows) > 0
		case *r.New:
			return r.New
		default:
			united = r.New
		}
	}
	if judged {
		return nil
	}
	return united
}

func anyKind(readings []Reading, k Kind) bool {
	return slices.ContainsFunc(readings, func(r Reading) bool { return r.Kind == k })
}

func addIdentity(have []Identity, more Identity) []Identity {
	if slices.ContainsFunc(have, func(h Identity) bool { return h.Key == more.Key }) {
		return have
	}
	return append(have, more)
}
