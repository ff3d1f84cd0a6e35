package discordtest_test

import (
	"fmt"
	"testing"

	"tack/adapters/discord/discordtest"
)

func TestPins(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	m := s.say(t, s.channel, "summary")
	path := "channels/" + s.channel + "/messages/pins"
	_, err := s.raw("PUT", path+"/"+m.ID, nil)
	must(t, err)
	_, err = s.raw("PUT", path+"/"+m.ID, nil)
	must(t, err) // twice is once
	if pins := s.Pins(s.channel); len(pins) != 1 || pins[0].ID != m.ID {
		t.Errorf("pins: %+v", pins)
	}
	if all := s.Messages(s.channel); len(all) != 2 || all[1].Type != 6 || all[1].ReplyTo != m.ID {
		t.Errorf("no system message says so: %+v", all)
	}
	got, err := s.raw("GET", path, nil)
	must(t, err)
	item := got["items"].([]any)[0].(map[string]any)
	if got["has_more"] != false || item["message"].(map[string]any)["id"] != m.ID || item["pinned_at"] == "" {
		t.Errorf("new list: %v", got)
	}
	old, err := s.bot.ChannelMessagesPinned(s.channel)
	must(t, err)
	if len(old) != 1 || !old[0].Pinned {
		t.Errorf("old list: %v", old)
	}
	_, err = s.raw("DELETE", path+"/"+m.ID, nil)
	must(t, err)
	if len(s.Pins(s.channel)) != 0 {
		t.Error("still pinned")
	}
	_, err = s.raw("PUT", path+"/1", nil)
	wantCode(t, err, 404, 10008)
}

func TestPins_Full(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	for i := range 250 {
		must(t, s.Pin(s.kim, s.post(t, s.channel, fmt.Sprint(i))))
	}
	m := s.say(t, s.channel, "one too many")
	wantCode(t, s.bot.ChannelMessagePin(s.channel, m.ID), 400, 30003)
	must(t, s.Unpin(s.Pins(s.channel)[0].ID))
	must(t, s.bot.ChannelMessagePin(s.channel, m.ID))
}

func TestReactions(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	m := s.say(t, s.channel, "summary")
	custom := s.AddEmoji(s.guild, "done")
	must(t, s.bot.MessageReactionAdd(s.channel, m.ID, "✅"))
	must(t, s.bot.MessageReactionAdd(s.channel, m.ID, "done:"+custom))
	for _, bad := range []string{"white_check_mark", ":ok:", "gone:123456789012345678", "❤"} {
		wantCode(t, s.bot.MessageReactionAdd(s.channel, m.ID, bad), 404, 10014)
	}
	must(t, s.bot.MessageReactionAdd(s.channel, m.ID, "❤\uFE0F"))
	must(t, s.React(s.kim, m.ID, discordtest.Emoji{Name: "✅"}))
	must(t, s.SuperReact(s.kim, m.ID, discordtest.Emoji{Name: "👍🏽"}))
	users, err := s.bot.MessageReactions(s.channel, m.ID, "✅", 10, "", "")
	must(t, err)
	if len(users) != 2 {
		t.Errorf("✅ by %v", users)
	}
	must(t, s.bot.MessageReactionRemove(s.channel, m.ID, "✅", "@me"))
	must(t, s.Unreact(s.kim, m.ID, discordtest.Emoji{Name: "✅"}))
	seen, _ := s.Message(m.ID)
	if len(seen.Reactions) != 3 {
		t.Errorf("left: %+v", seen.Reactions)
	}
	wantCode(t, s.bot.MessageReactionsRemoveAll(s.channel, m.ID), 403, 50013)
}
