package state_test

import (
	"slices"
	"strings"
	"testing"

	"tack/state"
)

func TestOpenRedis_URL(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"redis://localhost", "redis://localhost:6379/3", "rediss://user:p%40ss@host:6380/0?read_timeout=2s",
		"redis://:pass@host", "redis://host?wait_replicas=2", "redis://[::1]:6379",
		"redis+sentinel://h1:26379,h2/1?master=main&sentinel_password=x", "rediss+cluster://u:p@h1:1,h2:2,h3:3",
	} {
		r, err := state.OpenRedis(t.Context(), good, state.Options{})
		if err != nil {
			t.Errorf("%s: %v", good, err)
			continue
		}
		_ = r.Close() // nothing is there
	}
}

// TestOpenRedis_Addresses: each kind has its own port where none is named.
func TestOpenRedis_Addresses(t *testing.T) {
	t.Parallel()
	for url, want := range map[string][]string{
		"redis://h": {"h:6379"}, "redis://h:1": {"h:1"}, "redis://[::1]": {"[::1]:6379"}, "redis://u:p@[::1]:7/3": {"[::1]:7"},
		"redis+sentinel://h1,h2:5,[::2]/0?master=m": {"h1:26379", "h2:5", "[::2]:26379"},
		"redis+cluster://u:p@h1:1,h2":               {"h1:1", "h2:6379"},
	} {
		if got := need(state.RedisAddrs(url))(t); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

// TestOpenRedis_BadURL: a bad URL is an error in words that help, and never shows the password.
func TestOpenRedis_BadURL(t *testing.T) {
	t.Parallel()
	for bad, say := range map[string]string{
		"": "of the form", "localhost:6379": "of the form", "http://x": "of the form", "redis://": "of the form",
		"redis://u:secret#1@host": "of the form", "redis://u:sec%zzret@host": "of the form", "redis://u:secret@ho st": "of the form",
		"redis://u:secret@h:port": "of the form", "redis://u:secret@h/db": "of the form", "redis://u:secret@h?colour=blue": "colour",
		"redis://u:secret@h?wait_replicas=-1": "wait_replicas", "redis://u:secret@h1,h2": "of the form",
		"redis+sentinel://u:secret@h1,h2": "master", "redis+cluster://u:secret@h1/2": "of the form", "redis+tree://h": "of the form",
	} {
		_, err := state.OpenRedis(t.Context(), bad, state.Options{})
		if err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%q: %v, want %q", bad, err, say)
			continue
		}
		if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sec%") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
}

func FuzzOpenRedis(f *testing.F) {
	f.Add("redis://u:p@h:1/2?wait_replicas=1")
	f.Add("redis+sentinel://h1:26379,h2/1?master=main")
	f.Fuzz(func(t *testing.T, url string) {
		r, err := state.OpenRedis(t.Context(), url, state.Options{})
		if err == nil {
			_ = r.Close() // nothing is there
		}
	})
}
