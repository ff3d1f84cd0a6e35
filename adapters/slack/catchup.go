package slack

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"tack/coach"
	"tack/internal/engine"
	"tack/state"

	"github.com/slack-go/slack"
)

// catchUp fetches what was said while nobody listened: in the threads that were written in last, and at the
// top of their channels. since is when something was last heard; zero: this process has just begun, and
// every channel we are in is looked at. What was recorded already is a repeat to the store.
//
// Not caught up: a mention in a thread that is none of ours, edits, and what is older than Slack shows.
func (in *inbox) catchUp(ctx context.Context, since time.Time) {
	in.catching.Lock() // one after another: each has its own gap
	defer in.catching.Unlock()
	now := time.Now()
	heard, err := in.Store.Heard(ctx, workspace(in.self.team), now.AddDate(0, -1, 0), catchUpThreads)
	if err != nil {
		in.log.Error("catch up", "err", err)
		return
	}
	channels := map[string]time.Time{} // from when on
	for _, h := range heard {
		p, ok := parsePlace(string(h.Thread))
		if !ok {
			continue
		}
		from := gap(time.UnixMicro(h.Order), since, now)
		if earlier, known := channels[p.channel]; !known || from.After(earlier) {
			channels[p.channel] = from
		}
		if p.ts != "" {
			in.catchThread(ctx, p, in.summaryBefore(ctx, h.Thread, from, now))
		}
	}
	if since.IsZero() {
		in.addChannels(ctx, channels, now)
	}
	for channel, from := range channels {
		in.catchChannel(ctx, channel, from)
	}
}

// gap is from when on a thread is looked at: from its last event or from when something was last heard,
// whichever is earlier, and a little before. What is older than catchUpMost the store may have forgotten; of
// that only what is later than the last event is new for certain.
func gap(last, since, now time.Time) time.Time {
	from := last
	if !since.IsZero() && since.Before(from) {
		from = since
	}
	from = from.Add(-catchUpOverlap)
	if oldest := now.Add(-catchUpMost); from.Before(oldest) {
		from = last
		if oldest.Before(last) {
			from = oldest
		}
	}
	return from
}

// summaryBefore goes back to the summary that waits for its confirmation, so that an emoji under it is seen.
func (in *inbox) summaryBefore(ctx context.Context, id coach.ThreadID, from, now time.Time) time.Time {
	t, err := in.Engine.Thread(ctx, id)
	if err != nil || t.Session == nil || t.Summary == nil || t.Session.State() != coach.Closing {
		return from
	}
	ref, err := in.Store.Ref(ctx, id, t.Summary.Message)
	p, ok := parsePlace(ref)
	if err != nil || !ok {
		return from
	}
	at, err := timeOf(p.ts)
	if err != nil || now.Sub(at) > catchUpMost || at.After(from) {
		return from
	}
	return at.Add(-time.Microsecond)
}

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

// addChannels adds the channels that we are in, from the last time that anything was heard anywhere.
func (in *inbox) addChannels(ctx context.Context, channels map[string]time.Time, now time.Time) {
	if len(channels) == 0 {
		return // a first start has missed nothing
	}
	from := now.Add(-catchUpMost)
	for _, t := range channels {
		if t.After(from) {
			from = t
		}
	}
	list, _, err := in.client.GetConversationsForUserContext(ctx, &slack.GetConversationsForUserParameters{
		Types: []string{"public_channel", "private_channel", "im"}, ExcludeArchived: true, Limit: catchUpThreads,
	})
	if err != nil {
		in.log.Warn("catch up: list our channels", "code", codeOf(err), "err", err)
		return
	}
	for _, c := range list {
		if _, known := channels[c.ID]; !known {
			channels[c.ID] = from
		}
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
