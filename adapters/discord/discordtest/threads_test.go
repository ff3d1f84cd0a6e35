package discordtest_test

import (
	"errors"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"tack/adapters/discord/discordtest"
)

func TestThreads_FromMessage(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	root := s.post(t, s.channel, "redis, please")
	th, err := s.bot.MessageThreadStart(s.channel, root, "redis with kim", 1440)
	must(t, err)
	if th.ID != root || th.Type != discordgo.ChannelTypeGuildPublicThread || th.ThreadMetadata.AutoArchiveDuration != 1440 {
		t.Errorf("thread: %+v", th)
	}
	_, err = s.bot.MessageThreadStart(s.channel, root, "again", 60)
	wantCode(t, err, 400, 160004)
	s.say(t, th.ID, "welcome")
	seen, _ := s.Thread(root)
	if len(seen.Messages) != 2 || seen.Messages[0].Type != 21 || seen.Messages[1].Content != "welcome" {
		t.Errorf("in the thread: %+v", seen.Messages)
	}
	active, err := s.bot.GuildThreadsActive(s.guild)
	must(t, err)
	if len(active.Threads) != 1 || active.Threads[0].ID != root {
		t.Errorf("active: %+v", active.Threads)
	}
	s.NoViolations(t)
}

func TestThreads_Archived(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	th, err := s.bot.MessageThreadStart(s.channel, s.post(t, s.channel, "redis"), "redis", 60)
	must(t, err)
	old := s.say(t, th.ID, "notice")
	s.Advance(61 * time.Minute)
	if seen, _ := s.Thread(th.ID); !seen.Archived {
		t.Fatal("an hour of silence did not archive the thread")
	}
	text := "edited"
	_, err = s.bot.ChannelMessageEditComplex(&discordgo.MessageEdit{Channel: th.ID, ID: old.ID, Content: &text, AllowedMentions: quiet})
	wantCode(t, err, 400, 50083)
	wantCode(t, s.bot.MessageReactionAdd(th.ID, old.ID, "✅"), 400, 50083)
	wantCode(t, s.bot.ChannelMessagePin(th.ID, old.ID), 400, 50083)
	listed, err := s.bot.ThreadsArchived(s.channel, nil, 10)
	must(t, err)
	if len(listed.Threads) != 1 {
		t.Errorf("archived: %+v", listed.Threads)
	}
	s.say(t, th.ID, "anew")
	if seen, _ := s.Thread(th.ID); seen.Archived {
		t.Error("sending did not un-archive")
	}
	must(t, s.bot.ChannelMessagePin(th.ID, old.ID))
}

func TestThreads_Locked(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	th, err := s.bot.MessageThreadStart(s.channel, s.post(t, s.channel, "redis"), "redis", 60)
	must(t, err)
	must(t, s.Lock(th.ID, true))
	must(t, s.Archive(th.ID, true))
	send := func() error {
		_, err := s.bot.ChannelMessageSendComplex(th.ID, &discordgo.MessageSend{Content: "x", AllowedMentions: quiet})
		return err
	}
	wantCode(t, send(), 403, 160005)
	open := false
	_, err = s.bot.ChannelEditComplex(th.ID, &discordgo.ChannelEdit{Archived: &open})
	must(t, err) // its own thread it may wake, and still not write in
	wantCode(t, send(), 403, 160005)
	s.GiveRole(s.guild, s.BotID(), s.AddRole(s.guild, "moderator", discordtest.ManageThreads, false))
	must(t, send())
}

func TestThreads_Other(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	forum := s.AddChannel(s.guild, discordtest.ChannelSpec{Name: "topics", Type: discordtest.ForumChannel})
	post, err := s.bot.ForumThreadStartComplex(forum, &discordgo.ThreadStart{Name: "git"}, &discordgo.MessageSend{Content: "begin", AllowedMentions: quiet})
	must(t, err)
	if seen, _ := s.Thread(post.ID); len(seen.Messages) != 1 || seen.Messages[0].ID != post.ID {
		t.Errorf("a post's first message has the thread's id: %+v", seen)
	}
	_, err = s.bot.ChannelMessageSendComplex(forum, &discordgo.MessageSend{Content: "x", AllowedMentions: quiet})
	wantCode(t, err, 400, 50008)
	bare, err := s.bot.ThreadStart(s.channel, "talk", discordgo.ChannelTypeGuildPublicThread, 60)
	must(t, err)
	must(t, s.bot.ThreadMemberAdd(bare.ID, s.kim))
	private, err := s.StartThread(s.kim, s.channel, "", "secret", true)
	must(t, err)
	_, err = s.bot.Channel(private)
	wantCode(t, err, 403, 50001)
	must(t, s.AddToThread(private, s.BotID()))
	s.say(t, private, "hello")
	must(t, s.DeleteChannel(private))
	_, err = s.bot.Channel(private)
	wantCode(t, err, 404, 10003)
	s.NoViolations(t)
}

func TestPeople_HeldBack(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	slow := s.AddChannel(s.guild, discordtest.ChannelSpec{Name: "slow", Slowmode: 30})
	s.post(t, slow, "one")
	_, err := s.Post(s.kim, slow, "two")
	wantCode(t, err, 429, 20016)
	s.say(t, slow, "a bot is not held")
	s.say(t, slow, "nor again")
	s.Advance(31 * time.Second)
	s.post(t, slow, "two")
	s.TimeOut(s.guild, s.kim, time.Hour)
	_, err = s.Post(s.kim, s.channel, "x")
	wantCode(t, err, 403, 50013)
	member, err := s.bot.GuildMember(s.guild, s.kim)
	must(t, err)
	if member.CommunicationDisabledUntil == nil {
		t.Error("the timeout is not to be seen")
	}
	s.Advance(2 * time.Hour)
	s.post(t, s.channel, "back")
	dm := s.OpenDM(s.AddUser("", discordtest.UserSpec{Name: "shut", ClosedDM: true}))
	_, err = s.bot.ChannelMessageSendComplex(dm, &discordgo.MessageSend{Content: "x", AllowedMentions: quiet})
	wantCode(t, err, 403, 50007)
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	s.Overwrite(s.channel, s.guild, 0, discordtest.SendMessages)
	_, err := s.bot.ChannelMessageSendComplex(s.channel, &discordgo.MessageSend{Content: "x", AllowedMentions: quiet})
	wantCode(t, err, 403, 50013)
	s.Overwrite(s.channel, s.BotID(), discordtest.SendMessages, 0)
	m := s.say(t, s.channel, "a member's overwrite comes last")
	s.SetBotPermissions(s.guild, discordtest.Everyday|discordtest.ManageMessages)
	wantCode(t, s.bot.ChannelMessagePin(s.channel, m.ID), 403, 50013)
	s.SetBotPermissions(s.guild, discordtest.Everyday|discordtest.PinMessages)
	must(t, s.bot.ChannelMessagePin(s.channel, m.ID))
	s.Overwrite(s.channel, s.guild, 0, discordtest.ViewChannel)
	_, err = s.bot.Channel(s.channel)
	wantCode(t, err, 403, 50001)
	if s.Invalid() != 3 {
		t.Errorf("%d invalid requests, want 3", s.Invalid())
	}
	_, err = s.Post("1", s.channel, "x")
	if api := (*discordtest.APIError)(nil); !errors.As(err, &api) || api.Code != 10013 {
		t.Errorf("a stranger: %v", err)
	}
}
