package versus

import (
	"os"
	"testing"
	"time"
)

func TestPercentiles(t *testing.T) {
	t.Parallel()
	var times []time.Duration
	for i := range 200 {
		times = append(times, time.Duration(200-i)*time.Millisecond)
	}
	if p50, p99 := percentiles(times); p50 != 101*time.Millisecond || p99 != 199*time.Millisecond {
		t.Errorf("p50 %v, p99 %v of 1 to 200 ms", p50, p99)
	}
	if p50, p99 := percentiles(nil); p50 != 0 || p99 != 0 {
		t.Errorf("p50 %v, p99 %v of nothing", p50, p99)
	}
}

func TestResident(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("no /proc here")
	}
	if got, err := resident(os.Getpid()); err != nil || got < 1<<20 {
		t.Errorf("this process holds %d bytes: %v", got, err)
	}
}
