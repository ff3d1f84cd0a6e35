package adaptertest

import (
	"testing"

	"tack/coach"
)

// play is a script on its way.
type play struct {
	*testing.T
	house *House
	world World
}

// Failing is the error that the learner of the script does not get rid of.
const Failing = "Could not connect to Redis at 127.0.0.1:6379: Connection refused"

// Course leads from /study redis to the first command of the setup.
var Course = []string{
	"I want to use it as a cache at work", "I would use INCR, since it is atomic", "no idea",
	"about an hour on weekdays", "defaults", "a small cache layer for our web app", "confirm",
}

// script is a whole session: the way to the first command, somebody who meddles, the same error three times,
// a break-out that is exhausted, a correction of the summary, its confirmation, and the next session.
func (p *play) script() {
	p.world.Study("redis")
	p.write(Course...)
	p.after(func() { p.world.Interrupt("I have the same problem, let's stop here") })
	p.write(Failing, Failing, "still the same error")
	p.in(coach.BreakingOut)
	p.write("the weather is nice", "and the birds sing")
	p.in(coach.Closing)
	p.after(func() { p.world.Meddle("✅") })
	p.in(coach.Closing)
	p.write("you forgot: the firewall is on")
	p.in(coach.Closing)
	p.after(func() { p.world.React("👍") })
	p.in(coach.Closed)
	p.write("thanks", "continue redis")
	p.in(coach.Coaching)
}

// write has the learner write, message by message, each when the one before is answered.
func (p *play) write(texts ...string) {
	p.Helper()
	for _, text := range texts {
		p.after(func() { p.world.Write(text) })
	}
}

// after waits until what somebody does is answered.
func (p *play) after(do func()) {
	p.Helper()
	p.house.Answered(p, p.world.Thread(), do)
}

func (p *play) in(want coach.State) {
	p.Helper()
	p.house.AwaitState(p, p.world.Thread(), want)
}
