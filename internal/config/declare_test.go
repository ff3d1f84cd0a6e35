package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tack/coach"
	"tack/coach/tutor/model"
	"tack/internal/engine"
	"tack/state"
)

// samples has for each setting a value that is not its default. Together they are valid, in the mode http.
func samples(t testing.TB) map[string]string {
	return map[string]string{
		"store.path": "/srv/tack", "store.redis": "redis://kim:geheim@cache:6379/2",
		"engine.quiet": "4s", "engine.workers": "8", "engine.threshold": "30", "engine.grace": "1m30s",
		"retention.threads": "30d", "retention.documents": "0",
		"coach.language": "zh", "coach.tracks": t.TempDir(), "coach.documents": "./docs \"quoted\" # 文档",
		"slack.bot_token": "xoxb-geheim", "slack.app_token": "xapp-geheim", "slack.signing_secret": "geheim", "slack.mode": "http",
		"slack.path": "/slack", "slack.api_url": "http://127.0.0.1:9/api/",
		"discord.token": "geheim.discord", "discord.api_url": "http://127.0.0.1:9/api", "discord.shards": "2",
		"model.api_key": "sk-geheim", "model.base_url": "http://127.0.0.1:9/v1", "model.name": "small", "model.timeout": "45s",
		"model.context": "8000", "model.learner_tokens": "1", "model.channel_tokens": "2", "model.day_tokens": "3",
		"model.day_cost": "2.5", "model.input_price": "0.15", "model.output_price": "0.6",
		"http.listen": "127.0.0.1:9090", "log.level": "debug", "log.format": "json",
	}
}

// every is all settings, bound to c.
func every(c *Config) []setting {
	var all []setting
	for _, g := range declare(c) {
		all = append(all, g.settings...)
	}
	return all
}

// leaves are the fields of a Config by name.
func leaves(c Config) map[string]any {
	all := map[string]any{}
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		for j := range v.Field(i).NumField() {
			name := v.Type().Field(i).Name + "." + v.Field(i).Type().Field(j).Name
			all[name] = v.Field(i).Field(j).Interface()
		}
	}
	return all
}

// TestDeclare_EveryField: each setting is bound to one field, named as it is, and each field to one setting.
func TestDeclare_EveryField(t *testing.T) {
	t.Parallel()
	bound := map[string]string{}
	for i, s := range every(new(Config)) {
		base := Config{}
		for _, d := range every(&base) {
			d.value.set(d.std)
		}
		changed := base
		if err := every(&changed)[i].value.set(samples(t)[s.path]); err != nil {
			t.Errorf("%s: %v", s.path, err)
		}
		before := leaves(base)
		var fields []string
		for name, v := range leaves(changed) {
			if v != before[name] {
				fields = append(fields, name)
			}
		}
		plain := strings.ReplaceAll(s.path, "_", "")
		if len(fields) != 1 || !strings.EqualFold(fields[0], plain) {
			t.Errorf("%s changes %v", s.path, fields)
			continue
		}
		bound[fields[0]] = s.path
	}
	for name := range leaves(Config{}) {
		if bound[name] == "" {
			t.Errorf("field %s has no setting", name)
		}
	}
}

// TestDeclare_Names: no name is given twice, and a group has its own settings alone.
func TestDeclare_Names(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	name := func(n, of string) {
		if seen[n] != "" {
			t.Errorf("%s: of %s and of %s", n, seen[n], of)
		}
		seen[n] = of
	}
	for _, g := range declare(new(Config)) {
		for _, s := range g.settings {
			if !strings.HasPrefix(s.path, g.name+".") {
				t.Errorf("%s in group %s", s.path, g.name)
			}
			name("--"+s.flag(), s.path)
			for _, v := range s.variables() {
				name(v, s.path)
			}
			if s.secret {
				name("--"+s.flag()+"-file", s.path)
			}
			if s.secret && s.std != "" {
				t.Errorf("%s: a secret with a default", s.path)
			}
			if !strings.HasSuffix(s.meaning, ".") || s.value.want() == "" {
				t.Errorf("%s: meaning %q, want %q", s.path, s.meaning, s.value.want())
			}
		}
	}
}

