package config

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzFile: any file gives settings or problems with a place in it; valid settings print and load again.
func FuzzFile(f *testing.F) {
	f.Add("engine: {quiet: 3s, workers: 2}\nslack:\n  bot_token: xoxb-1\n  app_token_file: /dev/null\n")
	f.Add("store:\n  path: \"a\\tb\"\n---\n- &a [*a]\n")
	f.Add("model:\n  name: |\n    x\n  day_cost: 1e3\n? a\n: !!str b\n")
	f.Add("\ufeffhttp: {listen: off}\r\n<<: {a: 1}\n")
	f.Fuzz(func(t *testing.T, body string) {
		l := &loader{Loaded: Loaded{Origins: map[string]Origin{}, files: map[string]string{}}}
		l.groups = declare(&l.Config)
		l.defaults()
		in := file{l, "f.yaml", nil}
		in.parse([]byte(body))
		l.level(in.all)
		for _, p := range l.problems {
			if !strings.HasPrefix(string(p.Origin), "f.yaml") || p.Text == "" {
				t.Errorf("problem without a place: %v", p)
			}
		}
		for s := range l.all {
			if err := s.value.set(s.value.text()); err != nil && s.std != "" {
				t.Errorf("%s holds %q: %v", s.path, s.value.text(), err)
			}
			if text := s.value.text(); !utf8.ValidString(text) {
				t.Errorf("%s holds %q", s.path, text)
			}
		}
	})
}

// FuzzRedisURL: what is refused is never shown, wherever the password stands.
func FuzzRedisURL(f *testing.F) {
	f.Add("redis://kim:", "@localhost:6379/0")
	f.Add("redis+sentinel://", "@a,b:1/?master=m")
	f.Add("", "")
	f.Add("redis+cluster://h:1/", "?x=%zz")
	f.Fuzz(func(t *testing.T, before, behind string) {
		const password = "Zq7ßgeheim"
		var c Config
		err := redisURL(&c.Store.Redis).set(before + password + behind)
		if err != nil && strings.Contains(err.Error(), password) {
			t.Errorf("shown: %v", err)
		}
		if (err == nil) != (c.Store.Redis != "") {
			t.Errorf("%v and %q", err, c.Store.Redis.Reveal())
		}
	})
}

// FuzzSpan: what is read is written in a form that is read as the same.
func FuzzSpan(f *testing.F) {
	for _, s := range []string{"2.5s", "180d", "1d12h", "d", "-1s", "100000d", "1e3d", "0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := parseSpan(s)
		if err != nil {
			return
		}
		if back, err := parseSpan(formatSpan(d)); d < 0 || back != d || err != nil {
			t.Errorf("%q: %v, written %q, read %v, %v", s, d, formatSpan(d), back, err)
		}
	})
}
