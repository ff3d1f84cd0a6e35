package adaptertest

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tack/coach"
)

// World is a platform as people use and see it, with one learner and one thread.
type World interface {
	// Study is the learner's /study with these words. The thread that it opens, if any, is the one in hand
	// from then on.
	Study(text string)
	// Thread is the thread in hand.
	Thread() coach.ThreadID
	// Write is the learner's message in the thread in hand, Interrupt somebody else's.
	Write(text string)
	Interrupt(text string)
	// React puts an emoji ("✅") under the pinned summary for the learner; Meddle for somebody else.
	React(emoji string)
	Meddle(emoji string)
	// Seen is what the coach's messages in the thread in hand show now, oldest first; the opening message,
	// which platforms word as they can, is left out.
	Seen() []Seen
}

// Seen is one message of the coach's, as it is shown.
type Seen struct {
	Text   string // in the platform's own dialect
	File   string // name of the document that it gives; "" = none
	Pinned bool
}

// update writes the story anew instead of comparing it.
var update = flag.Bool("update", false, "write testdata/story.txt anew")

// Converse plays the script in a world and compares what was decided and what is seen, line by line, with
// the story: the same for every platform.
func Converse(t *testing.T, h *House, w World) {
	t.Helper()
	var story []string
	p := &play{T: t, house: h, world: w}
	p.script()
	story = append(story, "decisions:")
	story = append(story, h.Decisions(t, w.Thread())...)
	story = append(story, "", "seen:")
	for _, s := range w.Seen() {
		story = append(story, s.line())
	}
	compare(t, strings.Join(story, "\n")+"\n")
}

// compare holds the story to the file.
func compare(t *testing.T, got string) {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	file := filepath.Join(filepath.Dir(here), "testdata", "story.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := string(must[[]byte](t, "read the story")(os.ReadFile(file)))
	is, should := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(is), len(should)) {
		if i >= len(is) || i >= len(should) || is[i] != should[i] {
			t.Fatalf("the story differs from line %d on:\nis     %s\nshould %s\nthe whole:\n%s", i+1, at(is, i), at(should, i), got)
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// storyRunes is how much of a message stands in the story.
const storyRunes = 90

// line is a message without what platforms show differently: markup, line breaks, invisible characters.
func (s Seen) line() string {
	text := strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_~`#|>•◦-—[]()<\u200b\u2060\\", r) {
			return ' '
		}
		return r
	}, s.Text)
	mark := "·"
	if s.Pinned {
		mark = "📌"
	}
	if s.File != "" {
		return "file " + s.File
	}
	return mark + " " + clip(strings.Join(strings.Fields(text), " "))
}

func clip(s string) string {
	if r := []rune(s); len(r) > storyRunes {
		return string(r[:storyRunes]) + "…"
	}
	return s
}
