package discordtest_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"tack/adapters/discord/discordtest"
)

const sending = "POST /channels/{channel}/messages"

func (s *stage) trySay(text string) error {
	_, err := s.bot.ChannelMessageSendComplex(s.channel, &discordgo.MessageSend{Content: text, AllowedMentions: quiet})
	return err
}

func TestLimits(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{Limits: map[string]discordtest.Limit{sending: {N: 2, Per: time.Hour}}})
	other := s.AddChannel(s.guild, discordtest.ChannelSpec{Name: "git"})
	must(t, s.trySay("one"))
	must(t, s.trySay("two"))
	s.bot.Ratelimiter = discordgo.NewRatelimiter() // as if it had not read the headers
	limited := (*discordgo.RateLimitError)(nil)
	if err := s.trySay("three"); !errors.As(err, &limited) || limited.RetryAfter < 30*time.Minute {
		t.Errorf("got %v", err)
	}
	s.bot.Ratelimiter = discordgo.NewRatelimiter()
	s.say(t, other, "another channel has its own count")
	s.Advance(time.Hour)
	must(t, s.trySay("three"))
	if s.Invalid() != 0 { // the one 429 is older than ten minutes
		t.Errorf("%d invalid requests", s.Invalid())
	}
}

func TestLimits_Global(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{Global: 1})
	must(t, s.trySay("one"))
	s.Fail("GET /users/@me", 1, discordtest.Fault{Status: 429, RetryAfter: time.Second, Global: true})
	_, err := s.bot.User("@me")
	if limited := (*discordgo.RateLimitError)(nil); !errors.As(err, &limited) {
		t.Errorf("got %v", err)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	s.Fail(sending, 1, discordtest.Fault{Status: 500})
	s.Fail(sending, 1, discordtest.Fault{Status: 403, Code: 50013, Message: "Missing Permissions"})
	s.Fail(sending, 1, discordtest.Fault{Cloudflare: true})
	s.Fail(sending, 1, discordtest.Fault{Cut: true, AfterEffect: true})
	s.Fail(sending, 1, discordtest.Fault{Cut: true})
	rest := (*discordgo.RESTError)(nil)
	if err := s.trySay("500"); !errors.As(err, &rest) || rest.Message != nil {
		t.Errorf("a 500 without JSON: %v", err)
	}
	wantCode(t, s.trySay("403"), 403, 50013)
	if err := s.trySay("429"); err == nil || !strings.Contains(err.Error(), "invalid character") {
		t.Errorf("the library cannot read Cloudflare's page: %v", err)
	}
	if err := s.trySay("cut after"); err == nil {
		t.Error("the answer came through")
	}
	if err := s.trySay("cut before"); err == nil {
		t.Error("the answer came through")
	}
	must(t, s.trySay("fine"))
	if all := s.Messages(s.channel); len(all) != 2 || all[0].Content != "cut after" {
		t.Errorf("in the channel: %+v", all)
	}
	if calls := s.Calls(sending); len(calls) != 6 || calls[3].Status != 0 || !calls[3].Effect || calls[4].Effect {
		t.Errorf("calls: %+v", calls)
	}
	if s.Invalid() != 2 {
		t.Errorf("%d invalid requests, want 2", s.Invalid())
	}
}

func TestFaults_Hang(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	fault := s.Fail(sending, 1, discordtest.Fault{Hang: true})
	sent := make(chan error, 1)
	go func() { sent <- s.trySay("slow") }()
	s.Await(t, "the request", func() bool { return fault.Hits() == 1 })
	if len(s.Messages(s.channel)) != 0 {
		t.Error("it went through")
	}
	fault.Release()
	must(t, receive(t, sent))
}

func TestInvalidRequests_Ban(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{InvalidLimit: 20})
	for range 20 {
		if got := statusOf(t, s.URL()+"/v10/users/@me"); got != http.StatusUnauthorized {
			t.Fatalf("status %d without a token", got)
		}
	}
	if got := statusOf(t, s.URL()+"/v10/gateway"); got != http.StatusTooManyRequests {
		t.Errorf("status %d after too many invalid requests", got)
	}
	s.Advance(11 * time.Minute)
	if got := statusOf(t, s.URL()+"/v10/gateway"); got != http.StatusOK {
		t.Errorf("status %d when the ban is over", got)
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	me, err := s.bot.User("@me")
	must(t, err)
	app, err := s.bot.Application("@me")
	must(t, err)
	limits, err := s.bot.GatewayBot()
	must(t, err)
	if me.ID != s.BotID() || app.ID != s.BotID() || app.Flags&(1<<19) == 0 || limits.SessionStartLimit.Remaining != 1000 || limits.Shards != 1 {
		t.Errorf("me %+v, application %+v, limits %+v", me, app, limits)
	}
	guild, err := s.bot.Guild(s.guild)
	must(t, err)
	channels, err := s.bot.GuildChannels(s.guild)
	must(t, err)
	if guild.Name != "Study hall" || len(guild.Roles) != 2 || len(channels) != 1 {
		t.Errorf("guild %+v, channels %v", guild, channels)
	}
	s.bot.Token = "Bot wrong"
	_, err = s.bot.User("@me")
	wantCode(t, err, 401, 0)
	if got := statusOf(t, s.URL()+"/v10/nowhere"); got != http.StatusNotFound {
		t.Errorf("status %d for no route", got)
	}
}
