package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// How far the clock may be off. The header Date has whole seconds; Slack has its requests refused that are
// older than 5 minutes (https://api.slack.com/authentication/verifying-requests-from-slack).
const (
	clockNoticed = 5 * time.Second
	clockWrong   = 5 * time.Minute
)

// Clock compares this machine's clock with a server's, by the header Date of its answer to a request
// without any credential. name says whose server it is; now is this machine's clock.
func Clock(ctx context.Context, name, url string, now func() time.Time) Finding {
	before := now()
	date, err := dateOf(ctx, url)
	if err != nil {
		return Finding{
			Name: name, Level: Warning, Text: "the clock could not be compared: " + err.Error(),
			Fix: "See whether this machine reaches " + name + ".",
		}
	}
	took := now().Sub(before)
	apart := date.Add(500 * time.Millisecond).Sub(before.Add(took / 2)).Abs() // the middle of the second
	f := Well(name, "the clocks of %s and of this machine agree", name)
	if apart <= clockNoticed+took/2 {
		return f
	}
	f.Level = Warning
	if apart > clockWrong {
		f.Level = Problem
	}
	f.Text = fmt.Sprintf("the clocks of %s and of this machine are %v apart", name, apart.Round(time.Second))
	f.Fix = "Have this machine follow a time server."
	return f
}

// dateOf asks a server for its time.
func dateOf(ctx context.Context, url string) (time.Time, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return time.Time{}, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return time.Time{}, err
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, 64<<10) // so that the server sees no broken request
	date, err := http.ParseTime(resp.Header.Get("Date"))
	if err != nil {
		return time.Time{}, errors.New("the answer has no date")
	}
	return date, nil
}
