package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// healthcheckCmd asks the bot that serves on this machine whether it is alive. An image without a shell
// has no other way to.
type healthcheckCmd struct{ settingFlags }

func newHealthcheckCmd() healthcheckCmd { return healthcheckCmd{newSettingFlags()} }

func (healthcheckCmd) Help() string {
	return `Asks /healthz at http.listen, and so needs the settings that bot serve was started with.

Exit codes: 0 it is alive, 1 it does not answer as it should, 2 wrong use.

Example:

    bot healthcheck
    bot healthcheck --http-listen :9090`
}

// healthFor is how long an answer may take.
const healthFor = 3 * time.Second

// Run asks once.
func (c *healthcheckCmd) Run(s *streams) error {
	loaded, err := c.load(s.err)
	if err != nil {
		return err
	}
	if loaded.HTTP.Listen == "" {
		return errors.New("http.listen is off: nothing answers")
	}
	ctx, stop := untilSignal()
	defer stop()
	answer, err := healthAt(ctx, loaded.HTTP.Listen)
	if err != nil {
		fmt.Fprintf(s.err, "bot: %v\n", err)
		return errProblem
	}
	_, err = fmt.Fprintln(s.out, answer)
	return err
}

// healthAt is what /healthz answers at an address that bot serve listens on.
func healthAt(ctx context.Context, listen string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, healthFor, fmt.Errorf("no answer within %s", healthFor))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reached(listen)+"/healthz", nil)
	if err != nil {
		return "", err
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // no proxy: it is this machine
	res, err := client.Do(req)
	if err != nil {
		return "", unheard(ctx, req.URL.Host, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	if err != nil {
		return "", err
	}
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s answers %s: bot serve listens elsewhere, or is not well", req.URL, res.Status)
	}
	return strings.TrimSpace(string(body)), nil
}

// unheard says in words why there is no answer.
func unheard(ctx context.Context, host string, err error) error {
	switch cause := context.Cause(ctx); {
	case cause != nil:
		return fmt.Errorf("%s: %w", host, cause)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("nothing listens on %s: bot serve is not running, or has another http.listen", host)
	}
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err // without the method, which nobody asked for
	}
	return fmt.Errorf("%s cannot be reached: %w", host, err)
}

// reached is an address to listen on as one to connect to: what listens everywhere is reached on this machine.
func reached(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip != nil && ip.To4() == nil {
			host = "::1"
		}
	}
	return net.JoinHostPort(host, port)
}
