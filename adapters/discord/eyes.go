package discord

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"tack/adapters/inhand"
)

// eyesEmoji says that a message was seen and is being answered.
const eyesEmoji = "👀"

// signs puts 👀 under messages. A refusal is remembered: it is not met again with every message.
type signs struct {
	*Adapter
	denied *inhand.Memory[time.Time] // channel → when it refused
}

// May says whether the channel has not refused one.
func (s *signs) May(at string) bool {
	p, _ := parsePlace(at)
	since, refused := s.denied.Get(p.channel)
	return !refused || time.Since(since) >= deniedFor
}

// Put puts eyes under a message.
func (s *signs) Put(ctx context.Context, at string) error { return s.set(ctx, http.MethodPut, at) }

// Take takes them off. What Discord has refused is done with.
func (s *signs) Take(ctx context.Context, at string) error {
	err := s.set(ctx, http.MethodDelete, at)
	var no *refusal
	if errors.As(err, &no) && no.status < http.StatusInternalServerError {
		return nil
	}
	return err
}

func (s *signs) set(ctx context.Context, method, at string) error {
	p, _ := parsePlace(at)
	err := s.call(ctx, method, messagePath(p)+"/reactions/"+url.PathEscape(eyesEmoji)+"/@me", nil, nil)
	if statusOf(err) == http.StatusForbidden {
		s.denied.Put(p.channel, time.Now())
	}
	return err
}
