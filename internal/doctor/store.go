package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tack/state"
)

// mild are the findings of state's checks and of the platforms' with which the bot still works. All
// others keep it from working, or lose what it should keep.
var mild = []string{"latency", "memory", "clock", "space", "replicas", "consumers", "pins"}

// FromState turns what a store's, or a platform's, own check says into findings. err is that nothing
// could be asked; fix is what to do then.
func FromState(ctx context.Context, found []state.Finding, err error, fix string) []Finding {
	var all []Finding
	for _, f := range found {
		level := Problem
		switch {
		case f.OK:
			level = OK
		case slices.Contains(mild, f.Name):
			level = Warning
		}
		all = append(all, Finding{Name: f.Name, Level: level, Text: f.Text, Fix: f.Fix})
	}
	if err != nil {
		all = append(all, Failed(ctx, "reach", err, fix))
	}
	return all
}

// Failed is the problem that something could not be done for an error.
func Failed(ctx context.Context, name string, err error, fix string) Finding {
	if errors.Is(context.Cause(ctx), errLimit) {
		err = fmt.Errorf("%w (%w)", errLimit, err)
	}
	return Finding{Name: name, Level: Problem, Text: err.Error(), Fix: fix}
}

// Well is the finding that something is as it should be.
func Well(name, format string, args ...any) Finding {
	return Finding{Name: name, Level: OK, Text: fmt.Sprintf(format, args...)}
}
