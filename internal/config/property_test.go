package config

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawn is a value for a setting, most often one that it takes.
func drawn(t *rapid.T, s setting, sample string) string {
	label := s.path
	switch s.value.shape() {
	case shapeWhole:
		return strconv.Itoa(rapid.IntRange(-1, 20000).Draw(t, label))
	case shapeNumber:
		return strconv.FormatFloat(rapid.Float64Range(0, 1000).Draw(t, label), 'g', -1, 64)
	case shapeSpan:
		unit := rapid.SampledFrom([]time.Duration{time.Millisecond, time.Second, time.Minute, time.Hour, day}).Draw(t, label)
		return (time.Duration(rapid.IntRange(0, 400).Draw(t, label)) * unit).String()
	}
	if s.secret || s.path == "coach.tracks" {
		return sample
	}
	word := rapid.StringOfN(rapid.RuneFrom([]rune("ab 0:#'\"\\-{}[]&*!|>%@`,?~.文é🙂")), 0, 12, -1)
	return rapid.OneOf(rapid.Just(sample), word, rapid.String()).Draw(t, label)
}

// TestPrint_FeedsBack: what is printed of valid settings gives the same settings, secrets beside it.
func TestPrint_FeedsBack(t *testing.T) {
	t.Parallel()
	all, dir := samples(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("of.a.file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	valid := 0
	rapid.Check(t, func(t *rapid.T) {
		flags, secrets := map[string]string{}, []string{}
		for _, s := range every(new(Config)) {
			if !rapid.Bool().Draw(t, "with "+s.path) {
				continue
			}
			v := drawn(t, s, all[s.path])
			var c Config
			for _, same := range every(&c) {
				if same.path != s.path || same.value.set(v) != nil {
					continue
				}
				if s.secret {
					secrets = append(secrets, s.variables()[0]+"="+v)
				} else {
					flags[s.flag()] = v
				}
			}
		}
		if rapid.Bool().Draw(t, "secret in a file") {
			flags["discord-token-file"] = filepath.Join(dir, "secret")
		}
		first, err := Load(Sources{Flags: flags, Environ: secrets})
		if err != nil {
			return // half a configuration
		}
		valid++
		feedsBack(t, first, filepath.Join(dir, "printed.yaml"), secrets)
	})
	if valid < 10 {
		t.Errorf("only %d valid settings drawn", valid)
	}
}

func feedsBack(t *rapid.T, first Loaded, path string, secrets []string) {
	var b strings.Builder
	if err := first.Print(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if first.files["discord.token"] != "" { // then the variable is not in effect, and would be stronger
		kept := []string{}
		for _, v := range secrets {
			if !strings.HasPrefix(v, "TACK_DISCORD_TOKEN=") {
				kept = append(kept, v)
			}
		}
		secrets = kept
	}
	again, err := Load(Sources{File: path, Environ: secrets})
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if d := cmp.Diff(first.Config, again.Config); d != "" {
		t.Fatalf("(-first +again)\n%s\n%s", d, b.String())
	}
}
