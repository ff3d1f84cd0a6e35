package slack

import (
	"context"
	"fmt"
	"time"

	"github.com/slack-go/slack"
)

// find looks for a message of ours by its delivery key; "" if it is not there.
func (a *Adapter) find(ctx context.Context, d draft) (ts string, err error) {
	ts, err = a.search(ctx, d.place, d.key, func(m slack.Message) bool {
		return m.Metadata.EventType == metadataType && m.Metadata.EventPayload[metadataKey] == d.key
	})
	if ts != "" {
		a.sent.Put(d.key, ts)
	}
	return ts, err
}

// search walks a thread, or a channel, page by page, from where a search under the same key was interrupted.
func (a *Adapter) search(ctx context.Context, p place, key string, is func(slack.Message) bool) (string, error) {
	oldest, ok := a.looked.Get(key)
	if !ok {
		oldest = tsOf(time.Now().Add(-lookBack))
	}
	for {
		page, more, err := a.page(ctx, p, oldest)
		if err != nil {
			return "", a.fault(fmt.Errorf("look for a message: %w", err))
		}
		for _, m := range page {
			if is(m) {
				return m.Timestamp, nil
			}
		}
		next := newest(page, oldest)
		a.looked.Put(key, next)
		if !more || next == oldest {
			return "", nil
		}
		oldest = next
	}
}

// page is one page of a thread after oldest, or of a channel's top level; more: there are others behind it.
// A channel gives its newest page first, so that the search of one ends with it: what was posted at channel
// level was posted a moment ago.
func (a *Adapter) page(ctx context.Context, p place, oldest string) (rows []slack.Message, more bool, err error) {
	if p.ts == "" {
		answer, err := a.client.GetConversationHistoryContext(ctx, &slack.GetConversationHistoryParameters{
			ChannelID: p.channel, Oldest: oldest, Limit: pageSize, IncludeAllMetadata: true,
		})
		if err != nil {
			return nil, false, err
		}
		return answer.Messages, false, nil
	}
	rows, more, _, err = a.client.GetConversationRepliesContext(ctx, &slack.GetConversationRepliesParameters{
		ChannelID: p.channel, Timestamp: p.ts, Oldest: oldest, Limit: pageSize, IncludeAllMetadata: true,
	})
	return rows, more, err
}

// newest is the latest ts of a page, or oldest where nothing is later. Timestamps of one length compare as
// text.
func newest(page []slack.Message, oldest string) string {
	for _, m := range page {
		oldest = max(oldest, m.Timestamp)
	}
	return oldest
}
