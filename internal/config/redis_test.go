package config

import (
	"testing"

	"tack/state"
)

// redisURLs are URLs of a Redis, and what is said of those that are wrong.
var redisURLs = map[string]error{
	"redis://localhost":                               nil,
	"redis://localhost:6379":                          nil,
	"redis://kim:p%40ss@localhost:6379/3":             nil,
	"redis://:pass@localhost/?dial_timeout=3s":        nil,
	"rediss://kim:pass@cache.example:6380/0":          nil,
	"redis://[::1]:6379/1":                            nil,
	"redis+sentinel://a:26379,b,c/0?master=main":      nil,
	"redis+sentinel://kim:pass@a:26379/?master=main":  nil,
	"redis+cluster://a:6379,b:6379,c:6379":            nil,
	"rediss+cluster://kim:pass@a:6379,b:6379/":        nil,
	"localhost:6379":                                  errRedisScheme,
	"http://localhost":                                errRedisScheme,
	"redis+ring://localhost":                          errRedisScheme,
	"redis+://localhost":                              errRedisScheme,
	"redis:localhost":                                 errRedisScheme,
	"redis://":                                        errRedisHost,
	"redis://:6379":                                   errRedisHost,
	"redis://localhost:port":                          errRedisHost,
	"redis://localhost:99999":                         errRedisHost,
	"redis://kim:a/b@localhost":                       errRedisHost,
	"redis://kim:a%zz@localhost":                      errRedisHost,
	"redis://local host":                              errRedisHost,
	"redis://a:1,b:2":                                 errRedisSeveral,
	"redis://localhost/zero":                          errRedisDatabase,
	"redis+sentinel://a:1/0":                          errRedisMaster,
	"redis+sentinel://a:1/0?master":                   errRedisMaster,
	"redis+cluster://a:1/2":                           errRedisCluster,
	"redis+cluster://a:1,,b:1":                        errRedisHost,
	"redis://localhost/0?a=%zz":                       errRedisQuery,
	"redis://localhost/0?a;b":                         errRedisQuery,
	"redis://kim:geheim@localhost:6379\n":             errRedisHost,
	"redis+sentinel://a:1,b:99999/0?master=somewhere": errRedisHost,
}

func TestRedisURL(t *testing.T) {
	t.Parallel()
	for in, want := range redisURLs {
		if got := checkRedis(in); got != want {
			t.Errorf("%s: %v, want %v", in, got, want)
		}
	}
}

// TestRedisURL_Store: what is right here the store takes, too.
func TestRedisURL_Store(t *testing.T) {
	t.Parallel()
	for in, wrong := range redisURLs {
		if wrong != nil {
			continue
		}
		store, err := state.OpenRedis(t.Context(), in, state.Options{})
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if err := store.Close(); err != nil {
			t.Errorf("%s: close: %v", in, err)
		}
	}
}
