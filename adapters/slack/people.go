package slack

import (
	"context"
	"strings"
	"time"
)

// person is what is known of a user. The zero value is one of whom nothing is.
type person struct {
	locale  string // "en", "zh"; "" = another, or unknown
	manager bool   // an admin or owner of the workspace: the channels' settings are theirs
	until   time.Time
}

// person looks a user up, at most once in peopleFor. A user who cannot be looked up is nobody special.
func (a *Adapter) person(ctx context.Context, user string) person {
	if p, ok := a.persons.Get(user); ok && time.Now().Before(p.until) {
		return p
	}
	u, err := a.client.GetUserInfoContext(ctx, user)
	if err != nil {
		a.log.Warn("look a user up", "err", err)
		return person{}
	}
	p := person{manager: u.IsAdmin || u.IsOwner || u.IsPrimaryOwner, until: time.Now().Add(peopleFor)}
	switch language, _, _ := strings.Cut(u.Locale, "-"); language {
	case "en", "zh":
		p.locale = language
	}
	a.persons.Put(user, p)
	return p
}
