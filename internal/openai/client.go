package openai

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	api "github.com/sashabaranov/go-openai"

	"tack/coach/tutor/model"
)

// Key is a credential. It prints as a mark only.
type Key string

// String hides the key.
func (Key) String() string { return "[key]" }

// GoString hides the key.
func (Key) GoString() string { return "[key]" }

// LogValue hides the key.
func (Key) LogValue() slog.Value { return slog.StringValue("[key]") }

// The defaults.
const (
	DefaultTimeout = 45 * time.Second
	attempts       = 3
	firstPause     = 500 * time.Millisecond
)

// Config is what a Client is made of. BaseURL and Model are required; so is Ledger, if there is a limit.
type Config struct {
	Key      Key    // empty: the endpoint wants none
	BaseURL  string // "https://api.openai.com/v1"
	Model    string
	Timeout  time.Duration // of one Complete, its retries included; 0: DefaultTimeout
	Limits   Limits
	Ledger   Ledger
	Prices   map[string]Price // by model; one that is not listed costs nothing
	Observer Observer         // nil: nobody watches
	Log      *slog.Logger     // told of budgets that cannot be corrected; nil: slog.Default()
	HTTP     *http.Client     // nil: one of its own
	Now      func() time.Time // nil: time.Now
}

// Observer is told of every call.
type Observer interface{ Observe(c Call) }

// Call is one Complete as it ended.
type Call struct {
	Scene    string
	Mode     string // how JSON was asked for at last: "schema", "tool", "fence"
	Attempts int    // requests sent; 0: the endpoint is left alone, or the budget is spent
	Downs    int    // falls to a lower mode among them
	In, Out  int    // tokens
	Micros   int64
	Err      error // nil: it was answered
}

// Client asks one model of one endpoint. It is safe for concurrent use.
type Client struct {
	Config
	mode    atomic.Int32 // that the endpoint is known to take
	breaker breaker
	pause   time.Duration // before the first retry
}

var _ model.Chat = (*Client)(nil)

// New checks a configuration and makes a client of it. Nothing is sent.
func New(c Config) (*Client, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, errors.New("the base URL must be http(s)://host/path, without a password")
	}
	if c.Model == "" {
		return nil, errors.New("no model is named")
	}
	if c.Limits != (Limits{}) && c.Ledger == nil {
		return nil, errors.New("a budget needs a ledger")
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.HTTP == nil {
		c.HTTP = &http.Client{}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Client{Config: c, pause: firstPause}, nil
}

// Complete asks the model. It ends within the timeout, with an answer or a classified error. It logs
// neither: the Observer is told.
func (c *Client) Complete(ctx context.Context, r model.Request) (model.Answer, error) {
	call := Call{Scene: r.Scene, Mode: mode(c.mode.Load()).String()}
	text, err := c.complete(ctx, r, &call)
	call.Err = err
	if c.Observer != nil {
		c.Observer.Observe(call)
	}
	if err != nil {
		return model.Answer{}, fmt.Errorf("ask the model: %w", err)
	}
	return model.Answer{Text: text}, nil
}

// complete reserves the budget, asks, and settles.
func (c *Client) complete(ctx context.Context, r model.Request, call *Call) (string, error) {
	if !c.breaker.allow(c.Now()) {
		return "", ErrDown
	}
	day := c.Now().UTC().Format(time.DateOnly)
	reserved, err := c.reserve(ctx, r, day)
	if err != nil {
		c.breaker.giveUp()
		return "", err
	}
	bounded, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	text, err := c.retry(bounded, r, call)
	used := c.Prices[c.Model].cost(call.In, call.Out)
	call.Micros = used.Micros
	c.settle(ctx, c.accounts(r), day, used.minus(reserved))
	var f *failure
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		c.breaker.giveUp()
		return "", ctx.Err()
	case err != nil && bounded.Err() != nil: // whoever asks may give it less time than the timeout
		err = &failure{kind: ErrTimeout}
	}
	c.breaker.done(c.Now(), errors.As(err, &f) && f.trips())
	return text, err
}

// retry asks again where that may go better and there is time for it.
func (c *Client) retry(ctx context.Context, r model.Request, call *Call) (string, error) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval = c.pause
	deadline, _ := ctx.Deadline()
	var lastErr error
	text, err := backoff.Retry(ctx, func() (string, error) {
		text, after, err := c.attempt(ctx, r, call)
		if err == nil {
			return text, nil
		}
		lastErr = err
		if !err.retries() || after > 0 && time.Now().Add(after).After(deadline) {
			return "", backoff.Permanent(err)
		}
		if after > 0 && call.Attempts-call.Downs < attempts {
			return "", &backoff.RetryAfterError{Duration: after}
		}
		return "", err
	}, backoff.WithBackOff(pauses), backoff.WithMaxTries(attempts), backoff.WithMaxElapsedTime(c.Timeout))
	if err != nil {
		return "", lastErr
	}
	return text, nil
}

// attempt asks once. A server that does not take the mode is asked again at once in the next lower one,
// which is remembered if it works.
func (c *Client) attempt(ctx context.Context, r model.Request, call *Call) (string, time.Duration, *failure) {
	m := mode(c.mode.Load())
	for {
		text, after, f := c.send(ctx, r, m, call)
		if f == nil {
			c.mode.Store(int32(m))
			return text, 0, nil
		}
		if m == byFence || f.kind != ErrRefused && f.kind != errProse {
			return "", after, f.plain()
		}
		m++
		call.Downs++
		call.Mode = m.String()
	}
}

// send sends one request.
func (c *Client) send(ctx context.Context, r model.Request, m mode, call *Call) (string, time.Duration, *failure) {
	call.Attempts++
	call.Mode = m.String()
	ctx, cancel := context.WithTimeout(ctx, c.Timeout*2/5) // one that hangs leaves time for another
	defer cancel()
	d := &doer{http: c.HTTP, now: c.Now}
	config := api.DefaultConfig(string(c.Key))
	config.BaseURL, config.HTTPClient = c.BaseURL, d
	resp, err := api.NewClientWithConfig(config).CreateChatCompletion(ctx, c.request(r, m))
	if err != nil {
		return "", d.after, classify(err)
	}
	call.In += resp.Usage.PromptTokens
	call.Out += resp.Usage.CompletionTokens
	text, f := read(resp)
	if resp.Usage.TotalTokens == 0 { // some servers do not count
		call.In += r.Estimate
		call.Out += model.Tokens(text)
	}
	return text, 0, f
}
