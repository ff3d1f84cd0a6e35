package handoff

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tack/coach/course"
)

func TestWrite_Trace(t *testing.T) {
	f := forms(t)
	docs, _ := f.Write(sample(), Session{}, nil)
	first := docs.Get(TraceName)
	line := "- [M0] `redis-server --port 6390 --daemonize yes` → starts a private server"
	if !strings.Contains(first, line) || !strings.Contains(first, "- TTL: seconds a key still has") {
		t.Fatalf("got\n%s", first)
	}
	c := sample()
	c.Trace = append(c.Trace, course.Trace{Module: "M1", Command: "redis-cli CONFIG SET `x` y", Effect: "sets x", At: noon.Add(time.Hour)})
	edited := first + "\nmy own remark\n"
	docs, _ = f.Write(c, Session{Locale: "zh"}, Documents{{TraceName, edited}})
	second := docs.Get(TraceName)
	if !strings.HasPrefix(second, edited) || strings.Count(second, line) != 1 {
		t.Errorf("not appended:\n%s", second)
	}
	docs, _ = f.Write(c, Session{}, Documents{{TraceName, second}})
	if docs.Get(TraceName) != second {
		t.Errorf("written again without news:\n%s", docs.Get(TraceName))
	}
	got, err := f.ParseTrace(second)
	if err != nil || len(got.Entries) != 2 || got.Entries[1].Command != c.Trace[1].Command || got.Entries[0].Undone != "the server is gone" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWrite_NotesOnlyWithConsent(t *testing.T) {
	f := forms(t)
	c := sample()
	c.Own = []course.Own{{Point: "ttl", Text: "kept to myself"}}
	docs, _ := f.Write(c, Session{}, nil)
	for _, d := range docs {
		if d.Name == NotesName || strings.Contains(d.Body, "kept to myself") {
			t.Errorf("%s has it", d.Name)
		}
	}
	c.Own[0].Consent = true
	docs, _ = f.Write(c, Session{}, nil)
	if !strings.Contains(docs.Get(NotesName), "## Expiry\n") || !strings.Contains(docs.Get(NotesName), "> kept to myself\n") {
		t.Errorf("got %q", docs.Get(NotesName))
	}
}

func TestWrite_ModuleNotes(t *testing.T) {
	f := forms(t)
	c := sample()
	c.Topic = "../c++"
	docs, err := f.Write(c, Session{Modules: []Module{{ID: "M0", Title: "a/b: \"x\"\n.", What: "A server listens."}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	name := "docs/-c++ M0 a-b- -x-.md"
	body := docs.Get(name)
	if body == "" {
		t.Fatalf("names: %v", docs)
	}
	for _, want := range []string{"## What each concept is\n\nA server listens.\n", "## Your code and commands\n\n- `redis-server --port", "## From what to why to how it is asked\n\nnone\n"} {
		if !strings.Contains(body, want) {
			t.Errorf("lacks %q:\n%s", want, body)
		}
	}
}

func TestWrite_TooLarge(t *testing.T) {
	f := forms(t)
	c := sample()
	for range 100 {
		c.Known = append(c.Known, strings.Repeat("é", MaxText))
	}
	if _, err := f.Write(c, Session{}, nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	c.Known = c.Known[:20]
	docs, err := f.Write(c, Session{}, nil)
	if err != nil || !strings.Contains(docs.Get(ContextName), "é…\n") {
		t.Errorf("a long text is not cut: %v", err)
	}
}
