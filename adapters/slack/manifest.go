package slack

import _ "embed"

// Manifest is what an admin pastes to create the app.
//
//go:embed manifest.yaml
var Manifest string

// Scopes are what the bot token must be allowed. doctor looks for each, and the manifest asks for them.
var Scopes = []string{
	"app_mentions:read", "channels:history", "channels:read", "chat:write", "commands", "files:read", "files:write",
	"groups:history", "groups:read", "im:history", "im:read", "pins:read", "pins:write", "reactions:read",
	"reactions:write", "users:read",
}

// Events are what the app subscribes to.
var Events = []string{
	"app_mention", "message.channels", "message.groups", "message.im", "reaction_added", "reaction_removed",
}

// Command is the slash command.
const Command = "/study"
