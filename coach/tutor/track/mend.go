package track

import (
	"slices"

	"tack/coach"
)

// mend brings a course that came from elsewhere (a document pasted or imported, another version of
// the track) into a state in which every name in it exists in the track.
func (u *turn) mend() {
	if u.c.Title == "" {
		u.c.Title = u.track.Title.In(u.loc)
	}
	if len(u.track.Levels) == 0 && u.c.Diagnosis.Level == "" {
		u.c.Diagnosis.Level = levels[0]
	}
	if !slices.Contains(dimensions, u.c.Diagnosis.Asked) {
		u.c.Diagnosis.Asked = ""
	}
	u.c.Diagnosis.Scenario = max(0, u.c.Diagnosis.Scenario)
	u.c.Route.Modules = slices.DeleteFunc(u.c.Route.Modules, func(id string) bool {
		_, ok := u.track.module(id)
		return !ok
	})
	if u.c.Phase != coach.PhaseSetup && u.c.Phase != coach.PhaseModule {
		return
	}
	if len(u.c.Route.Modules) == 0 {
		u.c.Route.Modules = u.allModules()
	}
	if len(u.c.Modules) == 0 {
		u.listProgress()
	}
	u.mendPosition()
}

// mendPosition moves a position that the track does not have to the first open module.
func (u *turn) mendPosition() {
	p := &u.c.Position
	p.Index = max(0, p.Index)
	if u.c.Position.Waiting == waitDone {
		return
	}
	_, known := u.track.module(p.Module)
	if p.Module != setupID && !known {
		u.enter(u.nextModule())
		return
	}
	odd := !slices.Contains(steps, p.Step) || p.Module == setupID && p.Step != firstStep(setupID)
	if (odd || p.Index >= u.stepSize()) && p.Waiting != waitStage {
		u.place(p.Module, firstStep(p.Module))
	}
}

func (u *turn) allModules() []string {
	var ids []string
	for i := range u.track.Modules {
		ids = append(ids, u.track.Modules[i].ID)
	}
	return ids
}
