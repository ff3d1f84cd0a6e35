package config

import "os"

// check finds what is wrong with settings that are right each by itself.
func (l *loader) check() {
	l.checkSlack()
	l.checkModel()
	if dir := l.Coach.Tracks; dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			l.problem("coach.tracks", l.Origins["coach.tracks"], "there is no folder %q", dir)
		}
	}
}

// set says whether a value for the setting came from anywhere, even a wrong one.
func (l *loader) set(path string) bool { return l.Origins[path] != fromDefault }

// needs tells that a setting which is there is of no use without another.
func (l *loader) needs(there, missing, why string) {
	if l.set(there) && !l.set(missing) {
		l.problem(there, l.Origins[there], "is of no use without %s: %s", missing, why)
	}
}

// idle warns of a setting that is of no use without another, and that is often there for other programs.
func (l *loader) idle(there, missing, why string) {
	if l.set(there) && !l.set(missing) {
		l.Warnings = append(l.Warnings, string(l.Origins[there])+": "+there+" is of no use without "+missing+": "+why)
	}
}

func (l *loader) checkSlack() {
	l.needs("slack.app_token", "slack.bot_token", "that is the token by which the bot writes (OAuth & Permissions in the app's settings)")
	l.needs("slack.signing_secret", "slack.bot_token", "that is the token by which the bot writes (OAuth & Permissions in the app's settings)")
	if l.Slack.Mode == SlackSocket {
		l.needs("slack.bot_token", "slack.app_token", "the mode socket opens its connection by it (Basic Information, App-Level Tokens in the app's settings)")
		return
	}
	l.needs("slack.bot_token", "slack.signing_secret", "the mode http knows Slack's requests by it (Basic Information in the app's settings)")
	if l.set("slack.bot_token") && l.HTTP.Listen == "" {
		l.problem("http.listen", l.Origins["http.listen"], "is off, and the mode http of Slack needs an address for its requests")
	}
}

func (l *loader) checkModel() {
	m, unnamed := l.Model, "no model is used unless it is named"
	l.idle("model.api_key", "model.name", unnamed)
	elsewhere := m.BaseURL != openAI
	if elsewhere {
		l.idle("model.base_url", "model.name", unnamed)
	}
	if l.set("model.name") && !l.set("model.api_key") && !elsewhere {
		l.problem("model.name", l.Origins["model.name"], "needs model.api_key, or the model.base_url of an endpoint that asks for no key")
	}
	if m.DayCost > 0 && m.InputPrice == 0 && m.OutputPrice == 0 {
		l.problem("model.day_cost", l.Origins["model.day_cost"], "cannot be held without model.input_price and model.output_price")
	}
}
