package openai

import (
	"context"
	"fmt"
	"time"

	"tack/coach/tutor/model"
)

// Use is what calls use.
type Use struct {
	Tokens int
	Micros int64 // money, in millionths of the currency of the prices
}

func (u Use) minus(v Use) Use { return Use{u.Tokens - v.Tokens, u.Micros - v.Micros} }

// Ledger keeps what was used, by account and day.
type Ledger interface {
	// Add adds delta, which may be negative, to what the account has used on the day, and returns the
	// sum. Each field is added to atomically: of two calls at once, in whatever process, one sees the
	// other's. The fields need not be one step. Entries of past days may be dropped.
	Add(ctx context.Context, account, day string, delta Use) (Use, error)
}

// Limits are what may be used in a day (UTC). A zero field is no limit.
type Limits struct {
	Learner Use // by each learner
	Channel Use // in each channel
	All     Use
}

// Price is what a million tokens cost, in millionths of a currency: at $0.40 it is 400,000.
type Price struct {
	In, Out int64
}

// cost is the use of a call.
func (p Price) cost(in, out int) Use {
	return Use{Tokens: in + out, Micros: (int64(in)*p.In + int64(out)*p.Out + 999_999) / 1_000_000}
}

// account is one of those that pay for a request.
type account struct {
	name  string
	limit Use
}

// accounts are those that pay for a request, and have a limit.
func (c *Client) accounts(r model.Request) []account {
	var list []account
	add := func(name, id string, limit Use) {
		if limit != (Use{}) && (id != "" || name == "all") {
			list = append(list, account{name + ":" + id, limit})
		}
	}
	add("learner", r.Learner, c.Limits.Learner)
	add("channel", r.Channel, c.Limits.Channel)
	add("all", "", c.Limits.All)
	return list
}

// reserve takes the most that a request can use out of every budget before it is sent, so that requests
// at the same time cannot overspend together. It fails with model.ErrSpent where that is not left.
func (c *Client) reserve(ctx context.Context, r model.Request, day string) (Use, error) {
	most := c.Prices[c.Model].cost(r.Estimate, r.MaxTokens)
	var taken []account
	for _, a := range c.accounts(r) {
		total, err := c.Ledger.Add(ctx, a.name, day, most)
		if err == nil {
			taken = append(taken, a)
		}
		if err == nil && !over(total, a.limit) {
			continue
		}
		c.settle(ctx, taken, day, Use{}.minus(most))
		if err != nil {
			return Use{}, fmt.Errorf("reserve the budget: %w", err)
		}
		return Use{}, fmt.Errorf("%s of today: %w", kindOf(a.name), model.ErrSpent)
	}
	return most, nil
}

// kindOf is an account's name without whose it is.
func kindOf(name string) string {
	for i := range name {
		if name[i] == ':' {
			return name[:i]
		}
	}
	return name
}

func over(total, limit Use) bool {
	return limit.Tokens > 0 && total.Tokens > limit.Tokens || limit.Micros > 0 && total.Micros > limit.Micros
}

// settle corrects the budgets after a request. One that cannot be corrected has too much taken from it,
// which is the safe side. It is done even where the request's time is over.
func (c *Client) settle(ctx context.Context, list []account, day string, delta Use) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	for _, a := range list {
		if _, err := c.Ledger.Add(ctx, a.name, day, delta); err != nil {
			c.Log.Warn("correct a budget", "account", kindOf(a.name), "err", err)
		}
	}
}

// settleTime is how long the correction of a budget may take.
const settleTime = 2 * time.Second
