package engine_test

import (
	"strings"
	"testing"

	"tack/coach"
)

// Who wants to go on with another topic in an open session is told where; the session stays as it is.
func TestElsewhere(t *testing.T) {
	each(t, func(t *testing.T, on opener) {
		h := build(t, on, nil)
		h.say("I want to learn redis", "to cache pages at work")
		before := h.standing()
		if said := h.say("continue git"); !strings.Contains(said, "/study continue git") {
			t.Errorf("it is answered:\n%s", said)
		}
		after := h.standing()
		if after.Course.Topic != "redis" || after.Course.Diagnosis.Level != before.Course.Diagnosis.Level || after.Session.State() != coach.Coaching {
			t.Errorf("the session moved: %+v", after.Course.Diagnosis)
		}
		for _, told := range []string{"continue, git clone is done", "继续，git 已经装好了"} {
			if said := h.say(told); strings.Contains(said, "/study continue git") {
				t.Errorf("%q is taken for another topic:\n%s", told, said)
			}
		}
		h.replay()
	})
}
