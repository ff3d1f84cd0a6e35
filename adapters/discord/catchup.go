package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"tack/adapters/inhand"
	"tack/coach"
	"tack/state"

	"github.com/bwmarrin/discordgo"
)

// catchUp fetches what was said while nobody listened, in the threads of some guilds that were written in
// last, and at the top of their channels. since is when something was last heard; zero: this process has just
// begun. What was recorded already is a repeat to the store.
//
// What is not caught up, and why, the package's documentation says.
func (in *inbox) catchUp(ctx context.Context, guilds []string, since time.Time) {
	if !in.gaps.add(guilds, since) {
		return
	}
	for guild, since, ok := in.gaps.next(); ok; guild, since, ok = in.gaps.next() {
		in.watch.Do(func() { in.catch(ctx, guild, since) })
	}
}

// catch goes over the threads of a guild.
func (in *inbox) catch(ctx context.Context, guild string, since time.Time) {
	now := time.Now()
	var heard []state.Heard
	err := in.stubbornly(ctx, func() (err error) {
		heard, err = in.Store.Heard(ctx, workspace(guild), now.AddDate(0, -1, 0), catchUpThreads)
		return err
	})
	if err != nil {
		in.log.Error("catch up", "guild", guild, "err", err)
		return
	}
	in.catchThreads(ctx, heard, since, now)
}

// catchThreads takes in what the threads of a guild, and their channels, have said.
func (in *inbox) catchThreads(ctx context.Context, heard []state.Heard, since, now time.Time) {
	tops := map[place]time.Time{}
	for _, h := range heard {
		p, ok := parsePlace(string(h.Thread))
		if !ok {
			continue
		}
		from := inhand.Gap(time.UnixMicro(h.Order), since, now)
		if earlier, known := tops[p.top()]; !p.direct() && (!known || from.After(earlier)) {
			tops[p.top()] = from
		}
		if p.id != "" {
			in.eyes.Adopt(ctx, in.Store, h.Thread)
			in.catchPlace(ctx, p, p.id, from)
			in.missedReactions(ctx, h.Thread, now)
		}
	}
	for p, from := range tops {
		if c, err := in.channel(ctx, p.channel); err == nil && !c.forum() {
			in.catchPlace(ctx, p, p.channel, from)
		}
	}
}

// catchPlace takes in what a channel says after from.
func (in *inbox) catchPlace(ctx context.Context, p place, channel string, from time.Time) {
	if at, ok := in.refused.Get(channel); ok && time.Since(at) < refusedFor {
		return
	}
	after := idAt(from)
	for {
		var page []message
		err := in.stubbornly(ctx, func() (err error) {
			page, err = in.page(ctx, channel, after)
			return err
		})
		if statusOf(err) == http.StatusForbidden {
			in.refused.Put(channel, time.Now())
		}
		if err != nil {
			in.log.Warn("catch up with a channel", "channel", channel, "code", codeOf(err), "err", err)
			return
		}
		for _, m := range page {
			after = m.ID
			if !m.spoken() {
				continue
			}
			if err := in.stubbornly(ctx, func() error { return in.takeRow(ctx, p, m) }); err != nil {
				in.log.Error("catch up: not recorded", "channel", channel, "err", err)
			}
		}
		if len(page) < pageSize {
			return
		}
	}
}

// takeRow takes in a message of the history, and that it was edited. An edit that an event told of is a repeat.
func (in *inbox) takeRow(ctx context.Context, p place, m message) error {
	return in.watch.Take(func() error {
		err := in.receive(ctx, p, m)
		if err != nil || m.Edited == nil || m.empty() {
			return err
		}
		return in.amendIn(ctx, p, edit(m, in.plain(m)))
	})
}

// stubbornly repeats what Discord has put off, and what the store cannot do for now, for a while.
func (in *inbox) stubbornly(ctx context.Context, do func() error) error {
	until := time.Now().Add(retryFor)
	for {
		err := patiently(ctx, do)
		if !errors.Is(err, state.ErrUnavailable) || ctx.Err() != nil || time.Now().After(until) {
			return err
		}
		inhand.Rest(ctx, missedPause)
	}
}

// missedReactions takes in the emoji under a summary that waits for its confirmation of which no event told.
func (in *inbox) missedReactions(ctx context.Context, id coach.ThreadID, now time.Time) {
	on, ok := in.waiting(ctx, id)
	if at, err := timeOf(on.id); !ok || err != nil || now.Sub(at) > inhand.CatchUpMost {
		return
	}
	var m message
	err := patiently(ctx, func() error { return in.call(ctx, http.MethodGet, messagePath(on), nil, &m) })
	for _, r := range m.Reactions {
		if err == nil && r.Emoji.ID == "" && r.Emoji.Name != "" {
			err = in.missedEmoji(ctx, on, r.Emoji.Name)
		}
	}
	if err != nil && codeOf(err) != codeUnknownMessage && !unseen(err) {
		in.log.Warn("catch up with reactions", "message", on.String(), "code", codeOf(err), "err", err)
	}
}

// waiting is the place of the summary that waits in a thread.
func (in *inbox) waiting(ctx context.Context, id coach.ThreadID) (place, bool) {
	first, message, ok := in.Waiting(ctx, id)
	if !ok {
		return place{}, false
	}
	ref, err := in.places.Of(ctx, in.Store, id, message, first)
	p, ok := parsePlace(ref)
	return p, ok && err == nil
}

// missedEmoji asks who put one emoji there, as a normal and as a super reaction.
func (in *inbox) missedEmoji(ctx context.Context, on place, emoji string) error {
	for kind := range 2 {
		var users []discordgo.User
		path := fmt.Sprintf("%s/reactions/%s?limit=%d&type=%d", messagePath(on), url.PathEscape(emoji), pageSize, kind)
		if err := patiently(ctx, func() error { return in.call(ctx, http.MethodGet, path, nil, &users) }); err != nil {
			return err
		}
		for _, u := range users {
			if u.ID == in.self.id || u.Bot {
				continue
			}
			if err := in.reactions.Missed(ctx, on.String(), u.ID, emoji); err != nil {
				return err
			}
		}
	}
	return nil
}
