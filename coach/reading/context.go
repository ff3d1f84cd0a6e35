package reading

import "tack/coach"

// ContextOf is where the next message of a session stands.
func ContextOf(s coach.Session) Context {
	m := s.Memory()
	return Context{
		State: m.State, Phase: m.Phase, Locale: m.Locale, Asks: m.Asks, YesMeans: m.YesMeans, Problem: m.Problem,
		Sets: m.Sets, Errors: m.Errors, Questions: m.Questions, CoachQuestions: m.CoachQuestions,
	}
}
