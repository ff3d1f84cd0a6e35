package tracktest_test

import (
	"os"
	"testing"

	"tack/coach/tutor/track/tracktest"
)

func TestGit(t *testing.T) {
	t.Parallel()
	tracktest.Run(t, tracktest.Load(t, "git"), tracktest.Plain)
}

// TestGit_Chinese sees the same outputs in Git's own Chinese translation: learners paste what they see,
// so that the patterns must match it too.
func TestGit_Chinese(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the same track again")
	}
	const translation = "/usr/share/locale/zh_CN/LC_MESSAGES/git.mo"
	if _, err := os.Stat(translation); err != nil {
		t.Skipf("Git's Chinese texts are not installed: %v", err)
	}
	tracktest.Outputs(t, tracktest.Load(t, "git"), func(testing.TB) tracktest.Around {
		return tracktest.Around{Vars: []string{"LANGUAGE=zh_CN"}}
	})
}
