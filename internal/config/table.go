package config

import (
	"fmt"
	"strings"
)

// Table is every setting as Markdown, for the documentation.
func Table() string {
	var b strings.Builder
	for _, g := range declare(new(Config)) {
		fmt.Fprintf(&b, "### `%s`: %s\n\n| setting | environment | default | value | meaning |\n|---|---|---|---|---|\n", g.name, g.title)
		for _, s := range g.settings {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", s.path, code(s.variables()...), s.standard(), s.value.want(), s.explained())
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// code shows names as code.
func code(names ...string) string { return "`" + strings.Join(names, "`, `") + "`" }

// standard is the default for the table.
func (s setting) standard() string {
	if s.std == "" {
		return "none"
	}
	return code(s.std)
}

// explained is the meaning with the special values.
func (s setting) explained() string {
	text := s.meaning
	switch key, means, _ := strings.Cut(s.special, ": "); key {
	case "":
	case "none":
		text += " None: " + means + "."
	default:
		text += " `" + key + "`: " + means + "."
	}
	if s.secret {
		text += " A secret: `" + s.path + fileSuffix + "` names a file that holds it."
	}
	return text
}

// EnvExample is .env.example: every setting as a variable, commented out, with its default.
func EnvExample() string {
	var b strings.Builder
	b.WriteString("# Settings of bot serve as environment variables. All are commented out: what stands there is the default.\n" +
		"# A secret may also come from a file: NAME_FILE=/path/to/file in place of NAME.\n")
	for _, g := range declare(new(Config)) {
		fmt.Fprintf(&b, "\n# ---- %s: %s ----\n", g.name, g.title)
		for _, s := range g.settings {
			names := s.variables()
			name := names[len(names)-1] // the customary one, where there is one
			fmt.Fprintf(&b, "\n# %s\n# %s\n#%s=%s\n", unmarked(s.meaning), s.value.want()+specially(s), name, s.std)
		}
	}
	return b.String()
}

// specially are the special values behind a unit.
func specially(s setting) string {
	if s.special == "" {
		return ""
	}
	return "; " + unmarked(s.special)
}

// unmarked is a text without the marks of code.
func unmarked(s string) string { return strings.ReplaceAll(s, "`", "") }
