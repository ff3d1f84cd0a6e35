package doctor

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tack/internal/config"
)

// Mask hides secrets in texts, in whatever form an error repeats them. The zero value hides nothing.
//
// It is the second line: whoever words an error keeps secrets out of it. A secret of fewer than
// shortest bytes is left to them alone, since to hide it would hide words.
type Mask struct{ hidden []string }

const (
	shortest = 4
	masked   = "***" // shorter than any secret that is hidden, so that it cannot hold one
)

// NewMask hides the secrets of these settings.
func NewMask(c config.Config) Mask {
	var m Mask
	for _, secret := range secretsIn(reflect.ValueOf(c)) {
		m.add(secret)
		m.addURL(secret)
	}
	// The longest first: one may hold another.
	slices.SortFunc(m.hidden, func(a, b string) int { return len(b) - len(a) })
	return m
}

// secretsIn finds every secret in a struct, so that none is forgotten that is added later.
func secretsIn(v reflect.Value) []string {
	if s, ok := v.Interface().(config.Secret); ok {
		return []string{s.Reveal()}
	}
	var all []string
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			all = append(all, secretsIn(v.Field(i))...)
		}
	}
	return all
}

// add hides a secret, also as a URL or a quotation has it.
func (m *Mask) add(secret string) {
	quoted := strconv.Quote(secret)
	for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret), quoted[1 : len(quoted)-1]} {
		if len(form) >= shortest && !slices.Contains(m.hidden, form) {
			m.hidden = append(m.hidden, form)
		}
	}
}

// addURL hides the secrets in a URL, even in one that cannot be read as a whole.
func (m *Mask) addURL(text string) {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return
	}
	rest, query, _ := strings.Cut(rest, "?")
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		_, password, _ := strings.Cut(rest[:at], ":")
		m.addEscaped(password)
	}
	for field := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(field, "="); strings.Contains(name, "password") {
			m.addEscaped(value)
		}
	}
}

// addEscaped hides a secret as a URL has it, and as it is sent.
func (m *Mask) addEscaped(text string) {
	m.add(text)
	if plain, err := url.PathUnescape(text); err == nil {
		m.add(plain)
	}
	if plain, err := url.QueryUnescape(text); err == nil {
		m.add(plain)
	}
}

// Text returns a text without secrets.
func (m Mask) Text(s string) string {
	for _, secret := range m.hidden {
		s = strings.ReplaceAll(s, secret, masked)
	}
	return s
}

func (m Mask) finding(f Finding) Finding {
	f.Text, f.Fix = m.Text(f.Text), m.Text(f.Fix)
	return f
}
