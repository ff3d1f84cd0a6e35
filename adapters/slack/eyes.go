package slack

import (
	"context"

	"github.com/slack-go/slack"
	"golang.org/x/time/rate"
)

// eyesEmoji says that a message was seen and is being answered.
const eyesEmoji = "eyes"

// signs puts 👀 under messages, as often as Slack lets us: where one's turn has not come, there is none.
type signs struct {
	*Adapter
	turns *rate.Limiter
}

// May takes one's turn.
func (s *signs) May(string) bool { return s.turns.Allow() }

// Put puts eyes under a message.
func (s *signs) Put(ctx context.Context, at string) error {
	p, _ := parsePlace(at)
	err := s.client.AddReactionContext(ctx, eyesEmoji, slack.NewRefToMessage(p.channel, p.ts))
	if codeOf(err) == "already_reacted" {
		return nil
	}
	return err
}

// Take takes them off. What Slack refuses is done with.
func (s *signs) Take(ctx context.Context, at string) error {
	p, _ := parsePlace(at)
	err := s.client.RemoveReactionContext(ctx, eyesEmoji, slack.NewRefToMessage(p.channel, p.ts))
	if codeOf(err) != "" && !isCode(err, passingCodes) {
		return nil
	}
	return err
}
