package slack

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"tack/internal/engine"

	"github.com/slack-go/slack"
)

// The codes of Slack's refusals, by what follows from them.
var (
	goneCodes = []string{
		"channel_not_found", "not_in_channel", "is_archived", "is_inactive", "thread_not_found", "user_not_found",
		"restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_only_channel",
		"restricted_action_non_threadable_channel", "restricted_action_thread_locked", "cannot_reply_to_message",
	}
	authCodes = []string{
		"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "missing_scope",
		"not_allowed_token_type", "no_permission", "org_login_required", "access_denied", "ekm_access_denied",
	}
	// fatalCodes are what no retry can mend: the token itself is no good.
	fatalCodes = []string{
		"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "not_allowed_token_type",
	}
	passingCodes = []string{
		"internal_error", "fatal_error", "service_unavailable", "request_timeout", "team_added_to_org",
		"rollup_error", "external_channel_migrating", "message_limit_exceeded", "team_access_not_granted",
	}
	// inviteCodes are refusals that an invitation of the bot mends.
	inviteCodes = []string{"not_in_channel", "channel_not_found"}
	// editAnew are refusals to change a message that may be posted anew.
	editAnew = []string{"message_not_found", "cant_update_message", "edit_window_closed", "is_inactive"}
)

// authPause is how long a message waits when Slack refuses our token or a scope: until somebody has done
// something about it.
const authPause = 10 * time.Minute

// codeOf is the code of a refusal; "" for any other error.
func codeOf(err error) string {
	var refusal slack.SlackErrorResponse
	if errors.As(err, &refusal) {
		return refusal.Err
	}
	return ""
}

func isCode(err error, codes []string) bool {
	code := codeOf(err)
	return code != "" && slices.Contains(codes, code)
}

// refused says whether Slack is known not to have done what was asked: it said so.
func refused(err error) bool {
	var limited *slack.RateLimitedError
	return codeOf(err) != "" && !isCode(err, passingCodes) || errors.As(err, &limited)
}

// fault is an error of the Web API as the engine knows it, with its code. What it does not name may pass by
// itself.
func (a *Adapter) fault(err error) error {
	var limited *slack.RateLimitedError
	switch code := codeOf(err); {
	case errors.As(err, &limited):
		return fmt.Errorf("slack: %w", &engine.RetryError{After: waitOf(limited)})
	case code == "", slices.Contains(passingCodes, code):
		return fmt.Errorf("slack: %w", err)
	case slices.Contains(goneCodes, code):
		return fmt.Errorf("slack: %w (%s): %w", err, explain(code), engine.ErrGone)
	case slices.Contains(authCodes, code):
		a.health.Set("permission", fmt.Sprintf("Slack refuses a message: %s (%s)", code, explain(code)))
		return fmt.Errorf("slack: %w: %w", err, &engine.RetryError{After: authPause})
	default:
		return fmt.Errorf("slack: %w: %w", err, engine.ErrRefused)
	}
}

// waitOf is how long Slack wants us to wait: a second at least, or a wait of nothing would be a storm of requests,
// and an hour at most, or one wrong answer would silence us for good.
func waitOf(limited *slack.RateLimitedError) time.Duration {
	return min(max(limited.RetryAfter, time.Second), time.Hour)
}

// bare is an error without the address it is about: whoever has that of an upload or of an answer may use
// it, and that of a file has its name.
func bare(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		return fmt.Errorf("%s: %w", at.Op, at.Err)
	}
	return err
}

// words say a code to an operator, with what to do.
var words = map[string]string{
	"channel_not_found": "the bot cannot see the channel: invite it there",
	"not_in_channel":    "the bot is no member of the channel: invite it there",
	"is_archived":       "the channel is archived",
	"thread_not_found":  "the thread was deleted",
	"restricted_action": "a setting of the workspace or the channel forbids it: ask an admin to let apps do it",
	"missing_scope":     "the app lacks a scope: add it under OAuth & Permissions and install the app again",
	"invalid_auth":      "the token is wrong: copy it again from the app's settings",
	"not_authed":        "no token was sent: set it",
	"account_inactive":  "the app was uninstalled, or its user deactivated: install it again",
	"token_revoked":     "the token was revoked: install the app again and copy the new one",
	"token_expired":     "the token has expired: install the app again and copy the new one",
	"too_many_pins":     "the channel has its 100 pins: take some off",
	"not_pinnable":      "Slack does not let this message be pinned",

	"not_allowed_token_type": "a token of the wrong kind: xoxb- is the bot's, xapp- the app's",
}

// explain says a code in words.
func explain(code string) string {
	if text, ok := words[code]; ok {
		return text
	}
	return "see https://docs.slack.dev/reference/methods for this code"
}
