package discordtest_test

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"tack/adapters/discord/discordtest"
)

// study is a command as the bot would register it.
func study() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{
		Name: "study", Description: "Study something", NameLocalizations: &map[discordgo.Locale]string{discordgo.ChineseCN: "学习"},
		Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: "start", Description: "Begin",
			Options: []*discordgo.ApplicationCommandOption{{
				Type: discordgo.ApplicationCommandOptionString, Name: "topic", Description: "What", Required: true,
			}},
		}},
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	app := s.BotID()
	made, err := s.bot.ApplicationCommandBulkOverwrite(app, s.guild, []*discordgo.ApplicationCommand{study()})
	must(t, err)
	again, err := s.bot.ApplicationCommandBulkOverwrite(app, s.guild, []*discordgo.ApplicationCommand{study()})
	must(t, err)
	if made[0].ID != again[0].ID {
		t.Error("an unchanged command got another id")
	}
	_, err = s.bot.ApplicationCommandCreate(app, "", &discordgo.ApplicationCommand{Name: "Study", Description: "x"})
	wantCode(t, err, 400, 50035)
	_, err = s.bot.ApplicationCommands("1", "")
	wantCode(t, err, 404, 10002)
	must(t, s.bot.ApplicationCommandDelete(app, s.guild, made[0].ID))
	_, err = s.Slash(s.kim, s.channel, "study start", map[string]any{"topic": "redis"})
	wantCode(t, err, 404, 10063)
	s.NoViolations(t)
}

// asking is a stage whose bot is connected and answers every interaction with respond.
func asking(t *testing.T, respond func(*discordgo.Session, *discordgo.Interaction)) *stage {
	t.Helper()
	s := setUp(t, discordtest.Options{})
	_, err := s.bot.ApplicationCommandBulkOverwrite(s.BotID(), s.guild, []*discordgo.ApplicationCommand{study()})
	must(t, err)
	s.bot.AddHandler(func(bot *discordgo.Session, i *discordgo.InteractionCreate) { respond(bot, i.Interaction) })
	s.open(t, s.bot)
	return s
}

func (s *stage) slash(t *testing.T) string {
	t.Helper()
	id, err := s.Slash(s.kim, s.channel, "study start", map[string]any{"topic": "redis"})
	must(t, err)
	return id
}

func TestInteraction_Command(t *testing.T) {
	t.Parallel()
	seen := make(chan *discordgo.Interaction, 1)
	s := asking(t, func(bot *discordgo.Session, i *discordgo.Interaction) {
		seen <- i
		answer := &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "for you", Flags: discordgo.MessageFlagsEphemeral, AllowedMentions: quiet},
		}
		if err := bot.InteractionRespond(i, answer); err != nil {
			t.Error(err)
		}
		wantCode(t, bot.InteractionRespond(i, answer), 400, 40060)
	})
	id := s.slash(t)
	s.Await(t, "an ephemeral answer", func() bool { return len(s.Ephemerals(s.kim)) == 1 })
	i := receive(t, seen)
	sub := i.ApplicationCommandData().Options[0]
	if sub.Name != "start" || sub.Options[0].StringValue() != "redis" || i.Locale != discordgo.ChineseCN || i.Member.User.ID != s.kim {
		t.Errorf("the interaction: %+v", i)
	}
	if asked := s.Asked(id); !asked.Ephemeral || asked.Answered != 4 || len(s.Messages(s.channel)) != 0 {
		t.Errorf("asked: %+v", asked)
	}
	s.NoViolations(t)
}

func TestInteraction_Deferred(t *testing.T) {
	t.Parallel()
	seen := make(chan *discordgo.Interaction, 1)
	s := asking(t, func(bot *discordgo.Session, i *discordgo.Interaction) {
		if err := bot.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}); err != nil {
			t.Error(err)
		}
		seen <- i
	})
	s.slash(t)
	i := receive(t, seen)
	if all := s.Messages(s.channel); len(all) != 1 || !all[0].Loading {
		t.Errorf("nothing shows that it thinks: %+v", all)
	}
	s.Advance(time.Minute)
	text := "done"
	_, err := s.bot.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &text, AllowedMentions: quiet})
	must(t, err)
	_, err = s.bot.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "more", AllowedMentions: quiet})
	must(t, err)
	if all := s.Messages(s.channel); len(all) != 2 || all[0].Content != "done" || all[0].Loading || all[1].Content != "more" {
		t.Errorf("in the channel: %+v", all)
	}
	s.Advance(15 * time.Minute)
	_, err = s.bot.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "late", AllowedMentions: quiet})
	wantCode(t, err, 401, 50027)
	s.NoViolations(t)
}

func TestInteraction_Late(t *testing.T) {
	t.Parallel()
	seen := make(chan *discordgo.Interaction, 1)
	s := asking(t, func(_ *discordgo.Session, i *discordgo.Interaction) { seen <- i })
	id := s.slash(t)
	i := receive(t, seen)
	s.Advance(4 * time.Second)
	err := s.bot.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
	wantCode(t, err, 404, 10062)
	if !s.Asked(id).Failed {
		t.Error("the client would say that the application did not respond")
	}
}

func TestInteraction_ButtonAndModal(t *testing.T) {
	t.Parallel()
	values := make(chan string, 1)
	s := asking(t, func(bot *discordgo.Session, i *discordgo.Interaction) {
		switch i.Type {
		case discordgo.InteractionMessageComponent:
			must(t, bot.InteractionRespond(i, modal()))
		case discordgo.InteractionModalSubmit:
			row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
			values <- row.Components[0].(*discordgo.TextInput).Value
			must(t, bot.InteractionRespond(i, &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseUpdateMessage,
				Data: &discordgo.InteractionResponseData{Content: "corrected", AllowedMentions: quiet, Components: []discordgo.MessageComponent{}},
			}))
		default:
			t.Errorf("a surprise: %v", i.Type)
		}
	})
	m, err := s.bot.ChannelMessageSendComplex(s.channel, &discordgo.MessageSend{
		Content: "right?", AllowedMentions: quiet,
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Correct it", CustomID: "correct", Style: discordgo.PrimaryButton},
		}}},
	})
	must(t, err)
	if _, err := s.Press(s.kim, m.ID, "other"); err == nil {
		t.Error("a button that is not there was pressed")
	}
	id, err := s.Press(s.kim, m.ID, "correct")
	must(t, err)
	s.Await(t, "a modal", func() bool { return s.Asked(id).Answered == 9 })
	_, err = s.Submit(id, map[string]string{"text": "port 6380"})
	must(t, err)
	if got := receive(t, values); got != "port 6380" {
		t.Errorf("submitted %q", got)
	}
	s.Await(t, "the update", func() bool {
		now, _ := s.Message(m.ID)
		return now.Content == "corrected" && len(now.Buttons) == 0
	})
	s.NoViolations(t)
}

func modal() *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseModal,
		Data: &discordgo.InteractionResponseData{
			CustomID: "correction", Title: "What is wrong?",
			Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.TextInput{CustomID: "text", Label: "Correction", Style: discordgo.TextInputParagraph, Required: true},
			}}},
		},
	}
}
