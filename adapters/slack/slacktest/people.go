package slacktest

// apiTest answers with what it was asked, whoever asks; with the error that it was asked for.
func apiTest(c *call) (object, error) {
	if code := c.args["error"]; code != "" {
		return nil, refusal(code)
	}
	return object{"args": c.args}, nil
}

func authTest(c *call) (object, error) {
	return object{
		"url": c.base + "/", "team": c.teamName, "user": c.botName, "team_id": c.teamID, "user_id": c.botUser,
		"bot_id": c.botID, "is_enterprise_install": false,
	}, nil
}

func userInfo(c *call) (object, error) {
	u := c.users[c.args["user"]]
	if u == nil {
		return nil, refusal("user_not_found")
	}
	o := object{
		"id": u.id, "team_id": c.teamID, "name": u.name, "real_name": u.name, "deleted": false, "is_bot": u.bot,
		"tz": "Etc/UTC", "tz_label": "Coordinated Universal Time", "tz_offset": 0, "is_admin": u.admin,
		"profile": object{"real_name": u.name, "display_name": u.name, "team": c.teamID},
	}
	if c.flag("include_locale") {
		put(o, "locale", u.locale)
	}
	return object{"user": o}, nil
}

func botInfo(c *call) (object, error) {
	if id := c.args["bot"]; id != "" && id != c.botID {
		return nil, refusal("bot_not_found")
	}
	return object{"bot": object{
		"id": c.botID, "deleted": false, "name": c.botName, "updated": 1700000000, "app_id": c.appID,
		"user_id": c.botUser, "icons": object{},
	}}, nil
}

func teamInfo(c *call) (object, error) {
	if id := c.args["team"]; id != "" && id != c.teamID {
		return nil, refusal("team_not_found")
	}
	return object{"team": object{
		"id": c.teamID, "name": c.teamName, "domain": "studyhall", "email_domain": "", "icon": object{},
	}}, nil
}
