package discordtest

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"
)

// Limit allows N requests in each Per, counted from the first.
type Limit struct {
	N   int
	Per time.Duration
}

// ObservedLimits are like those that Discord's headers were seen to tell, for trying things by hand. They are
// no part of its interface: read the headers.
func ObservedLimits() map[string]Limit {
	return map[string]Limit{
		"POST /channels/{channel}/messages":                                      {N: 5, Per: 5 * time.Second},
		"PATCH /channels/{channel}/messages/{message}":                           {N: 5, Per: 5 * time.Second},
		"PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me":       {N: 1, Per: 250 * time.Millisecond},
		"DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}": {N: 1, Per: 250 * time.Millisecond},
		"PUT /channels/{channel}/messages/pins/{message}":                        {N: 5, Per: 20 * time.Second},
		"PATCH /channels/{channel}":                                              {N: 5, Per: 15 * time.Second},
	}
}

// bucket is one limit's count: of a route in one channel, guild or webhook, or of everything.
type bucket struct {
	used  int
	reset time.Time
}

// take counts one request and says whether it is over the limit.
func (b *bucket) take(now time.Time, limit Limit) bool {
	if !now.Before(b.reset) {
		b.used, b.reset = 0, now.Add(limit.Per)
	}
	if b.used >= limit.N {
		return true
	}
	b.used++
	return false
}

// limited applies the rate limits: it sets the headers, and answers the request itself if it is over one.
// Interactions are not bound by the global limit.
func (c *call) limited() bool {
	c.mu.Lock()
	now := c.now()
	over := false
	var wait time.Duration
	global := c.opts.Global > 0 && c.params["interaction"] == "" && c.params["token"] == ""
	if global {
		b := c.bucket("global")
		over = b.take(now, Limit{N: c.opts.Global, Per: time.Second})
		global, wait = over, b.reset.Sub(now)
	}
	if limit, ok := c.opts.Limits[c.route]; ok && !over {
		b := c.bucket(c.route + " " + c.params["channel"] + c.params["guild"] + c.params["token"])
		over, wait = b.take(now, limit), b.reset.Sub(now)
		c.setHeaders(limit, b, wait)
	}
	c.mu.Unlock()
	if over {
		c.tooMany(wait, global, 0)
	}
	return over
}

func (c *call) bucket(key string) *bucket {
	b := c.buckets[key]
	if b == nil {
		b = &bucket{}
		c.buckets[key] = b
	}
	return b
}

func (c *call) setHeaders(limit Limit, b *bucket, wait time.Duration) {
	h := c.w.Header()
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(c.route)) // a hash takes everything
	h.Set("X-RateLimit-Bucket", strconv.FormatUint(sum.Sum64(), 16))
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit.N))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(limit.N-b.used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(b.reset.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
}

// tooMany is a 429 as Discord's API writes it; code 0 is left out.
func (c *call) tooMany(wait time.Duration, global bool, code int) {
	h := c.w.Header()
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("X-RateLimit-Scope", "user")
	if global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
		h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	}
	c.status = http.StatusTooManyRequests
	body := object{"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": global}
	if code != 0 {
		body["code"] = code
	}
	c.answer(body, nil)
}

// cloudflarePage is not JSON: it comes from the network before Discord.
const cloudflarePage = `<!DOCTYPE html>
<html><head><title>Access denied | discord.com used Cloudflare to restrict access</title></head>
<body><h1>Error 1015</h1><h2>You are being rate limited</h2></body></html>
`

// cloudflare is a 429 as the network before Discord writes it. fault may be nil.
func (c *call) cloudflare(fault *Fault) {
	wait := time.Minute
	if fault != nil && fault.RetryAfter > 0 {
		wait = fault.RetryAfter
	}
	h := c.w.Header()
	h.Set("Content-Type", "text/html; charset=UTF-8")
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	c.record(http.StatusTooManyRequests, 0)
	c.w.WriteHeader(http.StatusTooManyRequests)
	_, _ = c.w.Write([]byte(cloudflarePage)) // a client that hung up
}
