package state_test

import (
	"testing"
	"time"

	"tack/internal/redistest"
	"tack/state"

	"github.com/redis/go-redis/v9"
)

// TestRedis_CorruptThread: a thread that cannot be read keeps nobody else waiting.
func TestRedis_CorruptThread(t *testing.T) {
	t.Parallel()
	url := redistest.Start(t).URL()
	r := openRedis(t, url, state.Options{})
	for n := range 2 {
		check(t, record(t.Context(), r, n))
	}
	db := redis.NewClient(need(redis.ParseURL(url))(t))
	defer db.Close()
	keys := need(db.Keys(t.Context(), "tack:*:ev:*").Result())(t)
	check(t, db.HSet(t.Context(), keys[0], "e", "cut").Err())
	claims, err := r.Claim(t.Context(), 8, time.Minute)
	for err == nil && len(claims) == 0 {
		claims, err = r.Claim(t.Context(), 8, time.Minute)
	}
	if err != nil || len(claims) != 1 {
		t.Errorf("claims %v, %v", claims, err)
	}
}
