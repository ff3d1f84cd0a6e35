package doctor_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tack/internal/config"
	"tack/internal/doctor"

	"pgregory.net/rapid"
)

// TestMask_URL: of a Redis URL everything that is a password is hidden, as it stands there, as it is sent
// and as a quotation has it; host and user stay.
func TestMask_URL(t *testing.T) {
	t.Parallel()
	var c config.Config
	c.Store.Redis = "redis+sentinel://kim:ge%20heim%22x@cache:6379/0?master=main&sentinel_password=wäch+ter"
	m := doctor.NewMask(c)
	for _, secret := range []string{c.Store.Redis.Reveal(), "ge%20heim%22x", `ge heim"x`, `ge heim\"x`, "ge+heim%22x", "wäch+ter", "wäch ter", "w%C3%A4ch+ter"} {
		if got := m.Text("dial " + secret + ": refused"); got != "dial ***: refused" {
			t.Errorf("%q: %q", secret, got)
		}
	}
	if got := m.Text("dial kim@cache:6379 main"); got != "dial kim@cache:6379 main" {
		t.Errorf("hides what is no secret: %q", got)
	}
}

// TestMask_Broken: of a URL that cannot be read the password is hidden all the same.
func TestMask_Broken(t *testing.T) {
	t.Parallel()
	var c config.Config
	c.Store.Redis = "redis://kim:geheim%zz@ca che:port"
	if got := doctor.NewMask(c).Text(`parse: invalid escape in "geheim%zz"`); strings.Contains(got, "geheim") {
		t.Error(got)
	}
}

// TestMask_Any: no secret of the settings is left in an error that repeats it in any form.
func TestMask_Any(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[a-zA-Z0-9%&"\\/ü-]{4,40}`).Draw(t, "secret")
		var c config.Config
		at := rapid.SampledFrom([]*config.Secret{
			&c.Slack.BotToken, &c.Slack.AppToken, &c.Slack.SigningSecret, &c.Discord.Token, &c.Model.APIKey, &c.Store.Redis,
		}).Draw(t, "setting")
		*at = config.Secret(secret)
		err := &url.Error{Op: "Get", URL: "https://x/?token=" + url.QueryEscape(secret), Err: fmt.Errorf("%q %s", secret, secret)}
		got := doctor.NewMask(c).Text(err.Error())
		for _, form := range []string{secret, url.QueryEscape(secret)} {
			if strings.Contains(got, form) {
				t.Fatalf("%q in %q", form, got)
			}
		}
	})
}

// TestMask_Short: a secret so short that to hide it would hide words is left alone.
func TestMask_Short(t *testing.T) {
	t.Parallel()
	var c config.Config
	c.Store.Redis = "redis://:me@cache"
	if got := doctor.NewMask(c).Text("the time"); got != "the time" {
		t.Error(got)
	}
}
