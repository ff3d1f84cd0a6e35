package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"tack/adapters/inhand"
	"tack/state"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
)

// commandName is the command that Discord knows in every language; its names in others are texts.
const commandName = "study"

// locales are Discord's, by the language of our texts.
var locales = map[string]discordgo.Locale{"zh": discordgo.ChineseCN, "zh-TW": discordgo.ChineseTW}

// commands are what is registered: /study with one option, which takes the same words as on every platform.
func (a *Adapter) commands() []map[string]any {
	local := func(key string) map[discordgo.Locale]string {
		names := map[discordgo.Locale]string{}
		for language, locale := range locales {
			names[locale] = a.words.Say(language, key, nil)
		}
		return names
	}
	option := map[string]any{
		"type": discordgo.ApplicationCommandOptionString, "required": false, "max_length": maxOption,
		"name": optionName, "name_localizations": local("option.name"),
		"description": a.words.Say("en", "option.description", nil), "description_localizations": local("option.description"),
	}
	return []map[string]any{{
		"type": discordgo.ChatApplicationCommand, "contexts": []int{0, 1}, "integration_types": []int{0}, // servers and direct messages
		"name": commandName, "name_localizations": local("name"),
		"description": a.words.Say("en", "description", nil), "description_localizations": local("description"),
		"options": []any{option},
	}}
}

// The option of the command.
const (
	optionName = "what"
	maxOption  = 200 // characters
)

// commandsPath is where commands are registered, for every server.
func commandsPath(app string) string { return "applications/" + app + "/commands" }

// register registers the command if it is another than the one registered last, by whichever process.
func (in *inbox) register(ctx context.Context) {
	wait := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		err := in.registerOnce(ctx)
		if err == nil {
			in.health.Set("commands", "")
			return
		}
		in.health.Set("commands", fmt.Sprintf("/study could not be registered: %v", err))
		if no := (*refusal)(nil); errors.As(err, &no) && no.status < http.StatusInternalServerError {
			in.log.Error("register /study", "code", no.code, "err", err)
			return // it would be refused again
		}
		inhand.Rest(ctx, wait.NextBackOff())
	}
}

func (in *inbox) registerOnce(ctx context.Context) error {
	app, err := in.application(ctx)
	if err != nil {
		return err
	}
	list := in.commands()
	raw, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("encode the command: %w", err)
	}
	path := commandsPath(app.ID)
	sum := sha256.Sum256(raw)
	hash, key := hex.EncodeToString(sum[:]), state.Key{Name: "discord-commands:" + path}
	known, err := in.Store.Get(ctx, key)
	if err != nil && !errors.Is(err, state.ErrNotFound) {
		return fmt.Errorf("look up what is registered: %w", err)
	}
	if string(known) == hash {
		return nil
	}
	if err := in.call(ctx, http.MethodPut, path, list, nil); err != nil {
		return err
	}
	return in.Store.Put(ctx, key, []byte(hash), registeredFor)
}

// registeredFor is after which time the command is registered again, though it is the same: somebody may have
// taken it away.
const registeredFor = 30 * 24 * time.Hour
