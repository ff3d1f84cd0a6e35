package slacktest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/slack-go/slack"

	"tack/adapters/slack/slacktest"
)

func TestRepliesByPages(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	var sent []string
	for i := range 7 {
		sent = append(sent, b.Reply(b.kim, b.channel, root, fmt.Sprint(i)))
	}
	params := &slack.GetConversationRepliesParameters{ChannelID: b.channel, Timestamp: root, Limit: 3}
	var got []string
	for pages := 0; ; pages++ {
		rows, more, cursor, err := b.client.GetConversationReplies(params)
		if err != nil || rows[0].Timestamp != root {
			t.Fatalf("page %d begins with %+v, %v", pages, rows, err)
		}
		for _, m := range rows[1:] {
			got = append(got, m.Timestamp)
		}
		if params.Cursor = cursor; !more {
			break
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(sent) {
		t.Errorf("got %v, want %v", got, sent)
	}
	rows, _, _, err := b.client.GetConversationReplies(&slack.GetConversationRepliesParameters{
		ChannelID: b.channel, Timestamp: root, Oldest: sent[3], Latest: sent[5],
	})
	if err != nil || len(rows) != 2 || rows[1].Timestamp != sent[4] {
		t.Errorf("between two: %d rows, %v", len(rows), err)
	}
	_, _, _, err = b.client.GetConversationReplies(&slack.GetConversationRepliesParameters{ChannelID: b.channel, Timestamp: "1.000001"})
	refused(t, "no such thread", err, "thread_not_found")
}

func TestHistoryIsNewestFirst(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "root")
	b.Reply(b.kim, b.channel, root, "hidden in the thread")
	both := b.Send(slacktest.Draft{User: b.kim, Channel: b.channel, Thread: root, Text: "both", Broadcast: true})
	meta := slack.SlackMetadata{EventType: "tack", EventPayload: map[string]any{"delivery": "d1"}}
	mine := b.post(t, root, "mine", slack.MsgOptionBroadcast(), slack.MsgOptionMetadata(meta))
	params := &slack.GetConversationHistoryParameters{ChannelID: b.channel, Oldest: root, Inclusive: true}
	got, err := b.client.GetConversationHistory(params)
	if err != nil || len(got.Messages) != 3 || got.Messages[0].Timestamp != mine || got.Messages[1].Timestamp != both {
		t.Fatalf("%+v, %v", got, err)
	}
	if m := got.Messages[2]; m.ReplyCount != 3 || m.LatestReply != mine {
		t.Errorf("the root counts %d replies", m.ReplyCount)
	}
	if m := got.Messages[0].Metadata; m.EventType != "tack" || m.EventPayload != nil {
		t.Errorf("metadata without asking %+v", m)
	}
	params.IncludeAllMetadata = true
	got, _ = b.client.GetConversationHistory(params)
	if got.Messages[0].Metadata.EventPayload["delivery"] != "d1" {
		t.Error("metadata asked for is not there")
	}
}

func TestLimitedHistory(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{HistoryLimited: true})
	for range 20 {
		b.Post(b.kim, b.channel, "x")
	}
	params := &slack.GetConversationHistoryParameters{ChannelID: b.channel, Limit: 100}
	got, err := b.client.GetConversationHistory(params)
	if err != nil || len(got.Messages) != 15 || !got.HasMore {
		t.Fatalf("%d rows, %v", len(got.Messages), err)
	}
	_, err = b.client.GetConversationHistory(params)
	limited, ok := err.(*slack.RateLimitedError)
	if !ok || limited.RetryAfter > time.Minute || limited.RetryAfter < time.Second {
		t.Fatalf("the second call: %v", err)
	}
	b.Advance(time.Minute)
	params.Cursor = got.ResponseMetaData.NextCursor
	if got, err = b.client.GetConversationHistory(params); err != nil || len(got.Messages) != 5 {
		t.Errorf("a minute later: %v", err)
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	_, err := b.client.GetConversationInfo(&slack.GetConversationInfoInput{ChannelID: b.channel})
	refused(t, "without channels:read", err, "missing_scope")
	if e, ok := err.(slack.SlackErrorResponse); !ok || e.Needed != "channels:read" || e.Provided == "" {
		t.Errorf("the refusal says %+v", err)
	}
	b.SetScopes("channels:read", "channels:join", "im:write", "im:read", "users:read", "team:read")
	auth, err := b.client.AuthTest()
	if err != nil || auth.Header.Get("X-OAuth-Scopes") != "channels:read,channels:join,im:write,im:read,users:read,team:read" {
		t.Errorf("auth.test %+v, %v", auth, err)
	}
	info, err := b.client.GetConversationInfo(&slack.GetConversationInfoInput{ChannelID: b.channel})
	if err != nil || info.Name != "redis" || !info.IsMember {
		t.Errorf("conversations.info %+v, %v", info, err)
	}
	b.people(t)
	b.NoViolations(t)
}

// people asks about everything that is neither message nor file.
func (b *bundle) people(t *testing.T) {
	t.Helper()
	dm, _, _, err := b.client.OpenConversation(&slack.OpenConversationParameters{Users: []string{b.kim}, ReturnIM: true})
	if err != nil || dm.User != b.kim {
		t.Errorf("conversations.open %+v, %v", dm, err)
	}
	members, _, err := b.client.GetUsersInConversation(&slack.GetUsersInConversationParameters{ChannelID: b.channel})
	if err != nil || len(members) != 2 {
		t.Errorf("conversations.members %v, %v", members, err)
	}
	other := b.AddChannel(slacktest.ChannelSpec{Name: "git"})
	if _, _, _, err := b.client.JoinConversation(other); err != nil {
		t.Errorf("conversations.join: %v", err)
	}
	mine, _, err := b.client.GetConversationsForUser(&slack.GetConversationsForUserParameters{Types: []string{"public_channel", "im"}})
	if err != nil || len(mine) != 3 {
		t.Errorf("users.conversations %d, %v", len(mine), err)
	}
	b.SetLocale(b.kim, "zh-CN")
	if u, err := b.client.GetUserInfo(b.kim); err != nil || u.Locale != "zh-CN" {
		t.Errorf("users.info %+v, %v", u, err)
	}
	if bot, err := b.client.GetBotInfo(slack.GetBotInfoParameters{Bot: b.BotID()}); err != nil || bot.UserID != b.BotUser() {
		t.Errorf("bots.info %+v, %v", bot, err)
	}
	if team, err := b.client.GetTeamInfo(); err != nil || team.ID != b.TeamID() {
		t.Errorf("team.info %+v, %v", team, err)
	}
}
