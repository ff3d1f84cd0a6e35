package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Print writes the settings in effect as a file that Load reads, each with its origin behind it.
// Secrets are left out: of each it says only whether it is set, or names the file that holds it.
func (l Loaded) Print(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# The settings of bot serve in effect, and where each comes from. Secrets are left out.\n")
	for _, g := range declare(&l.Config) {
		fmt.Fprintf(&b, "%s:\n", g.name)
		for _, s := range g.settings {
			b.WriteString("  " + l.line(s) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line is a setting with its value and origin.
func (l Loaded) line(s setting) string {
	from := l.Origins[s.path]
	switch name, file := l.files[s.path]; {
	case file:
		return fmt.Sprintf("%s%s: %s # %s", s.name(), fileSuffix, quote(name), from)
	case s.secret && s.value.text() == "":
		return fmt.Sprintf("# %s: not set", s.name())
	case s.secret:
		return fmt.Sprintf("# %s: set, %s", s.name(), from)
	case s.value.shape() == shapeWhole || s.value.shape() == shapeNumber:
		return fmt.Sprintf("%s: %s # %s", s.name(), s.value.text(), from)
	}
	return fmt.Sprintf("%s: %s # %s", s.name(), quote(s.value.text()), from)
}

// quote writes a text in double quotes, by the rules of JSON, which are YAML's too.
func quote(s string) string {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	_ = out.Encode(s) // a string always encodes, and a buffer takes all
	return strings.TrimSuffix(b.String(), "\n")
}
