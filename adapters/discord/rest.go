package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"tack/adapters/inhand"

	"github.com/bwmarrin/discordgo"
)

// newSession is discordgo's client for requests, with our transport.
func newSession(c Config, t *transport) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + c.Token)
	if err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	s.Client = &http.Client{Transport: t, Timeout: c.Timeout}
	s.ShouldRetryOnRateLimit, s.MaxRestRetries, s.StateEnabled = false, 0, false
	return s, nil
}

// apiVersion is of the API and the gateway: the one that Discord documents. discordgo's own is 9.
const apiVersion = "10"

// root comes before every path of a request; the transport puts the API's address in the place of official.
const root = official + "/v" + apiVersion + "/"

// call is one request; path comes after the version. body nil: it has none; out nil: its answer is of no
// interest.
func (a *Adapter) call(ctx context.Context, method, path string, body, out any) error {
	answer, err := a.session.RequestWithBucketID(method, root+path, body, laneOf(method, path), discordgo.WithContext(ctx))
	return a.answered(answer, err, out)
}

// upload is call with files beside the body.
func (a *Adapter) upload(ctx context.Context, path string, body any, files []*discordgo.File, out any) error {
	kind, raw, err := discordgo.MultipartBodyWithJSON(body, files)
	if err != nil {
		return fmt.Errorf("encode files: %w", err)
	}
	answer, err := a.session.RequestRaw(http.MethodPost, root+path, kind, raw, laneOf(http.MethodPost, path), 0, discordgo.WithContext(ctx))
	return a.answered(answer, err, out)
}

func (a *Adapter) answered(answer []byte, err error, out any) error {
	if err != nil {
		return plainError(err)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	return nil
}

// laneOf names a bucket of discordgo's, which here only has requests of one kind and channel follow one
// another: the transport keeps the rates. discordgo never forgets a bucket, so there are this many. Answers
// to interactions have each their own, or one that hangs would make others late.
func laneOf(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	key := bucketOf(method, path)
	if key == interactions {
		key = path
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(key)) // a hash takes everything
	return strconv.Itoa(int(h.Sum32() % 4096))
}

// refusal is an answer that is no success.
type refusal struct {
	status int    // of HTTP
	code   int    // Discord's own; 0: it gave none
	text   string // Discord's words for it
}

func (e *refusal) Error() string {
	return fmt.Sprintf("HTTP %d, code %d: %s", e.status, e.code, e.text)
}

// plainError is discordgo's error without what must not be logged: addresses of interactions hold their token.
func plainError(err error) error {
	var limit *limitError
	if errors.As(err, &limit) {
		return limit
	}
	var rest *discordgo.RESTError
	if errors.As(err, &rest) {
		r := &refusal{status: rest.Response.StatusCode}
		if rest.Message != nil {
			r.code, r.text = rest.Message.Code, rest.Message.Message
		}
		return r
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		return fmt.Errorf("%s: %w", outer.Op, outer.Err)
	}
	return err
}

// codeOf is Discord's code of a refusal; 0 for any other error, and for a refusal without one.
func codeOf(err error) int {
	var r *refusal
	if errors.As(err, &r) {
		return r.code
	}
	return 0
}

// statusOf is the HTTP status of a refusal; 0 for any other error.
func statusOf(err error) int {
	var r *refusal
	if errors.As(err, &r) {
		return r.status
	}
	return 0
}

// patiently repeats what Discord has put off, when Discord says so.
func patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		var limit *limitError
		if !errors.As(err, &limit) || ctx.Err() != nil {
			return err
		}
		inhand.Rest(ctx, limit.after)
	}
}
