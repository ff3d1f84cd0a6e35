package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tack/coach"
	"tack/coach/reading"
	"tack/coach/tutor/model"
	"tack/coach/tutor/track"
	"tack/state"
)

// Model is a language model beside the tutor: it knows topics that no track has, answers one-off
// questions, and reads what the rules are unsure of. What it says of a turn is recorded with it.
type Model interface {
	Topic(ctx context.Context, w model.Wish) (string, error)
	Answer(ctx context.Context, w model.Wish) (string, error)
	Read(ctx context.Context, in model.Asked) (coach.Reading, error)
	// Away is what a learner is told of an error of Topic or Answer.
	Away(locale string, cause error) string
}

const (
	// tutorFor is how long a reply may take, the model's retries included.
	tutorFor = 90 * time.Second
	// askFor is how long a question to the model beside a reply may take: the learner waits for both.
	askFor = 20 * time.Second
)

// Opens says which topic somebody's words open: by the rules, as one of the saved topics, or by the
// model; empty: none. notice is what to tell them of a model that could not be asked; empty: nothing.
func (e *Engine) Opens(ctx context.Context, w model.Wish, saved []string) (topic, notice string) {
	o := e.opens(ctx, w, saved)
	if o.err != nil {
		notice = e.Model.Away(w.Locale, o.err)
	}
	return o.topic, notice
}

// opening is what words outside any session come to.
type opening struct {
	topic  string       // which they open; empty: none
	intent track.Intent // else
	err    error        // the model could not be asked
}

func (e *Engine) opens(ctx context.Context, w model.Wish, saved []string) opening {
	in := e.Lobby.Intent(w.Text)
	if e.Lobby.Lobby("en", in, nil) == "" {
		return opening{topic: in.Topic}
	}
	if e.Model == nil || in.Kind != track.IntentUnknown && in.Kind != track.IntentContinue {
		return opening{intent: in}
	}
	if i := slices.IndexFunc(saved, func(s string) bool { return strings.EqualFold(s, in.Topic) }); i >= 0 {
		return opening{topic: saved[i]}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, askFor, errors.New("the model takes too long to name a topic"))
	defer cancel()
	w.Topic = in.Topic
	topic, err := e.Model.Topic(ctx, w)
	if errors.Is(err, model.ErrOutside) {
		in.Kind, err = track.IntentOutside, nil
	}
	return opening{topic, in, err}
}

// wish is the event as one outside any session.
func (w *work) wish() model.Wish {
	return model.Wish{Locale: w.in.Locale, Text: w.in.Text, Learner: account(w.learner()), Channel: channelOf(w.in.Thread)}
}

// account names whose budget pays.
func account(l state.Learner) string { return l.Workspace + ":" + l.ID }

// channelOf is a thread's channel: all of its id but the last field.
func channelOf(id coach.ThreadID) string {
	return string(id[:max(0, strings.LastIndex(string(id), ":"))])
}

// oneOff has the model answer a question that no track knows; empty where it cannot.
func (w *work) oneOff(in track.Intent) (string, error) {
	if w.e.Model == nil || in.Kind != track.IntentOneOff || in.Topic != "" {
		return "", nil
	}
	ctx, cancel := context.WithTimeoutCause(w.ctx, askFor, errors.New("the model takes too long to answer"))
	defer cancel()
	return w.e.Model.Answer(ctx, w.wish())
}

// notice says that the model cannot be asked, once until it can be again.
func (w *work) notice(cause error) string {
	told := w.t.Last.Away
	w.t.Last.Away = cause != nil
	if told || cause == nil {
		return ""
	}
	return w.e.Model.Away(w.in.Locale, cause) + "\n\n"
}

// secondOpinion has the model read what the rules are unsure of; "" where the rules' kind stands.
func (w *work) secondOpinion(msg reading.Message, rules coach.Reading) coach.Kind {
	if w.e.Model == nil || rules.Sure >= model.Unsure {
		return ""
	}
	ctx, cancel := context.WithTimeoutCause(w.ctx, askFor, errors.New("the model takes too long to read"))
	defer cancel()
	read, err := w.e.Model.Read(ctx, model.Asked{
		Locale: w.t.Course.Locale, Message: msg, Context: reading.ContextOf(*w.t.Session), Last: w.t.Last.Text,
		Rules: rules, Learner: account(w.learner()), Channel: channelOf(w.in.Thread),
	})
	if err != nil || read.Kind == rules.Kind {
		return ""
	}
	return read.Kind
}
