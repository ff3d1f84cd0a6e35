package slack

import (
	"context"
	"errors"
	"slices"
	"time"

	"tack/adapters/inhand"

	"github.com/slack-go/slack"
)

// catchThread takes in what a thread says after from.
func (in *inbox) catchThread(ctx context.Context, p place, from time.Time) {
	oldest := tsOf(from)
	for {
		var rows []slack.Message
		var more bool
		err := in.patiently(ctx, func() (err error) {
			rows, more, err = in.page(ctx, p, oldest)
			return err
		})
		if err != nil {
			in.log.Warn("catch up with a thread", "thread", p.String(), "code", codeOf(err), "err", err)
			return
		}
		in.takeRows(ctx, p.channel, rows, oldest)
		next := newest(rows, oldest)
		if !more || next == oldest {
			return
		}
		oldest = next
	}
}

// catchChannel takes in what is said to us at the top of a channel after from.
func (in *inbox) catchChannel(ctx context.Context, channel string, from time.Time) {
	cursor := ""
	for {
		var answer *slack.GetConversationHistoryResponse
		err := in.patiently(ctx, func() (err error) {
			answer, err = in.client.GetConversationHistoryContext(ctx, &slack.GetConversationHistoryParameters{
				ChannelID: channel, Oldest: tsOf(from), Limit: pageSize, Cursor: cursor,
			})
			return err
		})
		if err != nil {
			in.log.Warn("catch up with a channel", "channel", channel, "code", codeOf(err), "err", err)
			return
		}
		slices.Reverse(answer.Messages) // they come newest first
		in.takeRows(ctx, channel, answer.Messages, "")
		cursor = answer.ResponseMetaData.NextCursor
		if !answer.HasMore || cursor == "" {
			return
		}
	}
}

// takeRows takes rows of a history in. Slack leads each page of a thread with the root, however old: rows
// not later than oldest are left out.
func (in *inbox) takeRows(ctx context.Context, channel string, rows []slack.Message, oldest string) {
	for _, m := range rows {
		if m.Timestamp <= oldest {
			continue
		}
		if err := in.watch.Take(func() error { return in.takeRow(ctx, channel, m) }); err != nil {
			in.log.Error("catch up: not recorded", "channel", channel, "err", err)
		}
	}
}

func (in *inbox) takeRow(ctx context.Context, channel string, m slack.Message) error {
	if m.BotID != "" && m.User == in.self.user {
		return in.missedReactions(ctx, in.place(channel, m.Timestamp), m.Reactions)
	}
	if !slices.Contains(spoken, m.SubType) {
		return nil
	}
	root := m.ThreadTimestamp
	if root == m.Timestamp {
		root = ""
	}
	err := in.said(ctx, said{
		ts: m.Timestamp, root: root, channel: channel, user: m.User, bot: m.BotID, text: m.Text, files: m.Files, client: m.ClientMsgID,
	})
	if err != nil {
		return err
	}
	return in.edited(ctx, channel, m)
}

// missedReactions takes in the emoji under a message of ours that no event told of.
func (in *inbox) missedReactions(ctx context.Context, on place, reactions []slack.ItemReaction) error {
	at, err := timeOf(on.ts)
	if err != nil || time.Since(at) > inhand.CatchUpMost {
		return err
	}
	for _, r := range reactions {
		for _, user := range r.Users {
			if user == in.self.user {
				continue
			}
			if err := in.reactions.Missed(ctx, on.String(), user, r.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// patiently repeats what Slack has put off, when Slack says so.
func (in *inbox) patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		var limited *slack.RateLimitedError
		if !errors.As(err, &limited) || ctx.Err() != nil {
			return err
		}
		inhand.Rest(ctx, waitOf(limited))
	}
}
