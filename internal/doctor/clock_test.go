package doctor_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tack/internal/doctor"
)

func TestClock(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("a credential was sent")
		}
	}))
	t.Cleanup(server.Close)
	for off, want := range map[time.Duration]doctor.Level{
		0: doctor.OK, time.Minute: doctor.Warning, -time.Minute: doctor.Warning, time.Hour: doctor.Problem, -time.Hour: doctor.Problem,
	} {
		f := doctor.Clock(t.Context(), "Slack", server.URL, func() time.Time { return time.Now().Add(off) })
		if f.Level != want || (f.Fix == "") != (want == doctor.OK) {
			t.Errorf("clock off by %v: %+v", off, f)
		}
	}
}

// TestClock_NoDate: where nothing can be compared, that is a warning: the platform's own part says more.
func TestClock_NoDate(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header()["Date"] = nil }))
	for _, words := range []string{"has no date", "refused"} {
		f := doctor.Clock(t.Context(), "Slack", server.URL, time.Now)
		if f.Level != doctor.Warning || !strings.Contains(f.Text, words) || f.Fix == "" {
			t.Errorf("%+v, want a warning with %q", f, words)
		}
		server.Close()
	}
}
