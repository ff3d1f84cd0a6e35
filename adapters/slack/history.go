package slack

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"tack/internal/engine"
	"tack/state"

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
		if err := in.takeRow(ctx, channel, m); err != nil {
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
	return in.said(ctx, said{
		ts: m.Timestamp, root: root, channel: channel, user: m.User, bot: m.BotID, text: m.Text, files: m.Files, client: m.ClientMsgID,
	})
}

// missedReactions takes in the emoji under a message of ours that no event told of. Those that an event did
// tell of left a mark (heardReaction), and may count no more: the summary may have been changed since.
func (in *inbox) missedReactions(ctx context.Context, on place, reactions []slack.ItemReaction) error {
	at, err := timeOf(on.ts)
	if err != nil || time.Since(at) > catchUpMost {
		return err
	}
	for _, r := range reactions {
		for _, user := range r.Users {
			if user == in.self.user {
				continue
			}
			now := time.Now()
			nonce := strconv.FormatInt(now.UnixNano(), 36)
			missed, err := in.Store.Hold(ctx, in.reactionMark(on, user, r.Name), nonce, state.SeenFor)
			if err != nil {
				return err
			}
			if !missed {
				continue
			}
			err = in.react(ctx, on, engine.Inbound{
				Kind: engine.InReaction, ID: reactionID(on.ts, user, r.Name, false, nonce), User: user, At: now, Emoji: r.Name,
			})
			if err != nil && !errors.Is(err, state.ErrNotFound) {
				return err
			}
		}
	}
	return nil
}

// reactionMark says that an event told of a reaction.
func (in *inbox) reactionMark(on place, user, emoji string) state.Key {
	return state.Key{
		Learner: state.Learner{Workspace: workspace(in.self.team)},
		Name:    "slack-reaction:" + on.channel + ":" + on.ts + ":" + user + ":" + emoji,
	}
}

// patiently repeats what Slack has put off, when Slack says so.
func (in *inbox) patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		var limited *slack.RateLimitedError
		if !errors.As(err, &limited) || ctx.Err() != nil {
			return err
		}
		rest(ctx, limited.RetryAfter)
	}
}
