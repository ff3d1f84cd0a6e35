package model

import (
	"fmt"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/guard"
	"tack/coach/tutor"
)

// hold checks what holds for every reply, whatever the model said.
func (d *desk) hold(in tutor.Input, r tutor.Reply) {
	d.Helper()
	bad := func(what string, args ...any) {
		d.Helper()
		d.Errorf("turn %d %q: %s\n--- %s", d.n, in.Message.Text, fmt.Sprintf(what, args...), r.Text)
	}
	before, after := in.Course, r.Course
	agreed := in.Go || in.Reading.Kind == coach.KindConfirm && in.Last.Asks == coach.AskConfirm
	if strings.TrimSpace(r.Text) == "" {
		bad("nothing is said")
	}
	if after.Route.Confirmed && !before.Route.Confirmed && !agreed {
		bad("the route is confirmed without a yes")
	}
	early := !before.Route.Confirmed && !agreed
	if early && (r.Teaches || len(r.Explains)+len(r.Commands)+len(r.Directions) > 0 || r.Completes != "") {
		bad("teaching before gate B: %+v", r)
	}
	if early && (after.Phase == coach.PhaseSetup || after.Phase == coach.PhaseModule) {
		bad("phase %s before gate B", after.Phase)
	}
	if g := after.Diagnosis; after.Phase == coach.PhaseNegotiation && (g.Goal == "" || g.Level == "" || g.Time == "" || g.Preferences == "" || g.Deliverable == "") {
		bad("gate A with %+v", g)
	}
	if r.Saves && after.Phase == before.Phase {
		bad("saves without passing a gate")
	}
	if r.Advanced && !agreed && in.Reading.Kind != coach.KindEvidence && in.Reading.Kind != coach.KindAnswer && in.Reading.Kind != coach.KindQuestion && in.Reading.Kind != coach.KindChat {
		bad("advanced by a turn of kind %s", in.Reading.Kind)
	}
	if n := len(planOf(after).Modules); n > 0 && (n < minModules || n > maxModules) {
		bad("a route of %d modules", n)
	}
	d.proven(in, r, bad)
	where := guard.Context{
		Phase: before.Phase, Locale: before.Locale, Step: in.Last.Step, RouteConfirmed: before.Route.Confirmed,
		Preferences: before.Preferences, Closed: before.Closed, Depth: before.Route.Depth,
	}
	if agreed {
		where.Phase, where.RouteConfirmed, where.Depth = after.Phase, after.Route.Confirmed, after.Route.Depth
	}
	for _, t := range before.Terms {
		where.Terms = append(where.Terms, t.Term)
	}
	for _, v := range d.tutor.Guard.Check(r, where) {
		bad("guard rule %d %s: %s", v.Rule, v.Name, v.What)
	}
	if masked(r.Text) != r.Text {
		bad("a credential is told")
	}
	for _, canary := range canaries {
		if strings.Contains(r.Text, canary) {
			bad("%q is told", canary)
		}
	}
	d.sized(in)
}

// proven checks that what a reply records and completes stands in what the learner sent.
func (d *desk) proven(in tutor.Input, r tutor.Reply, bad func(string, ...any)) {
	d.Helper()
	before, after := in.Course, r.Course
	for _, f := range after.Environment {
		if !slices.Contains(before.Environment, f) && !stands(f.Value, in.Message.Text) {
			bad("the environment has %+v", f)
		}
	}
	if len(after.Trace) > len(before.Trace) {
		if c := after.Trace[len(after.Trace)-1].Command; !stands(c, in.Message.Text+"\n"+in.Last.Text) {
			bad("the trace has %q", c)
		}
	}
	for i, o := range after.Own {
		if o.Consent && (i >= len(before.Own) || !before.Own[i].Consent) && !in.Go && !slices.Contains([]coach.Kind{coach.KindAnswer, coach.KindConfirm, coach.KindAck}, in.Reading.Kind) {
			bad("a consent that was not given")
		}
	}
	for _, p := range after.Points {
		i := slices.IndexFunc(before.Points, func(q course.Point) bool { return q.ID == p.ID })
		if p.Status == "confirmed" && (i < 0 || before.Points[i].Status != "confirmed" && in.Message.Text == "") {
			bad("the point %s is confirmed by nothing", p.ID)
		}
		if p.Module == before.Position.Module && p.Status != "confirmed" && r.Completes == coach.StageModule {
			bad("a module is complete with %+v", p)
		}
	}
	if r.Completes == coach.StageModule && before.Position.Step != "interview" && before.Position.Step != "verify" {
		bad("a module is complete in the step %s", before.Position.Step)
	}
	if r.Completes != "" && strings.TrimSpace(in.Message.Text) == "" {
		bad("something is complete without a word of the learner's")
	}
}

// canaries are pieces of the prompts that no reply may repeat.
var canaries = []string{"<<DATA", "<<END", "by the schema", "A program around you decides", "全部由你外面的程序决定"}

// sized holds every prompt to the budget.
func (d *desk) sized(in tutor.Input) {
	d.Helper()
	for _, r := range d.model.asked {
		if r.Estimate > d.tutor.Budget {
			d.Errorf("turn %d %q: a prompt of %d tokens for %s", d.n, in.Message.Text, r.Estimate, r.Scene)
		}
	}
	d.model.asked = nil
}
