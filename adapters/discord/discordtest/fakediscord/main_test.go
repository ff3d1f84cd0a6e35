package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
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
:wait modal
:submit text=port 6380
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
	base := regexp.MustCompile(`API base\s+(\S+)/api`)
	for lines.Scan() {
		fmt.Fprintln(&story, lines.Text())
		if found := base.FindStringSubmatch(lines.Text()); found != nil {
			go serve(t, ctx, found[1])
		}
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"opened the thread", "[redis] tack> you said hello", "Correct it", "a modal opens", "text: What", "tack> noted port 6380"} {
		if !strings.Contains(story.String(), want) {
			t.Errorf("%q is not in\n%s", want, story.String())
		}
	}
	if strings.Contains(story.String(), "!") {
		t.Errorf("something was refused:\n%s", story.String())
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
