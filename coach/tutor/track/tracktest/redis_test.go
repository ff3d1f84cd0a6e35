package tracktest_test

import (
	"testing"

	"tack/coach/tutor/track/tracktest"
)

func TestRedis(t *testing.T) {
	t.Parallel()
	tracktest.Run(t, tracktest.Load(t, "redis"), tracktest.Redis)
}
