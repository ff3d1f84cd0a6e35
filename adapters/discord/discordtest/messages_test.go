package discordtest_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"tack/adapters/discord/discordtest"
)

func TestMessages(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	first := s.post(t, s.channel, "hello")
	m, err := s.bot.ChannelMessageSendComplex(s.channel, &discordgo.MessageSend{
		Content: "hi", AllowedMentions: quiet, Reference: &discordgo.MessageReference{MessageID: first},
		Embeds: []*discordgo.MessageEmbed{{Title: "a plan"}},
	})
	must(t, err)
	if m.Type != discordgo.MessageTypeReply || m.ReferencedMessage.ID != first || m.Author.ID != s.BotID() {
		t.Errorf("the answer is no reply of the bot: %+v", m)
	}
	text := "hi there"
	edited, err := s.bot.ChannelMessageEditComplex(&discordgo.MessageEdit{Channel: s.channel, ID: m.ID, Content: &text, AllowedMentions: quiet})
	must(t, err)
	if edited.EditedTimestamp == nil || edited.Content != text || len(edited.Embeds) != 1 {
		t.Errorf("edited: %+v", edited)
	}
	_, err = s.bot.ChannelMessageEditComplex(&discordgo.MessageEdit{Channel: s.channel, ID: first, Content: &text, AllowedMentions: quiet})
	wantCode(t, err, 403, 50005)
	must(t, s.bot.ChannelMessageDelete(s.channel, m.ID))
	_, err = s.bot.ChannelMessage(s.channel, m.ID)
	wantCode(t, err, 404, 10008)
	wantCode(t, s.bot.ChannelMessageDelete(s.channel, first), 403, 50013)
	s.NoViolations(t)
}

func TestMessages_Window(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	var ids []string
	for range 5 {
		ids = append(ids, s.post(t, s.channel, "x"))
	}
	for _, c := range []struct {
		name, before, after, around string
		limit                       int
		want                        []string
	}{
		{name: "newest first", limit: 2, want: []string{ids[4], ids[3]}},
		{name: "before", limit: 2, before: ids[3], want: []string{ids[2], ids[1]}},
		{name: "after", limit: 2, after: ids[1], want: []string{ids[3], ids[2]}},
		{name: "after the last", limit: 2, after: ids[4]},
		{name: "around", limit: 3, around: ids[2], want: []string{ids[3], ids[2], ids[1]}},
	} {
		got, err := s.bot.ChannelMessages(s.channel, c.limit, c.before, c.after, c.around)
		must(t, err)
		var have []string
		for _, m := range got {
			have = append(have, m.ID)
		}
		if strings.Join(have, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: got %v, want %v", c.name, have, c.want)
		}
	}
}

func TestMessages_Files(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	m, err := s.bot.ChannelMessageSendComplex(s.channel, &discordgo.MessageSend{
		AllowedMentions: quiet,
		Files:           []*discordgo.File{{Name: "NOTES.md", ContentType: "text/markdown", Reader: strings.NewReader("# notes")}},
	})
	must(t, err)
	answer, err := s.bot.Client.Get(m.Attachments[0].URL)
	must(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	if string(body) != "# notes" || m.Attachments[0].Filename != "NOTES.md" {
		t.Errorf("got %q of %+v", body, m.Attachments[0])
	}
	_, err = s.bot.ChannelMessageSendComplex(s.channel, &discordgo.MessageSend{
		AllowedMentions: quiet, Files: []*discordgo.File{{Name: "big", Reader: strings.NewReader(strings.Repeat("x", 11<<20))}},
	})
	wantCode(t, err, 413, 40005)
}

func TestMessages_Nonce(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{NonceWindow: time.Minute})
	body := map[string]any{"content": "once", "nonce": "n1", "enforce_nonce": true, "allowed_mentions": quiet}
	path := "channels/" + s.channel + "/messages"
	first, err := s.raw("POST", path, body)
	must(t, err)
	again, err := s.raw("POST", path, body)
	must(t, err)
	if first["id"] != again["id"] || len(s.Messages(s.channel)) != 1 {
		t.Errorf("a nonce made two messages: %v and %v", first["id"], again["id"])
	}
	s.NoViolations(t)
	s.Advance(2 * time.Minute)
	later, err := s.raw("POST", path, body)
	must(t, err)
	if later["id"] == first["id"] {
		t.Error("the nonce was remembered beyond its window")
	}
	body["content"] = "another"
	_, err = s.raw("POST", path, body)
	must(t, err)
	wantViolation(t, s, "nonce shared")
	body["nonce"] = strings.Repeat("n", 26)
	_, err = s.raw("POST", path, body)
	wantCode(t, err, 400, 50035)
}

func TestMessages_Checks(t *testing.T) {
	t.Parallel()
	button := func(id string) map[string]any {
		return map[string]any{"type": 2, "style": 1, "label": "ok", "custom_id": id}
	}
	row := func(inner ...any) []any { return []any{map[string]any{"type": 1, "components": inner}} }
	for _, c := range []struct {
		name         string
		body         map[string]any
		status, code int
	}{
		{"2000 characters of any script", map[string]any{"content": strings.Repeat("学", 2000)}, 0, 0},
		{"2001", map[string]any{"content": strings.Repeat("学", 2001)}, 400, 50035},
		{"empty", map[string]any{"content": ""}, 400, 50006},
		{"a button", map[string]any{"components": row(button("a"))}, 0, 0},
		{"two buttons of one id", map[string]any{"components": row(button("a"), button("a"))}, 400, 50035},
		{"six buttons", map[string]any{"components": row(button("a"), button("b"), button("c"), button("d"), button("e"), button("f"))}, 400, 50035},
		{"a long embed", map[string]any{"embeds": []any{map[string]any{"description": strings.Repeat("x", 4097)}}}, 400, 50035},
		{"an exclusive pair", map[string]any{"content": "x", "allowed_mentions": map[string]any{"parse": []string{"users"}, "users": []string{"1"}}}, 400, 50035},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setUp(t, discordtest.Options{})
			if c.body["allowed_mentions"] == nil {
				c.body["allowed_mentions"] = quiet
			}
			_, err := s.raw("POST", "channels/"+s.channel+"/messages", c.body)
			if c.code != 0 {
				wantCode(t, err, c.status, c.code)
				return
			}
			must(t, err)
			s.NoViolations(t)
		})
	}
}

func TestMessages_Violations(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	m := s.say(t, s.channel, "quiet @everyone <@"+s.kim+">")
	s.NoViolations(t)
	if pings := s.Messages(s.channel)[0].Pings; len(pings) != 0 {
		t.Errorf("pinged %v", pings)
	}
	_, err := s.bot.ChannelMessageSend(s.channel, "in code: `@here`")
	must(t, err)
	wantViolation(t, s, "no allowed_mentions")
	s.ForgetCalls()
	_, err = s.bot.ChannelMessageEdit(s.channel, m.ID, "hey <@"+s.kim+">")
	must(t, err)
	wantViolation(t, s, "no allowed_mentions")
	wantViolation(t, s, "live ping")
	_, err = s.raw("POST", "channels/"+s.channel+"/messages", map[string]any{"content": "x", "allowed_mentions": quiet, "colour": 1})
	must(t, err)
	wantViolation(t, s, "unknown field")
}
