package discordtest

import "fmt"

// APIError is a refusal as Discord words it: the HTTP status and the JSON body.
type APIError struct {
	Status  int    // HTTP status
	Code    int    // Discord's JSON error code; 0 = a general one
	Message string // Discord's English
	Errors  object // by field, of an invalid form body; nil for any other error
}

// Error is for tests and logs.
func (e *APIError) Error() string {
	if e.Errors != nil {
		return fmt.Sprintf("%d %s (%d): %v", e.Status, e.Message, e.Code, e.Errors)
	}
	return fmt.Sprintf("%d %s (%d)", e.Status, e.Message, e.Code)
}

// body is the JSON that goes out.
func (e *APIError) body() object {
	o := object{"message": e.Message, "code": e.Code}
	if e.Errors != nil {
		o["errors"] = e.Errors
	}
	return o
}

// The refusals that this Discord knows.
var (
	errUnauthorized    = &APIError{Status: 401, Message: "401: Unauthorized"}
	errNotFound        = &APIError{Status: 404, Message: "404: Not Found"}
	errMethod          = &APIError{Status: 405, Message: "405: Method Not Allowed"}
	errBadJSON         = &APIError{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
	errTooLarge        = &APIError{Status: 413, Code: 40005, Message: "Request entity too large"}
	errUnknownApp      = &APIError{Status: 404, Code: 10002, Message: "Unknown Application"}
	errUnknownChannel  = &APIError{Status: 404, Code: 10003, Message: "Unknown Channel"}
	errUnknownGuild    = &APIError{Status: 404, Code: 10004, Message: "Unknown Guild"}
	errUnknownMember   = &APIError{Status: 404, Code: 10007, Message: "Unknown Member"}
	errUnknownMessage  = &APIError{Status: 404, Code: 10008, Message: "Unknown Message"}
	errUnknownUser     = &APIError{Status: 404, Code: 10013, Message: "Unknown User"}
	errUnknownEmoji    = &APIError{Status: 404, Code: 10014, Message: "Unknown Emoji"}
	errUnknownWebhook  = &APIError{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	errUnknownInteract = &APIError{Status: 404, Code: 10062, Message: "Unknown interaction"}
	errUnknownCommand  = &APIError{Status: 404, Code: 10063, Message: "Unknown application command"}
	errSlowmode        = &APIError{Status: 429, Code: 20016, Message: "This action cannot be performed due to slowmode rate limit."}
	errTooManyPins     = &APIError{Status: 400, Code: 30003, Message: "Maximum number of pins reached (250)"}
	errTooManyEmoji    = &APIError{Status: 400, Code: 30010, Message: "Maximum number of reactions reached (20)"}
	errAcknowledged    = &APIError{Status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	errForumOnly       = &APIError{Status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	errMissingAccess   = &APIError{Status: 403, Code: 50001, Message: "Missing Access"}
	errDMClosed        = &APIError{Status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	errForeignEdit     = &APIError{Status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	errEmpty           = &APIError{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	errNotText         = &APIError{Status: 400, Code: 50008, Message: "Cannot send messages in a non-text channel"}
	errMissingPerms    = &APIError{Status: 403, Code: 50013, Message: "Missing Permissions"}
	errSystemMessage   = &APIError{Status: 403, Code: 50021, Message: "Cannot execute action on a system message"}
	errBadToken        = &APIError{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	errBulkCount       = &APIError{Status: 400, Code: 50016, Message: "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete."}
	errArchived        = &APIError{Status: 400, Code: 50083, Message: "Thread is archived"}
	errThreadExists    = &APIError{Status: 400, Code: 160004, Message: "A thread has already been created for this message"}
	errLocked          = &APIError{Status: 403, Code: 160005, Message: "Thread is locked"}
	errNoHistory       = &APIError{Status: 403, Code: 160002, Message: "You cannot reply without permission to read message history."}
)

// invalidForm is 50035 for one field: the way to it, Discord's name of the fault, and its words.
func invalidForm(code, words string, path ...string) *APIError {
	var errs any = object{"_errors": []any{object{"code": code, "message": words}}}
	for i := len(path) - 1; i >= 0; i-- {
		errs = object{path[i]: errs}
	}
	return &APIError{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: errs.(object)}
}

// tooLong is the commonest of the invalid forms.
func tooLong(limit int, path ...string) *APIError {
	return invalidForm("BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", limit), path...)
}

// required is a field that must be there.
func required(path ...string) *APIError {
	return invalidForm("BASE_TYPE_REQUIRED", "This field is required", path...)
}
