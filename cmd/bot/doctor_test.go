package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tack/internal/config"
	"tack/internal/doctor"
	"tack/internal/openai/openaitest"
	"tack/internal/redistest"
	"tack/state"

	"github.com/google/go-cmp/cmp"
)

// diagnosis is what bot doctor said.
type diagnosis struct {
	code     int
	findings []doctor.Finding
}

// secrets are in every diagnosis' settings, and nowhere in what it prints.
var secrets = []string{"xoxb-geheim-1", "xapp-geheim-2", "geheim-3-sign", "geheim-4-discord", "sk-geheim-5", "geheim%206", "geheim 6", "geheim+6"}

// diagnose runs bot doctor, as JSON and for people.
func diagnose(t *testing.T, args ...string) diagnosis {
	t.Helper()
	var d diagnosis
	var report struct{ Findings []doctor.Finding }
	if err := json.Unmarshal([]byte(d.run(t, append(args, "--json")...)), &report); err != nil {
		t.Fatal(err)
	}
	d.findings = report.Findings
	asJSON := d.code
	d.run(t, args...)
	if d.code != asJSON || (d.code == exitProblem) != (doctor.Worst(d.findings) == doctor.Problem) {
		t.Errorf("exit codes %d and %d, findings %+v", asJSON, d.code, d.findings)
	}
	return d
}

// run fails the test if a secret is printed.
func (d *diagnosis) run(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	d.code = run(append([]string{"doctor"}, args...), strings.NewReader(""), &out, &errs)
	for _, s := range secrets {
		if strings.Contains(out.String()+errs.String(), s) {
			t.Errorf("%v prints the secret %q:\n%s%s", args, s, &out, &errs)
		}
	}
	return out.String()
}

// wrong are the findings that are not OK, as "part: name".
func (d diagnosis) wrong() []string {
	var all []string
	for _, f := range d.findings {
		if f.Level != doctor.OK {
			all = append(all, f.Part+": "+f.Name)
		}
	}
	return all
}

// text is the text of one finding.
func (d diagnosis) text(t *testing.T, name string) string {
	t.Helper()
	i := slices.IndexFunc(d.findings, func(f doctor.Finding) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no finding %s in %+v", name, d.findings)
	}
	return d.findings[i].Text
}

func TestDoctor_Redis(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	proxy := redistest.StartProxy(t, s)
	_, rest, _ := strings.Cut(s.Do("INFO", "server"), "redis_version:")
	version := rest[:strings.IndexAny(rest, "\r\n")]
	at := func(url string) []string { return []string{"store", "clock", "--store-redis", url} }
	if d := diagnose(t, at(s.URL())...); d.code != exitOK || len(d.findings) < 8 {
		t.Errorf("a good Redis: %+v", d)
	}
	for _, c := range []struct {
		name       string
		change, to func()
		want       []string
	}{
		{"evicts", set(s, "maxmemory-policy", "allkeys-lru"), set(s, "maxmemory-policy", "noeviction"), []string{"store: eviction"}},
		{"no append-only file", set(s, "appendonly", "no"), set(s, "appendonly", "yes"), []string{"store: persistence"}},
		{"old", func() { proxy.Say("redis_version:"+version, "redis_version:6"+version[1:]) }, func() { proxy.Say("", "") }, []string{"store: version"}},
	} {
		c.change()
		if d := diagnose(t, at(proxy.URL())...); d.code != exitProblem || !cmp.Equal(d.wrong(), c.want) {
			t.Errorf("%s: exit code %d, findings %v, want %v", c.name, d.code, d.wrong(), c.want)
		}
		c.to()
		if d := diagnose(t, at(proxy.URL())...); d.code != exitOK {
			t.Errorf("after %q: %v", c.name, d.wrong())
		}
	}
}

func set(s *redistest.Server, name, value string) func() {
	return func() { s.Do("CONFIG", "SET", name, value) }
}

// TestDoctor_RedisAway: a Redis that refuses the password, that is silent, that is down: each is told, and
// the parts beside it are as well as ever.
func TestDoctor_RedisAway(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	url := "redis://kim:geheim%206@" + s.Addr() + "/?read_timeout=200ms&max_retries=-1"
	for _, c := range []struct {
		change func()
		words  string
	}{
		{func() {}, "refuses the user name or password"},
		{s.Pause, "timeout"},
		{func() { s.Resume(); s.Kill() }, "refused"},
	} {
		c.change()
		d := diagnose(t, "store", "clock", "texts", "--store-redis", url)
		if want := []string{"store: reach", "clock: Redis"}; !cmp.Equal(d.wrong(), want) {
			t.Errorf("findings %v, want %v", d.wrong(), want)
		}
		if text := d.text(t, "reach"); !strings.Contains(text, c.words) {
			t.Errorf("finding %q, want %q", text, c.words)
		}
	}
}

