package discord

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"time"

	"tack/adapters/inhand"
	"tack/state"

	"github.com/bwmarrin/discordgo"
)

// gate is what Discord says about its gateway.
func (s *shard) gate(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	var gate discordgo.GatewayBotResponse
	err := s.call(ctx, http.MethodGet, "gateway/bot", nil, &gate)
	if statusOf(err) == http.StatusUnauthorized {
		return gate, s.refusedToken()
	}
	if err != nil {
		return gate, fmt.Errorf("ask for the gateway: %w", err)
	}
	return gate, nil
}

// admission waits until a session may be begun: after the one that no IDENTIFY is left for is a token that
// Discord has reset.
func (s *shard) admission(ctx context.Context) (address string, wanted discordgo.Intent, err error) {
	gate, err := s.gate(ctx)
	if err != nil {
		return "", 0, err
	}
	start := gate.SessionStartLimit
	if start.Total > 0 && start.Remaining == 0 {
		after := time.Duration(start.ResetAfter) * time.Millisecond
		s.health.Set(s.name(), fmt.Sprintf("%s is not connected: the bot has begun its %d sessions of today; next in %s", s.name(), start.Total, after.Round(time.Second)))
		inhand.Rest(ctx, after)
		return "", 0, errors.New("no session was left for today")
	}
	if wanted, err = s.wanted(ctx); err != nil {
		return "", 0, err
	}
	key := state.Key{Name: fmt.Sprintf("discord-identify:%s:%d", s.self.id, s.id%max(start.MaxConcurrency, 1))}
	for holder := rand.Text(); ; inhand.Rest(ctx, s.config.IdentifyEvery/10) {
		turn, err := s.Store.Hold(ctx, key, holder, s.config.IdentifyEvery)
		if err != nil || ctx.Err() != nil {
			return "", 0, fmt.Errorf("wait for the turn to identify: %w", errors.Join(err, context.Cause(ctx)))
		}
		if turn {
			return gate.URL, wanted, nil
		}
	}
}

// flagContent are the flags of an application that may read what its people write: verified, or in fewer than
// 100 servers.
const flagContent = 1<<18 | 1<<19

// wanted are the intents to ask for: without its toggle in the portal, Message Content would end the
// connection for good.
func (s *shard) wanted(ctx context.Context) (discordgo.Intent, error) {
	app, err := s.application(ctx)
	if err != nil {
		return 0, err
	}
	if app.Flags&flagContent == 0 {
		s.blind.Store(true)
		s.health.Set("content", "the bot cannot read what learners write in servers: switch Message Content Intent on in the developer portal, under Bot, and restart")
		return intents, nil
	}
	s.blind.Store(false)
	s.health.Set("content", "")
	return intents | discordgo.IntentMessageContent, nil
}

// pause is a random time between a fifth of the longest and the longest, before a session is begun after one
// that was not valid: Discord asks for 1 to 5 s.
func pause(longest time.Duration) time.Duration {
	return time.Duration(math.Round((0.2 + 0.8*mathrand.Float64()) * float64(longest)))
}
