// Package doctor says whether the bot can work here: it looks at one part after another of what it
// works with, and says of each what is so and what to do.
//
// Goals: plain words; every part looked at side by side with the others, within a bounded time, so that
// one that hangs hides nothing of the rest; no secret in what is said, whoever words it. Non-goals:
// mending; watching a running bot (internal/ops).
//
//	findings := doctor.Run(ctx, []doctor.Part{{"model", checkModel}}, doctor.Limit, mask)
//	err := doctor.Print(os.Stdout, findings)
package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Level is how grave a finding is.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // the bot works, and somebody should know
	Problem Level = "problem" // the bot does not work, or loses what it should keep
)

// Finding is one thing that was found.
type Finding struct {
	Part  string `json:"part"`
	Name  string `json:"name"` // short and stable: "eviction"
	Level Level  `json:"level"`
	Text  string `json:"text"`          // what is so
	Fix   string `json:"fix,omitempty"` // what to do; empty when OK
}

// Part is something to look at. What Check returns has no Part set; it should end with ctx, which is done
// after the limit, and is given up soon after if it does not.
type Part struct {
	Name  string
	Check func(ctx context.Context) []Finding
}

// Limit is how long a part may take.
const Limit = 10 * time.Second

// errLimit is the cause of a context that ends with the limit.
var errLimit = errors.New("no answer in time")

// Run looks at all parts side by side and returns what was found, in their order. A part that does not
// end within the limit, and a tenth of it to say so itself, is a problem. mask is applied to every text.
func Run(ctx context.Context, parts []Part, limit time.Duration, mask Mask) []Finding {
	late, giveUp := context.WithTimeoutCause(ctx, limit+limit/10, errLimit)
	defer giveUp()
	inTime, cancel := context.WithTimeoutCause(late, limit, errLimit)
	defer cancel()
	found := make([]chan []Finding, len(parts))
	for i, p := range parts {
		found[i] = make(chan []Finding, 1) // a part that is given up must be able to end
		go func() { found[i] <- p.Check(inTime) }()
	}
	all := []Finding{}
	for i, p := range parts {
		for _, f := range await(late, found[i], limit) {
			f.Part = p.Name
			all = append(all, mask.finding(f))
		}
	}
	return all
}

// await waits for what a part finds until ctx is done.
func await(ctx context.Context, found <-chan []Finding, limit time.Duration) []Finding {
	select {
	case f := <-found:
		return f
	case <-ctx.Done():
	}
	select {
	case f := <-found: // both may have been so
		return f
	default:
		return []Finding{{
			Name: "time", Level: Problem, Text: fmt.Sprintf("no answer within %v", limit),
			Fix: "See whether what this part connects to is there and lets this machine in; then try again.",
		}}
	}
}

// Worst is the gravest level among findings; OK where there is none.
func Worst(findings []Finding) Level {
	worst := OK
	for _, f := range findings {
		if f.Level == Problem || f.Level == Warning && worst == OK {
			worst = f.Level
		}
	}
	return worst
}
