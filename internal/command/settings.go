package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tack/coach"
	"tack/internal/engine"
	"tack/internal/nearest"
	"tack/state"
)

// auto is the language of the first message.
const auto = "auto"

// Who may open sessions in a channel.
const (
	everyone = "everyone"
	managers = "managers"
)

// Settings are a channel's. The zero value stands for the defaults.
type Settings struct {
	Openers   string     `json:"openers,omitempty"`   // everyone (default), managers
	Language  string     `json:"language,omitempty"`  // auto (default), en, zh
	Pace      coach.Pace `json:"pace,omitempty"`      // step_confirm (default), continuous
	Threshold int        `json:"threshold,omitempty"` // turns; 0: that of the installation
	Rests     string     `json:"rests,omitempty"`     // no reminders then: "22:00-07:00 Europe/Berlin"
}

// Lets says whether a user may open a session.
func (s Settings) Lets(manager bool) bool { return s.Openers != managers || manager }

// Apply puts the settings on the event that opens a session. locale is the user's own language.
func (s Settings) Apply(in *engine.Inbound, locale string) {
	in.Locale, in.Pace, in.Threshold, in.Rests = locale, s.Pace, s.Threshold, s.Rests
	if s.Language != auto {
		in.Locale, in.Chosen = s.Language, true
	}
}

// key is where the settings of a channel are kept.
func key(channel coach.ThreadID) state.Key {
	return state.Key{Learner: state.Learner{Workspace: channel.Workspace()}, Name: "settings:" + string(channel)}
}

// Settings returns those of a channel, defaults filled in.
func (d *Desk) Settings(ctx context.Context, channel coach.ThreadID) (Settings, error) {
	s := Settings{Openers: everyone, Language: auto, Pace: coach.PaceStepConfirm}
	body, err := d.Store.Get(ctx, key(channel))
	if errors.Is(err, state.ErrNotFound) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(body, &s); err != nil {
		return s, fmt.Errorf("settings of %s: %w: %w", channel, state.ErrCorrupt, err)
	}
	return s, nil
}

// settings shows the channel's settings, or changes one.
func (d *Desk) settings(ctx context.Context, r Request, rest string) (Answer, error) {
	s, err := d.Settings(ctx, r.Channel)
	if err != nil {
		return Answer{}, err
	}
	name, value, _ := strings.Cut(rest, " ")
	if name == "" {
		return d.say(r, "settings", s), nil
	}
	if !r.Manager {
		return d.say(r, "settings.managers", nil), nil
	}
	name = strings.ToLower(name)
	if !slices.Contains(names, name) {
		return d.say(r, "settings.unknown", map[string]any{"Name": name, "Near": nearest.Name(name, names)}), nil
	}
	if !s.set(name, strings.TrimSpace(value)) {
		return d.say(r, "settings.wrong", map[string]any{"Name": name, "Value": value}), nil
	}
	body, err := json.Marshal(s)
	if err != nil {
		return Answer{}, err
	}
	if err := d.Store.Put(ctx, key(r.Channel), body, 0); err != nil {
		return Answer{}, err
	}
	return d.say(r, "settings", s), nil
}

// names are those of the settings.
var names = []string{"openers", "language", "pace", "threshold", "rests"}

// The bounds of a threshold, in turns: below, no break-out fits; above, nobody reads the summary.
const (
	minThreshold = 8
	maxThreshold = 100
)

// set changes one setting; false: it has no such value.
func (s *Settings) set(name, value string) bool {
	ok := true
	switch name {
	case "openers":
		ok = value == everyone || value == managers
		s.Openers = value
	case "language":
		ok = value == auto || value == "en" || value == "zh"
		s.Language = value
	case "pace":
		s.Pace = coach.Pace(value)
		ok = s.Pace == coach.PaceStepConfirm || s.Pace == coach.PaceContinuous
	case "threshold":
		n, err := strconv.Atoi(value)
		ok = value == "default" || err == nil && n >= minThreshold && n <= maxThreshold
		s.Threshold = n
	case "rests":
		if value == "none" {
			value = ""
		}
		_, err := engine.ParseHours(value)
		ok = err == nil
		s.Rests = value
	default:
		return false
	}
	return ok
}
