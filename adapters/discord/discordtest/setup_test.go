package discordtest_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"

	"tack/adapters/discord/discordtest"
)

// stage is a guild with one channel, one learner, and the bot's REST client.
type stage struct {
	*discordtest.Server
	bot                 *discordgo.Session
	guild, channel, kim string
}

func setUp(t *testing.T, opts discordtest.Options) *stage {
	t.Helper()
	s := &stage{Server: discordtest.Start(t, opts)}
	s.guild = s.AddGuild("Study hall")
	s.channel = s.AddChannel(s.guild, discordtest.ChannelSpec{Name: "redis"})
	s.kim = s.AddUser(s.guild, discordtest.UserSpec{Name: "kim", Locale: "zh-CN"})
	s.bot = s.client(t)
	return s
}

// client is the real library, with nothing but its HTTP client exchanged.
func (s *stage) client(t *testing.T) *discordgo.Session {
	t.Helper()
	bot, err := discordgo.New("Bot " + s.Token())
	if err != nil {
		t.Fatal(err)
	}
	bot.Client = s.Client()
	bot.ShouldRetryOnRateLimit = false
	bot.MaxRestRetries = 0
	bot.SyncEvents = true
	bot.Identify.Intents = discordgo.IntentsAllWithoutPrivileged | discordgo.IntentMessageContent
	return bot
}

// open connects a client to the gateway and closes it at the end of the test.
func (s *stage) open(t *testing.T, bot *discordgo.Session) {
	t.Helper()
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bot.Close() }) // the server may have gone before
}

// quiet is an allowed_mentions that pings nobody.
var quiet = &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}

func (s *stage) say(t *testing.T, channel, text string) *discordgo.Message {
	t.Helper()
	m, err := s.bot.ChannelMessageSendComplex(channel, &discordgo.MessageSend{Content: text, AllowedMentions: quiet})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// post is what a person writes.
func (s *stage) post(t *testing.T, channel, text string, with ...discordtest.With) string {
	t.Helper()
	id, err := s.Post(s.kim, channel, text, with...)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// raw sends what the library has no method for.
func (s *stage) raw(method, path string, body any) (map[string]any, error) {
	url := discordgo.EndpointAPI + path
	answer, err := s.bot.RequestWithBucketID(method, url, body, method+path)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	if len(answer) > 0 {
		err = json.Unmarshal(answer, &out)
	}
	return out, err
}

// wantCode fails unless err is Discord's refusal of that status and code.
func wantCode(t *testing.T, err error, status, code int) {
	t.Helper()
	if api := (*discordtest.APIError)(nil); errors.As(err, &api) {
		if api.Status != status || api.Code != code {
			t.Errorf("got %v, want %d (%d)", err, status, code)
		}
		return
	}
	rest := (*discordgo.RESTError)(nil)
	if !errors.As(err, &rest) || rest.Response.StatusCode != status || rest.Message == nil || rest.Message.Code != code {
		t.Errorf("got %v, want %d (%d)", err, status, code)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantViolation(t *testing.T, s *stage, what string) {
	t.Helper()
	for _, v := range s.Violations() {
		if v.What == what {
			return
		}
	}
	t.Errorf("no violation %q among %v", what, s.Violations())
}

// statusOf asks with a plain HTTP client.
func statusOf(t *testing.T, url string) int {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}
