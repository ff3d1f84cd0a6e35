package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"tack/internal/nearest"
)

// variables are those that are not empty: NAME=VALUE by NAME, the last of a name as in os.Getenv.
func variables(environ []string) map[string]string {
	vars := map[string]string{}
	for _, v := range environ {
		if name, value, ok := strings.Cut(v, "="); ok && strings.TrimSpace(value) != "" {
			vars[name] = value
		}
	}
	return vars
}

// environment is what the variables give. Those nobody knows are warned of.
func (l *loader) environment(vars map[string]string) []given {
	var all []given
	known := map[string]bool{configVariable: true}
	look := func(s setting, name string, file bool) {
		known[name] = true
		if v, ok := vars[name]; ok {
			all = append(all, given{s, plain(s, v), file, Origin("environment " + name)})
		}
	}
	for s := range l.all {
		for _, name := range s.variables() {
			look(s, name, false)
		}
		for _, name := range s.variables() {
			if s.secret {
				look(s, name+strings.ToUpper(fileSuffix), true)
			}
		}
	}
	l.unknown(vars, slices.Sorted(maps.Keys(known)))
	return all
}

// plain is a value without the blanks around it. A secret keeps them: they are why it is refused.
func plain(s setting, v string) string {
	if s.secret {
		return strings.TrimSuffix(v, "\n")
	}
	return strings.TrimSpace(v)
}

// linked are the variables, as NAME=VALUE, that Kubernetes sets in every pod for a service called tack….
var linked = regexp.MustCompile(`^TACK_(\w+_)?(SERVICE_HOST=|SERVICE_PORT\w*=|PORT=(tcp|udp)://|PORT_\d+_(TCP|UDP)\w*=)`)

func (l *loader) unknown(vars map[string]string, known []string) {
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if !strings.HasPrefix(name, "TACK_") || slices.Contains(known, name) || linked.MatchString(name+"="+vars[name]) {
			continue
		}
		text := fmt.Sprintf("environment %s: there is no such setting", name)
		if meant := nearest.Name(name, known); meant != "" {
			text += "; did you mean " + meant + "?"
		}
		l.Warnings = append(l.Warnings, text)
	}
}