// TestDoctor_InUse: that bot serve has the file open is no problem.
func TestDoctor_InUse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serving, err := state.OpenFile(filepath.Join(dir, storeName), state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer serving.Close()
	d := diagnose(t, "store", "disk", "--store-path", dir)
	if d.code != exitOK || !strings.Contains(d.text(t, "use"), "bot serve is running") {
		t.Errorf("%+v", d)
	}
}

// TestDoctor_Secrets: with every secret set and everything failing, in words that repeat all that was sent,
// none is printed.
func TestDoctor_Secrets(t *testing.T) {
	t.Parallel()
	chatty := openaitest.New(t)
	chatty.Rest(openaitest.Status(401, "invalid_api_key"))
	dir := t.TempDir()
	all := []string{
		"config", "store", "disk", "clock", "model", "slack", "discord",
		"--slack-bot-token", "xoxb-geheim-1", "--slack-app-token", "xapp-geheim-2", "--slack-signing-secret", "geheim-3-sign",
		"--discord-token", "geheim-4-discord", "--model-api-key", "sk-geheim-5", "--model-name", "small",
		"--slack-api-url", "http://127.0.0.1:1/", "--discord-api-url", "http://127.0.0.1:1",
		"--store-path", dir,
	}
	for _, more := range [][]string{
		{"--model-base-url", chatty.URL},
		{"--model-base-url", "http://127.0.0.1:1", "--store-redis", "redis://kim:geheim%206@127.0.0.1:1"},
		{"--store-redis", "redis+sentinel://kim:geheim%206@127.0.0.1:1/?master=main&sentinel_password=geheim+6&max_retries=-1"},
		{"--store-redis", "redis://kim:geheim%206@cache:port"},
		{"--store-redis", "redis://kim:geheim%206@cache/?dial_timeout=geheim%206"},
		{"--slack-bot-token", "sk-geheim-5", "--slack-app-token", "xoxb-geheim-1", "--engine-quiet", "fast"}, // mixed up
		{"--model-api-key-file", filepath.Join(dir, "nowhere")},
	} {
		if d := diagnose(t, append(slices.Clone(all), more...)...); d.code != exitProblem {
			t.Errorf("%v: exit code %d, want %d", more, d.code, exitProblem)
		}
	}
}

// TestCheckPlatform: only the platform asked about is connected to; what its own check says is told.
func TestCheckPlatform(t *testing.T) {
	t.Parallel()
	on := config.Config{Slack: config.Slack{BotToken: "xoxb-geheim-1"}, Discord: config.Discord{Token: "geheim-4-discord"}}
	slack := func(c config.Config, _ *slog.Logger) (*connection, error) {
		if !c.Slack.On() {
			return nil, nil
		}
		return &connection{name: "slack", check: func(context.Context) ([]state.Finding, error) {
			found := []state.Finding{{Name: "scopes", Text: "chat:write is missing", Fix: "Add it."}, {Name: "team", OK: true, Text: "T1"}}
			return found, fmt.Errorf("post: %s", c.Slack.BotToken.Reveal())
		}}, nil
	}
	discord := func(c config.Config, _ *slog.Logger) (*connection, error) {
		if !c.Discord.On() {
			return nil, nil
		}
		return nil, errors.New("no gateway")
	}
	found := doctor.Run(t.Context(), platformParts(on, []connector{slack, discord}, false), doctor.Limit, doctor.NewMask(on))
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s %s %s: %s", f.Level, f.Part, f.Name, f.Text))
	}
	want := []string{
		"problem slack scopes: chat:write is missing", "ok slack team: T1", "problem slack reach: post: ***",
		"problem discord connect: no gateway",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestDoctor_Clock: without Redis the platforms' clocks count.
func TestDoctor_Clock(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 4)
	late := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		w.Header().Set("Date", "Thu, 01 Jan 2026 00:00:00 GMT")
	}))
	t.Cleanup(late.Close)
	d := diagnose(t, "clock", "--slack-bot-token", "xoxb-geheim-1", "--slack-app-token", "xapp-geheim-2", "--slack-api-url", late.URL+"/api",
		"--discord-token", "geheim-4-discord", "--discord-api-url", late.URL+"/v10")
	if want := []string{"clock: Slack", "clock: Discord"}; d.code != exitProblem || !cmp.Equal(d.wrong(), want) {
		t.Errorf("%+v, want problems %v", d, want)
	}
	if a, b := <-asked, <-asked; a != "/api/api.test" || b != "/v10/gateway" {
		t.Errorf("asked %s and %s", a, b)
	}
}
