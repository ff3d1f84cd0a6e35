package slacktest

import "time"

// Limit is a rate limit: Burst calls at once, then one more each Every.
type Limit struct {
	Burst int
	Every time.Duration
	// PerChannel counts each channel by itself.
	PerChannel bool
}

// SlackLimits are the limits that Slack documents for the methods a bot calls most.
func SlackLimits() map[string]Limit {
	tier2 := Limit{Burst: 20, Every: 3 * time.Second}
	tier3 := Limit{Burst: 50, Every: 1200 * time.Millisecond}
	return map[string]Limit{
		"chat.postMessage":      {Burst: 3, Every: time.Second, PerChannel: true},
		"chat.update":           tier3,
		"chat.delete":           tier3,
		"pins.add":              tier2,
		"pins.remove":           tier2,
		"reactions.add":         tier3,
		"reactions.remove":      tier2,
		"conversations.history": tier3,
		"conversations.replies": tier3,
		"conversations.info":    tier3,
	}
}

// historyLimit is what apps outside the marketplace get.
var historyLimit = Limit{Burst: 1, Every: time.Minute}

// historyRows is how many rows such an app gets a call.
const historyRows = 15

// bucket is what is left of a limit.
type bucket struct {
	tokens float64
	at     time.Time
}

// limited is how long the call must wait; 0 = it may pass, and was counted.
func (s *Server) limited(c *call) time.Duration {
	limit, ok := s.opts.Limits[c.method]
	if s.opts.HistoryLimited && (c.method == "conversations.history" || c.method == "conversations.replies") {
		limit, ok = historyLimit, true
	}
	if !ok {
		return 0
	}
	key := c.method
	if limit.PerChannel {
		key += " " + c.args["channel"]
	}
	return s.take(key, limit)
}

// take takes one from the bucket, or says how long until there is one.
func (s *Server) take(key string, limit Limit) time.Duration {
	now := s.now()
	b := s.buckets[key]
	if b == nil {
		b = &bucket{tokens: float64(limit.Burst), at: now}
		s.buckets[key] = b
	}
	b.tokens = min(float64(limit.Burst), b.tokens+float64(now.Sub(b.at))/float64(limit.Every))
	b.at = now
	if b.tokens < 1 {
		return time.Duration((1 - b.tokens) * float64(limit.Every))
	}
	b.tokens--
	return 0
}
