package discord

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"tack/internal/engine"
)

// Discord's codes that something follows from.
const (
	codeUnknownChannel     = 10003
	codeUnknownMessage     = 10008
	codeUnknownInteraction = 10062
	codeTooManyPins        = 30003
	codeAnswered           = 40060
	codeNoAccess           = 50001
	codeClosedDM           = 50007
	codeWrongChannel       = 50024
	codeNoPermission       = 50013
	codeArchived           = 50083
	codeThreadExists       = 160004
	codeLocked             = 160005
)

// goneCodes mean that nothing of ours can be written there, until somebody changes it.
var goneCodes = []int{
	codeUnknownChannel, 10004, codeNoAccess, codeClosedDM, 50008, codeNoPermission, codeWrongChannel, codeArchived,
	codeLocked, codeUnknownMessage, 20026, 50278, 160006,
}

// authPause is how long a message waits when Discord refuses our token: until somebody has done something
// about it.
const authPause = 10 * time.Minute

// fault is an error of the API as the engine knows it, with its code. What it does not name may pass by itself.
func (a *Adapter) fault(err error) error {
	var limit *limitError
	var no *refusal
	switch {
	case errors.As(err, &limit):
		return fmt.Errorf("discord: %w", &engine.RetryError{After: limit.after})
	case !errors.As(err, &no), no.status >= http.StatusInternalServerError:
		return fmt.Errorf("discord: %w", err)
	case no.status == http.StatusUnauthorized:
		a.health.Set("token", "Discord refuses the token: "+explain(no.status))
		return fmt.Errorf("discord: %s: %w", explain(no.status), &engine.RetryError{After: authPause})
	case slices.Contains(goneCodes, no.code), no.status == http.StatusForbidden, no.status == http.StatusNotFound:
		return fmt.Errorf("discord: %w (%s): %w", err, explain(no.code), engine.ErrGone)
	default:
		return fmt.Errorf("discord: %w: %w", err, engine.ErrRefused)
	}
}

// words say a code to an operator, with what to do.
var words = map[int]string{
	http.StatusUnauthorized: "the token is wrong or was reset: copy it again from the developer portal, under Bot",
	codeUnknownChannel:      "the channel or thread was deleted",
	codeUnknownMessage:      "the message was deleted",
	codeTooManyPins:         "the thread has its 250 pins: take some off",
	codeNoAccess:            "the bot does not see the channel: give its role View Channel there",
	codeClosedDM:            "the user takes no direct messages from the bot",
	codeWrongChannel:        "threads cannot be opened in a channel of this kind",
	codeNoPermission:        "the bot lacks a permission there: bot doctor discord says which",
	codeArchived:            "the thread is archived",
	codeLocked:              "the thread is locked: a moderator must unlock it, or give the bot Manage Threads",
}

// explain says a code in words.
func explain(code int) string {
	if text, ok := words[code]; ok {
		return text
	}
	return "see https://docs.discord.com/developers/topics/opcodes-and-status-codes for this code"
}

// The close codes of the gateway after which Discord must not be asked again, with what to do.
var fatalCloses = map[int]string{
	4004: words[http.StatusUnauthorized],
	4010: "the shard is not one of those that there are: set discord.shards to 0",
	4011: "the bot is in too many servers for so few shards: set discord.shards to 0",
	4012: "the gateway's version is not served any more: take a newer release",
	4013: "an intent is not known any more: take a newer release",
	4014: "an intent is not allowed: switch Message Content Intent on in the developer portal, under Bot",
}

// fatalError is what no retry can mend.
type fatalError struct{ text string }

func (e *fatalError) Error() string { return "discord: " + e.text }
