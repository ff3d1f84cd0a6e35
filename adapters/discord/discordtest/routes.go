package discordtest

import (
	"net/url"
	"strings"
)

// handler answers one request with the lock held. A nil body is 204.
type handler func(*call) (any, error)

// route is a method and a path with {parameters}; its name, "POST /channels/{channel}/messages", is how
// tests, limits and faults call it.
type route struct {
	name  string
	parts []string // method, then the path's segments
	serve handler
	open  bool // needs no bot token: the address is the secret
}

type router []route

func (r *router) add(name string, serve handler) {
	*r = append(*r, route{name: name, parts: split(name), serve: serve})
}

// free adds a route whose path holds its own token.
func (r *router) free(name string, serve handler) {
	r.add(name, serve)
	(*r)[len(*r)-1].open = true
}

// split cuts "GET /a/b" into GET, a, b.
func split(name string) []string {
	method, path, _ := strings.Cut(name, " ")
	return append([]string{method}, strings.Split(strings.Trim(path, "/"), "/")...)
}

// find is the first route that fits an escaped path, with its parameters decoded.
func (r router) find(method, path string) (*route, map[string]string, error) {
	parts := split(method + " " + path)
	err := error(errNotFound)
	for i := range r {
		params, ok := match(r[i].parts[1:], parts[1:])
		if !ok {
			continue
		}
		if r[i].parts[0] == method {
			return &r[i], params, nil
		}
		err = errMethod
	}
	return nil, nil, err
}

func match(want, got []string) (map[string]string, bool) {
	if len(want) != len(got) {
		return nil, false
	}
	params := map[string]string{}
	for i, part := range want {
		if !strings.HasPrefix(part, "{") {
			if part != got[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(got[i])
		if err != nil || value == "" {
			return nil, false
		}
		params[strings.Trim(part, "{}")] = value
	}
	return params, true
}

// routes are all that this Discord answers. Of two that fit a path, the first is taken.
func routes() router {
	var r router
	r.addIdentity()
	r.addCommands()
	r.addInteractions()
	r.addChannels()
	r.addPins()
	r.addMessages()
	r.addThreads()
	r.addReactions()
	return r
}

func (r *router) addIdentity() {
	r.free("GET /gateway", (*call).getGateway)
	r.add("GET /gateway/bot", (*call).getGatewayBot)
	r.add("GET /users/@me", (*call).getMe)
	r.add("GET /users/@me/guilds", (*call).getMyGuilds)
	r.add("POST /users/@me/channels", (*call).openDM)
	r.add("GET /users/{user}", (*call).getUser)
	r.add("GET /applications/@me", (*call).getApplication)
	r.add("GET /oauth2/applications/@me", (*call).getApplication)
	r.add("GET /guilds/{guild}", (*call).getGuild)
	r.add("GET /guilds/{guild}/channels", (*call).getGuildChannels)
	r.add("GET /guilds/{guild}/roles", (*call).getGuildRoles)
	r.add("GET /guilds/{guild}/members/{user}", (*call).getMember)
	r.add("GET /guilds/{guild}/threads/active", (*call).getActiveThreads)
}

func (r *router) addCommands() {
	for _, base := range []string{"/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"} {
		r.add("GET "+base, (*call).getCommands)
		r.add("PUT "+base, (*call).putCommands)
		r.add("POST "+base, (*call).postCommand)
		r.add("GET "+base+"/{command}", (*call).getCommand)
		r.add("PATCH "+base+"/{command}", (*call).patchCommand)
		r.add("DELETE "+base+"/{command}", (*call).deleteCommand)
	}
}

func (r *router) addInteractions() {
	r.free("POST /interactions/{interaction}/{token}/callback", (*call).postCallback)
	r.free("POST /webhooks/{app}/{token}", (*call).postFollowup)
	r.free("GET /webhooks/{app}/{token}/messages/{message}", (*call).getAnswer)
	r.free("PATCH /webhooks/{app}/{token}/messages/{message}", (*call).patchAnswer)
	r.free("DELETE /webhooks/{app}/{token}/messages/{message}", (*call).deleteAnswer)
}

func (r *router) addChannels() {
	r.add("GET /channels/{channel}", (*call).getChannel)
	r.add("PATCH /channels/{channel}", (*call).patchChannel)
	r.add("DELETE /channels/{channel}", (*call).deleteChannel)
	r.add("POST /channels/{channel}/typing", (*call).postTyping)
}

func (r *router) addPins() {
	r.add("GET /channels/{channel}/messages/pins", (*call).getPins)
	r.add("PUT /channels/{channel}/messages/pins/{message}", (*call).putPin)
	r.add("DELETE /channels/{channel}/messages/pins/{message}", (*call).deletePin)
	// The deprecated ones, still served.
	r.add("GET /channels/{channel}/pins", (*call).getOldPins)
	r.add("PUT /channels/{channel}/pins/{message}", (*call).putPin)
	r.add("DELETE /channels/{channel}/pins/{message}", (*call).deletePin)
}

func (r *router) addMessages() {
	r.add("GET /channels/{channel}/messages", (*call).getMessages)
	r.add("POST /channels/{channel}/messages", (*call).postMessage)
	r.add("POST /channels/{channel}/messages/bulk-delete", (*call).bulkDelete)
	r.add("GET /channels/{channel}/messages/{message}", (*call).getMessage)
	r.add("PATCH /channels/{channel}/messages/{message}", (*call).patchMessage)
	r.add("DELETE /channels/{channel}/messages/{message}", (*call).deleteMessage)
}

func (r *router) addThreads() {
	r.add("POST /channels/{channel}/messages/{message}/threads", (*call).postThreadOn)
	r.add("POST /channels/{channel}/threads", (*call).postThread)
	r.add("GET /channels/{channel}/threads/archived/public", (*call).getArchived)
	r.add("GET /channels/{channel}/threads/archived/private", (*call).getArchived)
	r.add("GET /channels/{channel}/users/@me/threads/archived/private", (*call).getArchived)
	r.add("GET /channels/{channel}/thread-members", (*call).getThreadMembers)
	r.add("GET /channels/{channel}/thread-members/{user}", (*call).getThreadMember)
	r.add("PUT /channels/{channel}/thread-members/{user}", (*call).putThreadMember)
	r.add("DELETE /channels/{channel}/thread-members/{user}", (*call).deleteThreadMember)
}

func (r *router) addReactions() {
	const base = "/channels/{channel}/messages/{message}/reactions"
	r.add("DELETE "+base, (*call).deleteReactions)
	r.add("GET "+base+"/{emoji}", (*call).getReactions)
	r.add("PUT "+base+"/{emoji}/@me", (*call).putReaction)
	r.add("DELETE "+base+"/{emoji}/{user}", (*call).deleteReaction)
}
