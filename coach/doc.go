// Package coach decides when a study session persists, changes tack or stops, as a pure function of
// the events so far.
//
//	session := coach.Open(coach.Opening{ID: "t1", Topic: "redis", Learner: "U1"})
//	session, decision, ok := coach.Step(session, coach.Turn{ID: "m1", At: at, Reading: reading})
//
// Goals: the same events give the same decisions on every store, platform and machine; every
// decision names its rule and the turns that prove it; the work of one step and the size of a
// session are bounded however long the session is; a session encodes and decodes without loss.
//
// Non-goals: reading text (coach/reading), speaking (coach/tutor, coach/voice), storing (state),
// dropping duplicate deliveries (whoever feeds the events).
//
// # The caller's duties
//
//  1. Feed events one at a time, in order, with the time of each; Step has no clock.
//  2. Make the new session durable before anything that the decision asks for leaves the process.
//  3. Send a coach message only when its Said event gave no decision: a Said that fires a rule is
//     withheld, and the core's own message takes its place.
//  4. Ask for the next Step of a thread only with the session that the last one returned.
//
// # What is remembered, and what falls out
//
// Every list in a session has a bound, and the oldest leave first.
//
// Errors and questions of the open issue: 16 of each are taken from one turn; 16 × threshold are
// kept of those that have been counted, and 24 of those whose count is 0. Counts fall to 0 with every
// close-out that is declined, and at most threshold turns lie between two, so what has been counted
// cannot fall out before it fires. What falls out is an error or question whose count is 0 anyway:
// if it comes again, it is taken for new once, and counted from there.
//
// Errors of the session, by which a reading finds what is the same: 24. Outputs seen: the 256 last
// shown; one shown again after 256 others is taken for new. Terms: the 512 last explained.
package coach
