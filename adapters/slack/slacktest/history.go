package slacktest

import (
	"encoding/base64"
	"slices"
	"strings"
)

// page is one answer's part of a list.
type page struct {
	limit  int
	cursor string // ts of the last message served; "" = from the start
}

// pageOf reads limit and cursor.
func (c *call) pageOf() (page, error) {
	limit, err := c.number("limit", 100)
	if err != nil || limit > 1000 {
		return page{}, refusal("invalid_limit")
	}
	if limit == 0 {
		limit = 100
	}
	if c.opts.HistoryLimited && strings.HasPrefix(c.method, "conversations.") {
		limit = min(limit, historyRows)
	}
	raw, err := base64.StdEncoding.DecodeString(c.args["cursor"])
	cursor, ok := strings.CutPrefix(string(raw), "next_ts:")
	if err != nil || (c.args["cursor"] != "" && !ok) {
		return page{}, refusal("invalid_cursor")
	}
	return page{limit: limit, cursor: cursor}, nil
}

// cut is the page of messages, which are in the order of serving, and the cursor of the next; "" = the end.
func (p page) cut(messages []*Message) (rows []*Message, next string) {
	if p.cursor != "" {
		i := slices.IndexFunc(messages, func(m *Message) bool { return m.TS == p.cursor })
		messages = messages[i+1:] // a cursor of nothing starts anew
	}
	if len(messages) <= p.limit {
		return messages, ""
	}
	rows = messages[:p.limit]
	return rows, base64.StdEncoding.EncodeToString([]byte("next_ts:" + rows[len(rows)-1].TS))
}

// within keeps the messages between oldest and latest.
func (c *call) within(messages []*Message) ([]*Message, error) {
	oldest, latest, inclusive := c.args["oldest"], c.args["latest"], c.flag("inclusive")
	for name, ts := range map[string]string{"oldest": oldest, "latest": latest} {
		if ts != "" && strings.Trim(ts, "0123456789.") != "" {
			return nil, refusal("invalid_ts_" + name)
		}
	}
	var out []*Message
	for _, m := range messages {
		after := oldest == "" || earlier(oldest, m.TS) || (inclusive && m.TS == oldest)
		before := latest == "" || earlier(m.TS, latest) || (inclusive && m.TS == latest)
		if after && before {
			out = append(out, m)
		}
	}
	return out, nil
}

// earlier compares timestamps, also those without a fraction ("0", "1700000000").
func earlier(a, b string) bool {
	aSec, aFrac, _ := strings.Cut(a, ".")
	bSec, bFrac, _ := strings.Cut(b, ".")
	if len(aSec) != len(bSec) {
		return len(aSec) < len(bSec)
	}
	return aSec+"."+aFrac < bSec+"."+bFrac
}

// readable is a channel whose history the bot may read.
func (c *call) readable() (*channel, error) {
	ch, err := c.reach(c.args["channel"])
	if err != nil {
		return nil, err
	}
	if err := c.scope(byKind(ch.kind, "history")); err != nil {
		return nil, err
	}
	return c.enter(ch.id)
}

// channelHistory is conversations.history: channel level only, newest first.
func channelHistory(c *call) (object, error) {
	ch, err := c.readable()
	if err != nil {
		return nil, err
	}
	p, err := c.pageOf()
	if err != nil {
		return nil, err
	}
	rows, err := c.within(ch.topLevel())
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows)
	rows, next := p.cut(rows)
	answer := c.rows(rows, next)
	answer["pin_count"] = len(ch.pins)
	return answer, nil
}

// threadReplies is conversations.replies: oldest first. The root leads every page, whatever the bounds; limit
// counts it on the first page only.
func threadReplies(c *call) (object, error) {
	ch, err := c.readable()
	if err != nil {
		return nil, err
	}
	root, replies := ch.byTS[c.args["ts"]], ch.replies[c.args["ts"]]
	if root == nil && len(replies) == 0 {
		return nil, refusal("thread_not_found")
	}
	p, err := c.pageOf()
	if err != nil {
		return nil, err
	}
	rows, err := c.within(replies)
	if err != nil {
		return nil, err
	}
	if root != nil {
		rows = append([]*Message{root}, rows...)
	}
	rows, next := p.cut(rows)
	if root != nil && p.cursor != "" {
		rows = append([]*Message{root}, rows...)
	}
	return c.rows(rows, next), nil
}

// rows is the answer with a page of messages.
func (c *call) rows(messages []*Message, next string) object {
	want := metadataWanted(c.flag("include_all_metadata"))
	out := make([]object, 0, len(messages))
	for _, m := range messages {
		out = append(out, c.messageObject(m, want))
	}
	answer := object{"messages": out, "has_more": next != ""}
	if next != "" {
		answer["response_metadata"] = object{"next_cursor": next}
	}
	return answer
}
