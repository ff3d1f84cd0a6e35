package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
)

// Handler takes Slack's requests in the mode HTTP: events, commands and interactions at one address. Each is
// recorded before it is answered; what could not be is answered with 503, and Slack delivers it again.
func (a *Adapter) Handler() http.Handler { return http.HandlerFunc(a.serve) }

func (a *Adapter) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "body not readable", http.StatusRequestEntityTooLarge)
		return
	}
	if err := a.verify(r.Header, body); err != nil {
		a.log.Warn("request refused", "err", err)
		http.Error(w, "signature not valid", http.StatusUnauthorized)
		return
	}
	if challenge, ok := challengeOf(body); ok {
		writeJSON(w, slackevents.ChallengeResponse{Challenge: challenge})
		return
	}
	in := a.inbox.Load()
	if in == nil || !in.later.Enter() {
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	defer in.later.Leave()
	var answer any
	err = in.watch.Take(func() (err error) {
		answer, err = in.request(r, body)
		return err
	})
	if err != nil {
		a.log.Error("not recorded, and so not acknowledged", "retry", r.Header.Get("X-Slack-Retry-Num"), "err", err)
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	writeJSON(w, answer)
}

// verify holds a request to its signature, which is over the raw body and not older than 5 minutes.
func (a *Adapter) verify(h http.Header, body []byte) error {
	v, err := slack.NewSecretsVerifier(h, a.config.SigningSecret)
	if err != nil {
		return fmt.Errorf("slack: signature: %w", err)
	}
	if _, err := v.Write(body); err != nil {
		return fmt.Errorf("slack: signature: %w", err)
	}
	if err := v.Ensure(); err != nil {
		return fmt.Errorf("slack: signature: %w", err)
	}
	return nil
}

// challengeOf is what Slack sends when the address is set in the app's settings.
func challengeOf(body []byte) (string, bool) {
	var c slackevents.EventsAPIURLVerificationEvent
	err := json.Unmarshal(body, &c)
	return c.Challenge, err == nil && c.Type == slackevents.URLVerification
}

// request takes one request in. The answer is the body of the acknowledgement; nil: it has none.
func (in *inbox) request(r *http.Request, body []byte) (any, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err == nil && kind == "application/x-www-form-urlencoded" {
		return in.form(r.Context(), body)
	}
	e, err := slackevents.ParseEvent(body, slackevents.OptionNoVerifyToken())
	if err != nil {
		in.log.Warn("event not readable", "type", e.InnerEvent.Type)
		return nil, nil // it would be no more so when it comes again
	}
	return nil, in.event(r.Context(), e)
}

// form takes a command or an interaction in.
func (in *inbox) form(ctx context.Context, body []byte) (any, error) {
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, in.unreadable(err)
	}
	payload := values.Get("payload")
	if payload == "" {
		return in.command(commandOf(values)), nil
	}
	var c slack.InteractionCallback
	if err := json.Unmarshal([]byte(payload), &c); err != nil {
		return nil, in.unreadable(errors.New("interaction"))
	}
	return nil, in.interaction(ctx, c)
}

func commandOf(v url.Values) slack.SlashCommand {
	return slack.SlashCommand{
		ChannelID: v.Get("channel_id"), UserID: v.Get("user_id"), Text: v.Get("text"),
		ResponseURL: v.Get("response_url"), TriggerID: v.Get("trigger_id"),
	}
}

// writeJSON answers 200; with nothing, an empty body, which shows nothing.
func writeJSON(w http.ResponseWriter, v any) {
	if v == nil {
		w.WriteHeader(http.StatusOK)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client may have left
}
