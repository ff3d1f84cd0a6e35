package slacktest

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// HTTPTarget are the request URLs of an app that takes its payloads over HTTP. A URL left empty is that of
// events.
type HTTPTarget struct {
	Events, Commands, Interactivity string
}

// ErrChallenge is UseHTTP's answer when the request URL did not send the challenge back.
var ErrChallenge = errors.New("slacktest: the request URL did not return the challenge")

// UseHTTP verifies the request URL as Slack does, and delivers over HTTP from then on. Each payload is a
// request of its own, so that they may overtake each other.
func (s *Server) UseHTTP(ctx context.Context, target HTTPTarget) error {
	challenge := "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"
	body := frame(object{"token": "fake-verification-token", "type": "url_verification", "challenge": challenge})
	status, answer, err := s.SendSigned(ctx, target.Events, "application/json", body, Signature{})
	if err != nil {
		return fmt.Errorf("verify the request URL: %w", err)
	}
	var echoed struct{ Challenge string }
	if json.Unmarshal(answer, &echoed) != nil {
		echoed.Challenge = strings.TrimSpace(string(answer))
	}
	if status != http.StatusOK || echoed.Challenge != challenge {
		return ErrChallenge
	}
	s.lock()
	defer s.unlock()
	s.target = &target
	return nil
}

// Signature says how a request is signed. The zero value is right.
type Signature struct {
	Secret string        // "" = the app's signing secret
	Age    time.Duration // how old the timestamp is
	Bare   bool          // no signature at all
}

// SendSigned posts a body to a request URL, signed as said, and returns the answer: for signatures that are
// wrong or stale, which deliveries never are.
func (s *Server) SendSigned(ctx context.Context, url, contentType string, body []byte, sig Signature) (status int, answer []byte, err error) {
	resp, err := s.post(ctx, url, contentType, body, sig, nil)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, maxBody))
	return resp.StatusCode, answer, err
}

func (s *Server) post(ctx context.Context, url, contentType string, body []byte, sig Signature, header http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("build the request: %w", err)
	}
	if header != nil {
		req.Header = header
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("User-Agent", "Slackbot 1.0 (+https://api.slack.com/robots)")
	if !sig.Bare {
		at := strconv.FormatInt(time.Now().Add(-sig.Age).Unix(), 10)
		req.Header.Set("X-Slack-Request-Timestamp", at)
		req.Header.Set("X-Slack-Signature", s.sign(sig.Secret, at, body))
	}
	return http.DefaultTransport.RoundTrip(req) // no redirects, as Slack
}

// sign is Slack's v0 signature of a body.
func (s *Server) sign(secret, at string, body []byte) string {
	if secret == "" {
		secret = s.opts.SigningSecret
	}
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "v0:%s:%s", at, body)
	return "v0=" + hex.EncodeToString(mac.Sum(nil))
}

// postDelivery sends d to its request URL in the background.
func (s *Server) postDelivery(d *delivery) {
	url, contentType, body := s.target.request(d)
	header := http.Header{}
	if d.attempt > 0 {
		header.Set("X-Slack-Retry-Num", strconv.Itoa(d.attempt))
		header.Set("X-Slack-Retry-Reason", d.reason)
	}
	if s.life.Err() != nil {
		return // Close waits for what runs already
	}
	envelope := d.envelope
	s.running.Go(func() {
		ctx, cancel := context.WithTimeout(s.life, s.opts.AckTimeout)
		defer cancel()
		resp, err := s.post(ctx, url, contentType, body, Signature{}, header)
		s.answered(d, envelope, resp, err)
	})
}

// request is how d goes over HTTP.
func (t *HTTPTarget) request(d *delivery) (url, contentType string, body []byte) {
	if d.form == nil {
		return t.Events, "application/json", d.payload
	}
	url = t.Interactivity
	if d.kind == slashCommands {
		url = t.Commands
	}
	if url == "" {
		url = t.Events
	}
	return url, "application/x-www-form-urlencoded", []byte(d.form.Encode())
}

// answered takes the outcome of a request: any 2xx is an ack.
func (s *Server) answered(d *delivery, envelope string, resp *http.Response, err error) {
	var answer []byte
	if err == nil {
		defer resp.Body.Close()
		answer, err = io.ReadAll(io.LimitReader(resp.Body, maxBody))
	}
	s.lock()
	defer s.unlock()
	if err == nil && resp.StatusCode >= 200 && resp.StatusCode < 300 {
		s.acknowledge(d, envelope, "", asPayload(answer))
		return
	}
	if s.life.Err() != nil || d.envelope != envelope || d.state != Sent {
		return // nobody waits for it any more
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		s.retry(d, "http_timeout")
	case err != nil:
		s.retry(d, "connection_failed")
	case resp.Header.Get("X-Slack-No-Retry") == "1":
		s.lose(d)
	default:
		s.retry(d, "http_error")
	}
}

// asPayload is the body of an ack as a socket would carry it: plain text is a message's text.
func asPayload(body []byte) json.RawMessage {
	if len(body) == 0 || json.Valid(body) {
		return body
	}
	return frame(object{"text": string(body)})
}
