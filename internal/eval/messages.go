package eval

import (
	"io/fs"
	"strconv"

	"tack/coach"
	"tack/coach/reading"
)

func messages(r Reader, dir fs.FS) (Messages, error) {
	t, err := readTable(dir, "messages.tsv",
		"id", "locale", "state", "asks", "coach", "message", "kind", "resolved", "note")
	if err != nil {
		return Messages{}, err
	}
	kinds, resolved := newTally(), newTally()
	for _, row := range t.rows {
		kind, err := oneOf(t, row, "kind", coach.Kinds[:]...)
		if err != nil {
			return Messages{}, err
		}
		gone, err := oneOf(t, row, "resolved", "true", "false")
		if err != nil {
			return Messages{}, err
		}
		ctx, err := messageContext(r, t, row)
		if err != nil {
			return Messages{}, err
		}
		got := r.Learner(ctx, reading.Message{Text: row.value["message"]})
		kinds.add(row.value["id"], string(kind), string(got.Kind))
		resolved.add(row.value["id"], gone, strconv.FormatBool(got.Resolved))
	}
	var names []string
	for _, k := range coach.Kinds {
		names = append(names, string(k))
	}
	return Messages{Card: kinds.card(names...), Resolved: resolved.card("true", "false")}, nil
}

// messageContext is where the message of a row stands, the coach's message before it read.
func messageContext(r Reader, t table, row row) (reading.Context, error) {
	ctx := reading.Context{State: coach.Coaching, Phase: coach.PhaseModule}
	state, err := oneOf(t, row, "state", "coaching", "closing", "closed", "diagnosis")
	if err != nil {
		return ctx, err
	}
	if ctx.Locale, err = oneOf(t, row, "locale", "en", "zh"); err != nil {
		return ctx, err
	}
	asks, err := oneOf(t, row, "asks", coach.AskAction, coach.AskQuestion, coach.AskYesNo,
		coach.AskStep, coach.AskConfirm, coach.AskNone)
	if err != nil {
		return ctx, err
	}
	switch state {
	case "diagnosis":
		ctx.Phase = coach.PhaseDiagnosis
	default:
		ctx.State = coach.State(state)
	}
	said := r.Coach(ctx, row.value["coach"])
	ctx.Asks, ctx.YesMeans, ctx.Problem, ctx.Sets = asks, said.YesMeans, said.Problem, said.Sets
	return ctx, nil
}
