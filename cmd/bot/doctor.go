package main

import (
	"context"
	"errors"
	"os"
	"slices"

	"tack/internal/config"
	"tack/internal/doctor"
)

// doctorCmd says whether bot serve can work here.
type doctorCmd struct {
	Parts []string `arg:"" optional:"" name:"part" enum:"config,store,disk,clock,tracks,texts,model,slack,discord" help:"What to look at: config, store, disk, clock, tracks, texts, model, slack or discord. Without any: everything in use."`
	JSON  bool     `help:"Print one JSON object."`
	settingFlags
}

func newDoctorCmd() doctorCmd { return doctorCmd{settingFlags: newSettingFlags()} }

func (doctorCmd) Help() string {
	return `Says whether bot serve can work with its settings, and what to do where it cannot: ✓ it is so, ! it
works and somebody should know, ✗ it does not work, or loses what it should keep. It connects to what
is set, as bot serve does; of the model it asks one tiny question. No secret is printed. It ends
within seconds, whatever hangs.

Exit codes: 0 all works, 1 a problem, 2 wrong use.

Example:

    bot doctor
    bot doctor store --store-redis redis://localhost:6379
    bot doctor --config tack.yaml --json`
}

// Run looks at the parts and prints what it found.
func (c *doctorCmd) Run(s *streams) error {
	ctx, stop := untilSignal()
	defer stop()
	loaded, err := config.Load(c.given.Sources(os.Environ()))
	findings := doctor.Run(ctx, c.parts(loaded, err), doctor.Limit, doctor.NewMask(loaded.Config))
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	write := doctor.Print
	if c.JSON {
		write = doctor.JSON
	}
	if err := write(s.out, findings); err != nil {
		return err
	}
	if doctor.Worst(findings) == doctor.Problem {
		return errProblem
	}
	return nil
}

// parts are those to look at. With wrong settings bot serve would not start, and what they name is
// perhaps not what was meant: then only they are looked at, and what goes without them.
func (c *doctorCmd) parts(loaded config.Loaded, err error) []doctor.Part {
	settings := doctor.Part{Name: "config", Check: func(context.Context) []doctor.Finding { return settingFindings(loaded, err) }}
	all := []doctor.Part{settings}
	if err == nil {
		all = append(all, partsOf(loaded.Config, connectors, len(c.Parts) > 0)...)
	} else {
		all = append(all, textsPart)
	}
	return slices.DeleteFunc(all, func(p doctor.Part) bool {
		wanted := len(c.Parts) == 0 || slices.Contains(c.Parts, p.Name)
		return !wanted && (p.Name != "config" || err == nil)
	})
}

// settingFindings is what loading the settings said.
func settingFindings(loaded config.Loaded, err error) []doctor.Finding {
	var all []doctor.Finding
	for _, w := range loaded.Warnings {
		all = append(all, doctor.Finding{Name: "settings", Level: doctor.Warning, Text: w, Fix: "bot config table lists what can be set."})
	}
	var wrong config.Error
	if err != nil && !errors.As(err, &wrong) {
		wrong = config.Error{{Text: err.Error()}}
	}
	for _, p := range wrong {
		name := p.Setting
		if name == "" {
			name = "file"
		}
		p.Setting = ""
		all = append(all, doctor.Finding{Name: name, Level: doctor.Problem, Text: p.String(), Fix: "Mend it: bot serve does not start with it, and the rest cannot be looked at."})
	}
	if err != nil {
		return all
	}
	return append(all, doctor.Well("settings", "nothing wrong: %s", served(loaded.Config)))
}
