package slack

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tack/internal/command"
	"tack/internal/markdown"
	"tack/state"

	"github.com/slack-go/slack"
)

// command answers /study. What it returns is shown by the acknowledgement itself; nil: it is answered later.
func (in *inbox) command(c slack.SlashCommand) any {
	done := make(chan any, 1)
	in.later.Go(func() {
		defer close(done)
		done <- in.answer(in.ctx, c)
	})
	timer := time.NewTimer(commandWait)
	defer timer.Stop()
	select {
	case answer := <-done:
		return answer
	case <-timer.C:
	}
	in.later.Go(func() {
		if err := in.respondWith(in.ctx, c.ResponseURL, <-done); err != nil {
			in.log.Warn("answer /study", "err", err)
		}
	})
	return nil
}

// reply is the body of an answer to a command.
type reply struct {
	ResponseType string `json:"response_type"`
	Text         string `json:"text"`
}

// answer asks the desk.
func (in *inbox) answer(ctx context.Context, c slack.SlashCommand) any {
	who := in.person(ctx, c.UserID)
	in.asks.Put(c.TriggerID, ask{url: c.ResponseURL, locale: who.locale})
	r := command.Request{
		ID: c.TriggerID, Channel: in.place(c.ChannelID, "").thread(), User: c.UserID, Manager: who.manager,
		Locale: who.locale, Text: c.Text, At: time.Now(),
	}
	var answer command.Answer
	err := in.watch.Try(func() (err error) {
		answer, err = in.Desk.Answer(ctx, r)
		return err
	})
	if err != nil {
		in.log.Error("answer /study", "err", err)
		return whispered(in.config.Voice.Say(who.locale, "unavailable", nil))
	}
	if len(answer.Files) > 0 {
		in.later.Go(func() { in.hand(in.ctx, r.User, who.locale, answer.Files) })
	}
	return whispered(answer.Text)
}

// whispered is an answer that only the asker sees. Slack drops one of 20 KB; what a message cannot hold is
// left out.
func whispered(text string) reply {
	pieces := markdown.Split(markdown.ToSlack(text, markdown.Mention{}), maxText, markdown.Runes)
	if len(pieces) == 0 {
		pieces = []string{""}
	}
	return reply{ResponseType: "ephemeral", Text: pieces[0]}
}

// hand gives documents to their owner alone: as files in the conversation with us.
func (in *inbox) hand(ctx context.Context, user, locale string, docs []state.Document) {
	channel, ts, err := in.client.PostMessageContext(ctx, user, slack.MsgOptionText(in.config.Voice.Say(locale, "documents", nil), false))
	for _, doc := range docs {
		if err == nil {
			err = in.upload(ctx, in.place(channel, ts), doc.Name, doc.Body)
		}
	}
	if err != nil {
		in.log.Warn("hand documents over", "err", err)
	}
}

// respond says something to whoever used a command or a button, by the URL that came with it.
func (a *Adapter) respond(ctx context.Context, url, text string) error {
	return a.respondWith(ctx, url, whispered(text))
}

func (a *Adapter) respondWith(ctx context.Context, url string, answer any) error {
	r, ok := answer.(reply)
	if !ok || url == "" {
		return errors.New("slack: nothing to answer, or nowhere")
	}
	err := slack.PostWebhookCustomHTTPContext(ctx, url, a.web, &slack.WebhookMessage{Text: r.Text, ResponseType: r.ResponseType})
	if err != nil {
		return fmt.Errorf("slack: answer by the response URL: %w", bare(err))
	}
	return nil
}
