package doctor_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tack/internal/doctor"

	"github.com/google/go-cmp/cmp"
)

// fine is a part that is well.
func fine(name string) doctor.Part {
	return doctor.Part{Name: name, Check: func(context.Context) []doctor.Finding { return []doctor.Finding{doctor.Well("it", "is so")} }}
}

// TestRun_Hanging: one part that heeds its context and one that does not: each is a problem, and the rest
// is there, in order.
func TestRun_Hanging(t *testing.T) {
	t.Parallel()
	end := make(chan struct{})
	t.Cleanup(func() { close(end) })
	parts := []doctor.Part{
		fine("first"),
		{"deaf", func(context.Context) []doctor.Finding { <-end; return nil }},
		{"slow", func(ctx context.Context) []doctor.Finding {
			<-ctx.Done()
			return []doctor.Finding{doctor.Failed(ctx, "reach", errors.New("dial: gave up"), "Wait.")}
		}},
		fine("last"),
	}
	got := doctor.Run(t.Context(), parts, 50*time.Millisecond, doctor.Mask{})
	want := []doctor.Finding{
		{Part: "first", Name: "it", Level: doctor.OK, Text: "is so"},
		{Part: "deaf", Name: "time", Level: doctor.Problem, Text: "no answer within 50ms", Fix: "See whether what this part connects to is there and lets this machine in; then try again."},
		{Part: "slow", Name: "reach", Level: doctor.Problem, Text: "no answer in time (dial: gave up)", Fix: "Wait."},
		{Part: "last", Name: "it", Level: doctor.OK, Text: "is so"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestRun_SideBySide: each of two parts ends only when the other has begun.
func TestRun_SideBySide(t *testing.T) {
	t.Parallel()
	a, b := make(chan struct{}), make(chan struct{})
	meet := func(mine, other chan struct{}) func(context.Context) []doctor.Finding {
		return func(ctx context.Context) []doctor.Finding {
			close(mine)
			select {
			case <-other:
				return []doctor.Finding{doctor.Well("met", "it")}
			case <-ctx.Done():
				return []doctor.Finding{doctor.Failed(ctx, "met", ctx.Err(), "")}
			}
		}
	}
	got := doctor.Run(t.Context(), []doctor.Part{{"a", meet(a, b)}, {"b", meet(b, a)}}, time.Minute, doctor.Mask{})
	if doctor.Worst(got) != doctor.OK || len(got) != 2 {
		t.Errorf("found %+v", got)
	}
}

// TestRun_Ended: who ends it from outside does not wait for the limit.
func TestRun_Ended(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	deaf := doctor.Part{Name: "deaf", Check: func(context.Context) []doctor.Finding {
		stop()
		<-t.Context().Done()
		return nil
	}}
	if got := doctor.Run(ctx, []doctor.Part{deaf}, time.Hour, doctor.Mask{}); len(got) != 1 || got[0].Name != "time" {
		t.Errorf("found %+v", got)
	}
}

func TestPrint(t *testing.T) {
	t.Parallel()
	ok, warning := doctor.Well("disk", "room"), doctor.Finding{Part: "p", Name: "n", Level: doctor.Warning, Text: "two\nlines", Fix: "do\nthis"}
	problem := doctor.Finding{Part: "q", Name: "n", Level: doctor.Problem, Text: "broken"}
	ok.Part = "o"
	for _, c := range []struct {
		findings []doctor.Finding
		want     string
		worst    doctor.Level
	}{
		{nil, "all well\n", doctor.OK},
		{[]doctor.Finding{ok}, "✓ o: disk: room\nall well\n", doctor.OK},
		{[]doctor.Finding{ok, warning}, "✓ o: disk: room\n! p: n: two\n    lines\n    do\n    this\nall works, 1 warning\n", doctor.Warning},
		{[]doctor.Finding{problem, warning, problem}, "✗ q: n: broken\n! p: n: two\n    lines\n    do\n    this\n✗ q: n: broken\n2 problems, 1 warning\n", doctor.Problem},
		{[]doctor.Finding{problem}, "✗ q: n: broken\n1 problem\n", doctor.Problem},
	} {
		var b strings.Builder
		if err := doctor.Print(&b, c.findings); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, b.String()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if got := doctor.Worst(c.findings); got != c.worst {
			t.Errorf("worst of %+v: %s", c.findings, got)
		}
	}
}
