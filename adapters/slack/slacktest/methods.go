package slacktest

import "slices"

// methods is the part of the Web API that is here. Arguments are those of Slack's reference.
var methods = map[string]method{}

// The table refers to functions that refer to it (an answer's headers name the scope), hence init.
func init() {
	paging := []string{"channel", "cursor", "limit"}
	history := with(paging, "latest", "oldest", "inclusive", "include_all_metadata")
	writing := []string{
		"channel", "text", "blocks", "attachments", "markdown_text", "parse", "link_names", "as_user", "metadata",
	}
	posting := with(writing, "thread_ts", "mrkdwn", "unfurl_links", "unfurl_media", "username", "icon_emoji", "icon_url")
	item := []string{"channel", "timestamp"}
	for name, m := range map[string]method{
		"api.test":              {open: true, run: apiTest},
		"auth.test":             {run: authTest},
		"apps.connections.open": {app: true, run: openConnection},

		"chat.postMessage":   {takes: with(posting, "reply_broadcast", "file_ids"), needs: []string{"channel"}, scope: "chat:write", run: postMessage},
		"chat.postEphemeral": {takes: with(posting, "user"), needs: []string{"channel", "user"}, scope: "chat:write", run: postEphemeral},
		"chat.update":        {takes: with(writing, "ts", "reply_broadcast", "file_ids"), needs: []string{"channel", "ts"}, scope: "chat:write", run: update},
		"chat.delete":        {takes: []string{"channel", "ts", "as_user"}, needs: []string{"channel", "ts"}, scope: "chat:write", run: deleteMessage},

		"conversations.history": {takes: history, needs: []string{"channel"}, run: channelHistory},
		"conversations.replies": {takes: with(history, "ts"), needs: []string{"channel", "ts"}, run: threadReplies},
		"conversations.info":    {takes: []string{"channel", "include_locale", "include_num_members"}, needs: []string{"channel"}, run: channelInfo},
		"conversations.members": {takes: paging, needs: []string{"channel"}, run: channelMembers},
		"conversations.open":    {takes: []string{"channel", "users", "return_im", "prevent_creation"}, scope: "im:write", run: openChannel},
		"conversations.join":    {takes: []string{"channel"}, needs: []string{"channel"}, scope: "channels:join", run: joinChannel},
		"users.conversations":   {takes: []string{"user", "types", "exclude_archived", "cursor", "limit", "team_id"}, run: userChannels},

		"reactions.add":    {takes: with(item, "name"), needs: []string{"name"}, scope: "reactions:write", run: addReaction},
		"reactions.remove": {takes: with(item, "name", "file", "file_comment"), needs: []string{"name"}, scope: "reactions:write", run: removeReaction},
		"reactions.get":    {takes: with(item, "full", "file", "file_comment"), scope: "reactions:read", run: getReactions},
		"pins.add":         {takes: item, needs: []string{"channel"}, scope: "pins:write", run: addPin},
		"pins.remove":      {takes: item, needs: []string{"channel"}, scope: "pins:write", run: removePin},
		"pins.list":        {takes: []string{"channel"}, needs: []string{"channel"}, scope: "pins:read", run: listPins},

		"users.info": {takes: []string{"user", "include_locale"}, needs: []string{"user"}, scope: "users:read", run: userInfo},
		"bots.info":  {takes: []string{"bot", "team_id"}, scope: "users:read", run: botInfo},
		"team.info":  {takes: []string{"team", "domain"}, scope: "team:read", run: teamInfo},

		"files.getUploadURLExternal":   {takes: []string{"filename", "length", "alt_txt", "snippet_type"}, needs: []string{"filename", "length"}, scope: "files:write", run: uploadURL},
		"files.completeUploadExternal": {takes: []string{"files", "channel_id", "channels", "thread_ts", "initial_comment", "blocks"}, needs: []string{"files"}, scope: "files:write", run: completeUpload},
		"files.info":                   {takes: []string{"file", "count", "page", "cursor", "limit"}, needs: []string{"file"}, scope: "files:read", run: fileInfo},

		"views.open": {takes: []string{"trigger_id", "interactivity_pointer", "view"}, needs: []string{"view"}, run: openView},
	} {
		methods[name] = m
	}
}

// with is base and more, in a list of its own.
func with(base []string, more ...string) []string { return slices.Concat(base, more) }
