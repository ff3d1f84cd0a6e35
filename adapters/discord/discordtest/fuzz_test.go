package discordtest_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"tack/adapters/discord/discordtest"
)

// FuzzREST sends any body to any path: whatever it is, the answer is a status and no panic.
func FuzzREST(f *testing.F) {
	for _, seed := range []struct{ method, path, body string }{
		{"POST", "/channels/C/messages", `{"content":"x","nonce":1,"embeds":[null],"components":[{"type":1,"components":[null]}],"allowed_mentions":{"parse":[1]}}`},
		{"PATCH", "/channels/C/messages/M", `{"attachments":[null],"content":null}`},
		{"PUT", "/channels/C/messages/M/reactions/%E2%9C%85/@me", ""},
		{"GET", "/channels/C/messages?around=M&limit=3", ""},
		{"GET", "/channels/C/messages?before=&after=x", ""},
		{"PUT", "/applications/A/commands", `[null,{"name":"a","description":"b","options":[1]}]`},
		{"POST", "/applications/A/commands", `{"name":"a","description":"b"}`},
		{"POST", "/channels/C/messages/M/threads", `{"name":"t"}`},
		{"POST", "/channels/C/threads", `{"name":"t","type":11}`},
		{"POST", "/interactions/1/t/callback", `{"type":9,"data":{"components":[]}}`},
		{"PATCH", "/channels/C", `{"archived":true}`},
		{"POST", "/channels/C/messages/bulk-delete", `{"messages":["M","M"]}`},
	} {
		f.Add(seed.method, seed.path, seed.body)
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		s := setUp(t, discordtest.Options{})
		m := s.say(t, s.channel, "here")
		path = strings.NewReplacer("C", s.channel, "M", m.ID, "A", s.BotID()).Replace(path)
		req := httptest.NewRequest("GET", "/", strings.NewReader(body))
		target, err := req.URL.Parse("/api/v10/" + strings.TrimLeft(path, "/"))
		if err != nil {
			t.Skip("no URL")
		}
		req.URL, req.Method = target, method
		req.Header.Set("Authorization", "Bot "+s.Token())
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, req)
		if answer.Code < 200 || answer.Code > 599 {
			t.Errorf("status %d", answer.Code)
		}
	})
}
