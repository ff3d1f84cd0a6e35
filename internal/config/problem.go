package config

import (
	"fmt"
	"strings"
)

// Origin is where a value comes from, in words: "default", "tack.yaml:3:10", "environment REDIS_URL",
// "flag --store-redis".
type Origin string

// fromDefault is the origin of what nobody set.
const fromDefault Origin = "default"

// Problem is what is wrong with one setting.
type Problem struct {
	Setting string // its path; empty: the file as a whole
	Origin  Origin
	Text    string
}

// String is a line: where, which setting, what is wrong.
func (p Problem) String() string {
	var parts []string
	for _, part := range []string{string(p.Origin), p.Setting, p.Text} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ": ")
}

// Error is everything that is wrong with the settings.
type Error []Problem

// Error lists the problems, a line each.
func (e Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the settings have %d problems:", len(e))
	if len(e) == 1 {
		b.Reset()
		b.WriteString("the settings have a problem:")
	}
	for _, p := range e {
		b.WriteString("\n  " + p.String())
	}
	return b.String()
}
