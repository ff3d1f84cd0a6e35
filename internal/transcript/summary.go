package transcript

import (
	"bytes"
	"fmt"
	"strings"

	"tack/coach"
)

// Summary counts what happened. The zero value is ready.
type Summary struct {
	Sessions int
	Turns    int
	Rules    map[coach.Rule]int
	Actions  map[coach.Action]int
}

// Add counts an outcome.
func (s *Summary) Add(o Outcome) {
	if s.Rules == nil {
		s.Rules, s.Actions = map[coach.Rule]int{}, map[coach.Action]int{}
	}
	if o.Session {
		s.Sessions++
	}
	for _, r := range o.Results {
		if r.Heard != nil {
			s.Turns++
		}
		for _, rule := range r.Decision.Fired {
			s.Rules[rule]++
		}
		s.Actions[r.Decision.Action]++
	}
}

// MarshalJSON writes every rule and every action, in the order of the protocol, zeros too.
func (s Summary) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"sessions":%d,"turns":%d,"rules":{`, s.Sessions, s.Turns)
	for i, rule := range coach.Rules {
		fmt.Fprintf(&b, "%s%q:%d", comma(i), rule, s.Rules[rule])
	}
	b.WriteString(`},"actions":{`)
	for i, action := range actions {
		fmt.Fprintf(&b, "%s%q:%d", comma(i), action, s.Actions[action])
	}
	b.WriteString("}}")
	return b.Bytes(), nil
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// Text is the summary for people; rules and actions that never came are left out.
func (s Summary) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "sessions %d\nturns    %d\n", s.Sessions, s.Turns)
	b.WriteString("rules\n")
	for _, rule := range coach.Rules {
		if n := s.Rules[rule]; n > 0 {
			fmt.Fprintf(&b, "  %-20s %d\n", rule, n)
		}
	}
	b.WriteString("actions\n")
	for _, action := range actions {
		if n := s.Actions[action]; n > 0 {
			fmt.Fprintf(&b, "  %-20s %d\n", action, n)
		}
	}
	return b.String()
}
