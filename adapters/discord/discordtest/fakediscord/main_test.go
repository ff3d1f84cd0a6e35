package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"tack/adapters/discord/discordtest"
)

// script is what one types: each line goes out when the bot has answered the one before.
const script = `/study redis
:wait opened the thread
hello
:wait you said
:press ok
:wait form
:submit port 6380
:wait noted
:react ✅
:quit
`

// Ensure a whole conversation can be typed, with a bot on the real library at the other end.
func TestRun(t *testing.T) {
	t.Parallel()
	reader, writer := io.Pipe()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, "127.0.0.1:0", strings.NewReader(script), writer)
		writer.Close()
	}()
	var story strings.Builder
	lines := bufio.NewScanner(reader)
	base := regexp.MustCompile(`TACK_DISCORD_API_URL=(\S+)/api`)
	for lines.Scan() {
		fmt.Fprintln(&story, lines.Text())
		if found := base.FindStringSubmatch(lines.Text()); found != nil {
			go serve(t, ctx, found[1])
		}
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"opened the thread", "(redis) tack> you said hello", "[Correct it: ok]", "a form opens", "What: ", "tack> noted port 6380"} {
		if !strings.Contains(story.String(), want) {
			t.Errorf("%q is not in\n%s", want, story.String())
		}
	}
	if strings.Contains(story.String(), "!") {
		t.Errorf("something was refused:\n%s", story.String())
	}
}

// Ensure every command does what its help says, or says what it needs instead.
func TestCommands(t *testing.T) {
	t.Parallel()
	srv := discordtest.Start(t, discordtest.Options{})
	var out bytes.Buffer
	d := newDesk(srv, &out, func() {})
	d.greet()
	path := filepath.Join(t.TempDir(), "redis.log")
	if err := os.WriteFile(path, []byte("PONG"), 0o600); err != nil {
		t.Fatal(err)
	}
	typed := func(lines ...string) string {
		out.Reset()
		for _, line := range lines {
			d.line(t.Context(), line)
		}
		return out.String()
	}
	for _, c := range []struct{ line, want string }{
		{":help", ":press confirm"},
		{":reakt ✅", "did you mean :react?"},
		{":nonsense", ":help lists all"},
		{"/studi redis", "there is no /studi"},
		{":react", "which emoji?"},
		{":react ✅", "no such message"},
		{":press confirm", "no button in sight"},
		{":submit text", "no form is open"},
		{":edit 7 text", "no such message"},
		{":as nobody", "manager (has Manage Server"},
		{":as manager", "you are manager"},
		{":go 1", "there is no thread"},
		{":lock", "you are in no thread"},
		{":new Redis", "needs a title and a text"},
		{":locale zh-CN", "in zh-CN"},
		{":open x", "no file"},
		{":end", "nothing was pasted"},
		{":forum", "#topics"},
		{"hello", "a forum has no messages"},
		{":new Redis | hello", "in the post"},
		{":archive", "archived true"},
		{":threads", "Redis, in #topics"},
		{":dm", "direct messages"},
		{":go", "#study"},
	} {
		if got := typed(c.line); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is not in %q", c.line, c.want, got)
		}
	}
	if got := typed(":as learner", ":paste", "line 1", "  line 2", ":end", ":upload "+path+" all of it", ":edit all of it, really"); strings.Contains(got, "! ") {
		t.Error(got)
	}
	all := srv.Messages(d.channel)
	if len(all) != 2 || all[0].Content != "line 1\n  line 2" || all[1].Content != "all of it, really" || string(all[1].Files[0].Data) != "PONG" {
		t.Errorf("in the channel: %+v", all)
	}
}

// serve is a bot that opens a thread for /study, echoes, offers a button and takes a modal.
func serve(t *testing.T, ctx context.Context, base string) {
	bot, err := discordgo.New("Bot " + token)
	if err != nil {
		t.Error(err)
		return
	}
	bot.Client.Transport = discordtest.Transport(base, nil)
	bot.LogLevel = -1
	bot.ShouldReconnectOnError = false
	bot.Identify.Intents = discordgo.IntentsAllWithoutPrivileged | discordgo.IntentMessageContent
	bot.AddHandler(onMessage)
	bot.AddHandler(onInteraction)
	me, err := bot.User("@me")
	if err == nil {
		_, err = bot.ApplicationCommandCreate(me.ID, "", &discordgo.ApplicationCommand{
			Name: "study", Description: "Study",
			Options: []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionString, Name: "topic", Description: "What"}},
		})
	}
	if err == nil {
		err = bot.Open()
	}
	if err != nil {
		t.Error(err)
		return
	}
	<-ctx.Done()
	_ = bot.Close() // the server has gone before
}

var quiet = &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}

func onMessage(bot *discordgo.Session, m *discordgo.MessageCreate) {
	if m.Author.Bot || m.Content == "" {
		return
	}
	_, _ = bot.ChannelMessageSendComplex(m.ChannelID, &discordgo.MessageSend{ // what fails here is missing in the story
		Content: "you said " + m.Content, AllowedMentions: quiet,
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Correct it", CustomID: "ok", Style: discordgo.PrimaryButton},
		}}},
	})
}

func onInteraction(bot *discordgo.Session, i *discordgo.InteractionCreate) {
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		topic := i.ApplicationCommandData().Options[0].StringValue()
		respond(bot, i, discordgo.InteractionResponseChannelMessageWithSource, "let us study "+topic)
		if m, err := bot.InteractionResponse(i.Interaction); err == nil {
			_, _ = bot.MessageThreadStart(i.ChannelID, m.ID, topic, 60) // missing in the story if it fails
		}
	case discordgo.InteractionMessageComponent:
		_ = bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{ // missing in the story if it fails
			Type: discordgo.InteractionResponseModal,
			Data: &discordgo.InteractionResponseData{CustomID: "m", Title: "Correct", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.TextInput{CustomID: "text", Label: "What", Style: discordgo.TextInputShort},
				}},
			}},
		})
	case discordgo.InteractionModalSubmit:
		row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
		respond(bot, i, discordgo.InteractionResponseChannelMessageWithSource, "noted "+row.Components[0].(*discordgo.TextInput).Value)
	}
}

func respond(bot *discordgo.Session, i *discordgo.InteractionCreate, kind discordgo.InteractionResponseType, text string) {
	_ = bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{ // missing in the story if it fails
		Type: kind, Data: &discordgo.InteractionResponseData{Content: text, AllowedMentions: quiet},
	})
}
