package slack

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/slack-go/slack"
)

// draft is a message about to be posted.
type draft struct {
	place  place  // of the root; ts "" = channel level
	key    string // its delivery key
	text   string // mrkdwn, complete by itself
	blocks []slack.Block
}

// The metadata by which a message of ours is found again.
const (
	metadataType = "tack_delivery"
	metadataKey  = "key"
)

// posted is what chat.postMessage answers.
type posted struct {
	TS      string `json:"ts"`
	Channel string `json:"channel"`
	Message struct {
		ThreadTS string `json:"thread_ts"`
	} `json:"message"`
	slack.SlackResponse
}

// post is chat.postMessage. slack-go's own leaves out of the answer in which thread the message stands, which
// is the only way to learn that the root was deleted.
func (a *Adapter) post(ctx context.Context, d draft) (posted, error) {
	form, err := d.form()
	if err != nil {
		return posted{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.config.APIURL+"chat.postMessage", strings.NewReader(form.Encode()))
	if err != nil {
		return posted{}, fmt.Errorf("build the request: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+a.config.BotToken)
	resp, err := a.web.Do(req)
	if err != nil {
		return posted{}, fmt.Errorf("post: %w", err)
	}
	defer resp.Body.Close()
	return answerOf(resp)
}

// form is the message as Slack takes it.
func (d draft) form() (url.Values, error) {
	form := url.Values{
		"channel": {d.place.channel}, "text": {d.text}, "parse": {"none"}, "unfurl_links": {"false"}, "unfurl_media": {"false"},
	}
	if d.place.ts != "" {
		form.Set("thread_ts", d.place.ts)
	}
	meta := slack.SlackMetadata{EventType: metadataType, EventPayload: map[string]any{metadataKey: d.key}}
	for name, v := range map[string]any{"metadata": meta, "blocks": d.blocks} {
		if name == "blocks" && d.blocks == nil {
			continue
		}
		body, err := json.Marshal(v)
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", name, err)
		}
		form.Set(name, string(body))
	}
	return form, nil
}

// answerOf reads an answer; its errors are those that slack-go has for the same.
func answerOf(resp *http.Response) (posted, error) {
	var p posted
	if resp.StatusCode == http.StatusTooManyRequests {
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		return p, &slack.RateLimitedError{RetryAfter: time.Duration(min(seconds, 24*3600)) * time.Second}
	}
	if resp.StatusCode != http.StatusOK {
		return p, slack.StatusCodeError{Code: resp.StatusCode, Status: resp.Status}
	}
	if err := json.NewDecoder(http.MaxBytesReader(nil, resp.Body, maxBody)).Decode(&p); err != nil {
		return p, fmt.Errorf("read the answer: %w", err)
	}
	return p, p.Err()
}