// TestDeclare_Defaults: the defaults are those of the packages that go by them.
func TestDeclare_Defaults(t *testing.T) {
	t.Parallel()
	l, err := Load(Sources{})
	if err != nil {
		t.Fatal(err)
	}
	for what, is := range map[string][2]any{
		"quiet":     {l.Engine.Quiet, engine.DefaultQuiet},
		"workers":   {l.Engine.Workers, engine.DefaultWorkers},
		"threshold": {l.Engine.Threshold, coach.DefaultThreshold},
		"grace":     {l.Engine.Grace, engine.DefaultGrace},
		"threads":   {l.Retention.Threads, state.DefaultKeepThreads},
		"documents": {l.Retention.Documents, state.DefaultKeepDocuments},
		"context":   {l.Model.Context, model.DefaultBudget},
	} {
		if is[0] != is[1] {
			t.Errorf("%s: default %v, elsewhere %v", what, is[0], is[1])
		}
	}
	if len(l.Warnings) > 0 || l.Slack.On() || l.Discord.On() || l.Model.On() {
		t.Errorf("%v %+v", l.Warnings, l.Config)
	}
}

// A way is one of the ways in which a value reaches a setting.
type way struct {
	name  string
	given Sources
	from  Origin
}

// ways are all of them, for one setting.
func ways(t *testing.T, s setting, v string) []way {
	t.Helper()
	all := []way{{"flag", Sources{Flags: map[string]string{s.flag(): v}}, Origin("flag --" + s.flag())}}
	for _, name := range s.variables() {
		all = append(all, way{name, Sources{Environ: []string{name + "=" + v}}, Origin("environment " + name)})
	}
	file := write(t, "tack.yaml", settingYAML(s, v))
	all = append(all, way{"file", Sources{File: file}, Origin(fmt.Sprintf("%s:2:%d", file, len(s.name())+5))})
	all = append(all, way{"named file", Sources{Environ: []string{"TACK_CONFIG=" + file}}, all[len(all)-1].from})
	if !s.secret {
		return all
	}
	secret := write(t, "secret", v+"\n")
	all = append(all, way{"file by flag", Sources{Flags: map[string]string{s.flag() + "-file": secret}}, Origin("flag --" + s.flag() + "-file")})
	for _, name := range s.variables() {
		all = append(all, way{name + "_FILE", Sources{Environ: []string{name + "_FILE=" + secret}}, Origin("environment " + name + "_FILE")})
	}
	group, name, _ := strings.Cut(s.path, ".")
	file = write(t, "tack.yaml", fmt.Sprintf("%s:\n  %s_file: %s\n", group, name, secret))
	return append(all, way{"file by file", Sources{File: file}, Origin(fmt.Sprintf("%s:2:%d", file, len(name)+10))})
}

// settingYAML is a file with one setting.
func settingYAML(s setting, v string) string {
	group, name, _ := strings.Cut(s.path, ".")
	if s.value.shape() == shapeText || s.value.shape() == shapeSpan {
		v = quote(v)
	}
	return fmt.Sprintf("%s:\n  %s: %s\n", group, name, v)
}

func write(t testing.TB, name, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLoad_EveryWay: each setting can be set in each way, which its origin tells.
func TestLoad_EveryWay(t *testing.T) {
	t.Parallel()
	others := samples(t)
	for i, s := range every(new(Config)) {
		for _, w := range ways(t, s, others[s.path]) {
			l, _ := Load(w.given) // half a configuration: what is missing is another test's
			if got := every(&l.Config)[i].value.text(); got != others[s.path] {
				t.Errorf("%s by %s: %q, want %q", s.path, w.name, got, others[s.path])
			}
			if l.Origins[s.path] != w.from {
				t.Errorf("%s by %s: from %q, want %q", s.path, w.name, l.Origins[s.path], w.from)
			}
			if len(l.Warnings) > 0 && !strings.HasSuffix(l.Warnings[0], "no model is used unless it is named") {
				t.Errorf("%s by %s: %v", s.path, w.name, l.Warnings)
			}
		}
	}
}
