package config

import (
	"strings"
	"time"
)

// group is the settings of one part.
type group struct {
	name     string // the key in the file
	title    string
	settings []setting
}

// setting declares one setting. Its flag and its own environment variable follow from the path.
type setting struct {
	path    string   // GROUP.NAME, as in the file
	value   value    // where in the Config it is, its kind, unit and range
	std     string   // the default, as it would be written; empty: none
	special string   // values with a meaning of their own, and what none means
	meaning string   // a sentence
	also    []string // customary environment variables; the own one wins over them
	secret  bool     // not printed; a file may hold it
}

// day is a day as retention counts them.
const day = 24 * time.Hour

// declare lists every setting, bound to the fields of c, in the order in which all output has them.
func declare(c *Config) []group {
	return []group{
		{"store", "where sessions and documents are kept", []setting{
			{
				path: "store.path", value: text(&c.Store.Path, "folder"), special: "none: `tack` in the user's data directory",
				meaning: "Folder of the embedded store, for one process.",
			},
			{
				path: "store.redis", value: redisURL(&c.Store.Redis), secret: true, also: []string{"REDIS_URL"}, special: "none: the embedded store",
				meaning: "Redis 7 or newer in place of the embedded store, for any number of processes: `redis://[USER:PASSWORD@]HOST:PORT/DB`, " +
					"`rediss://` with TLS, `redis+sentinel://HOST,HOST/DB?master=NAME`, `redis+cluster://HOST,HOST`.",
			},
		}},
		{"engine", "how messages are worked off", []setting{
			{
				path: "engine.quiet", value: span(&c.Engine.Quiet, 0, time.Minute), std: "2.5s", special: "0: each message is a turn",
				meaning: "Messages that follow one another within this time are one turn.",
			},
			{
				path: "engine.workers", value: whole(&c.Engine.Workers, "threads", 1, 10000), std: "64",
				meaning: "How many threads one process works on at a time.",
			},
			{
				path: "engine.threshold", value: whole(&c.Engine.Threshold, "turns", 8, 100), std: "20",
				meaning: "After so many turns the coach proposes a save point, where the channel has no number of its own.",
			},
			{
				path: "engine.grace", value: span(&c.Engine.Grace, time.Second, 10*time.Minute), std: "5s",
				meaning: "How long what is in hand may take when the process is asked to end; five seconds more and it is gone.",
			},
		}},
		{"retention", "how long what is kept is kept", []setting{
			{
				path: "retention.threads", value: keep(&c.Retention.Threads, 7*day), std: "180d", special: "0: for ever",
				meaning: "How long a session with its transcript is kept after its last message.",
			},
			{
				path: "retention.documents", value: keep(&c.Retention.Documents, 7*day), std: "730d", special: "0: for ever",
				meaning: "How long hand-off documents are kept after their last change.",
			},
		}},
		{"coach", "how the coach speaks and what it teaches", []setting{
			{
				path: "coach.language", value: oneOf(&c.Coach.Language, "auto", "en", "zh"), std: "auto", special: "auto: that of the first message",
				meaning: "Language of the coach, where the channel has none of its own.",
			},
			{
				path: "coach.tracks", value: text(&c.Coach.Tracks, "folder"), special: "none: the shipped tracks",
				meaning: "Folder with track files of your own; they win over the shipped ones.",
			},
			{
				path: "coach.documents", value: text(&c.Coach.Documents, "folder"), special: "none: the store alone has them",
				meaning: "Folder to which hand-off documents are written as well, as files.",
			},
		}},
		{"slack", "Slack; served if there is a bot token", []setting{
			{
				path: "slack.bot_token", value: credential(&c.Slack.BotToken, "xoxb-"), secret: true, also: []string{"SLACK_BOT_TOKEN"},
				special: "none: Slack is not served", meaning: "Bot token of the app.",
			},
			{
				path: "slack.app_token", value: credential(&c.Slack.AppToken, "xapp-"), secret: true, also: []string{"SLACK_APP_TOKEN"},
				meaning: "App-level token with `connections:write`, for the mode `socket`.",
			},
			{
				path: "slack.signing_secret", value: credential(&c.Slack.SigningSecret, ""), secret: true, also: []string{"SLACK_SIGNING_SECRET"},
				meaning: "Signing secret of the app, for the mode `http`.",
			},
			{
				path: "slack.mode", value: oneOf(&c.Slack.Mode, SlackSocket, SlackHTTP), std: SlackSocket,
				meaning: "How events come: over a connection that the bot opens, or as requests to `http.listen`, for replicas behind a load balancer.",
			},
			{
				path: "slack.path", value: route(&c.Slack.Path), std: "/slack/events",
				meaning: "Path of the requests in the mode `http`: events, commands and buttons.",
			},
			{
				path: "slack.api_url", value: address(&c.Slack.APIURL, "/"), std: "https://slack.com/api/",
				meaning: "Base of the Web API, for proxies and tests.",
			},
		}},
		{"discord", "Discord; served if there is a token", []setting{
			{
				path: "discord.token", value: credential(&c.Discord.Token, ""), secret: true, also: []string{"DISCORD_TOKEN"},
				special: "none: Discord is not served", meaning: "Token of the bot.",
			},
			{
				path: "discord.api_url", value: address(&c.Discord.APIURL, ""), std: "https://discord.com/api",
				meaning: "Base of the REST API, for proxies and tests.",
			},
			{
				path: "discord.shards", value: whole(&c.Discord.Shards, "shards", 0, 16384), std: "0", special: "0: as many as Discord recommends",
				meaning: "Shards of the gateway, in all processes together.",
			},
		}},
		{"model", "the language model; used if it is named", []setting{
			{
				path: "model.api_key", value: credential(&c.Model.APIKey, ""), secret: true, also: []string{"OPENAI_API_KEY"},
				special: "none: the endpoint asks for none", meaning: "Key for the endpoint.",
			},
			{
				path: "model.base_url", value: address(&c.Model.BaseURL, ""), std: openAI, also: []string{"OPENAI_BASE_URL"},
				meaning: "Base of any endpoint that speaks as OpenAI's does.",
			},
			{
				path: "model.name", value: text(&c.Model.Name, "name"), also: []string{"OPENAI_MODEL"}, special: "none: no model is used",
				meaning: "Model that the coach speaks through.",
			},
			{
				path: "model.timeout", value: span(&c.Model.Timeout, time.Second, 10*time.Minute), std: "30s",
				meaning: "After this time without a whole answer the learner is answered without the model.",
			},
			{
				path: "model.context", value: whole(&c.Model.Context, "tokens", 3500, 1000000), std: "6000",
				meaning: "Size of a prompt at most, whatever the length of the session.",
			},
			{
				path: "model.learner_tokens", value: whole(&c.Model.LearnerTokens, "tokens a day", 0, maxTokens), std: "500000", special: "0: no limit",
				meaning: "What one learner may use; then the coach goes on without the model.",
			},
			{
				path: "model.channel_tokens", value: whole(&c.Model.ChannelTokens, "tokens a day", 0, maxTokens), std: "0", special: "0: no limit",
				meaning: "What the sessions of one channel may use.",
			},
			{
				path: "model.day_tokens", value: whole(&c.Model.DayTokens, "tokens a day", 0, maxTokens), std: "5000000", special: "0: no limit",
				meaning: "What all sessions together may use.",
			},
			{
				path: "model.day_cost", value: amount(&c.Model.DayCost, "money a day"), std: "0", special: "0: no limit",
				meaning: "What all sessions together may cost, in the currency of the prices.",
			},
			{
				path: "model.input_price", value: amount(&c.Model.InputPrice, "money per million tokens"), std: "0", special: "0: costs nothing",
				meaning: "Price of what is sent to the model.",
			},
			{
				path: "model.output_price", value: amount(&c.Model.OutputPrice, "money per million tokens"), std: "0", special: "0: costs nothing",
				meaning: "Price of what the model answers.",
			},
		}},
		{"http", "the server of probes and metrics", []setting{
			{
				path: "http.listen", value: listen(&c.HTTP.Listen), std: ":8080", special: "off: nothing is served",
				meaning: "Address of `/healthz`, `/readyz`, `/metrics` and of Slack's requests in the mode `http`.",
			},
		}},
		{"log", "what is logged, to standard error; never what learners write", []setting{
			{
				path: "log.level", value: oneOf(&c.Log.Level, "debug", "info", "warn", "error"), std: "info",
				meaning: "The least level that is logged.",
			},
			{
				path: "log.format", value: oneOf(&c.Log.Format, "text", "json"), std: "text",
				meaning: "Form of a line.",
			},
		}},
	}
}

// openAI is the endpoint that a key alone is for.
const openAI = "https://api.openai.com/v1"

// maxTokens bounds a budget: above, a typing error is likelier than a wish.
const maxTokens = 1000000000000

// fileSuffix makes the name of a secret's setting that of a file which holds it.
const fileSuffix = "_file"

// configVariable names the file.
const configVariable = "TACK_CONFIG"

// name is the last part of the path.
func (s setting) name() string {
	_, name, _ := strings.Cut(s.path, ".")
	return name
}

// flag is the name of the flag, without dashes before it.
func (s setting) flag() string { return strings.NewReplacer(".", "-", "_", "-").Replace(s.path) }

// variables are the environment variables, the strongest first.
func (s setting) variables() []string {
	own := "TACK_" + strings.ToUpper(strings.ReplaceAll(s.path, ".", "_"))
	return append([]string{own}, s.also...)
}
