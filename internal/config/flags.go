package config

import (
	"fmt"
	"reflect"
	"strings"
)

// Flags are a flag for every setting, for a command line parser that goes by struct tags (kong's).
type Flags struct {
	names []string // by field; "config" first
	at    reflect.Value
}

// configFlag is the flag that names the file.
const configFlag = "config"

// NewFlags returns the flags, none of them given.
func NewFlags() *Flags {
	f := &Flags{}
	var fields []reflect.StructField
	add := func(name, help, group, shown string) {
		f.names = append(f.names, name)
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Flag%d", len(fields)), Type: reflect.TypeFor[*string](),
			Tag: reflect.StructTag(fmt.Sprintf(`name:%q help:%q group:%q placeholder:%q`, name, help, group, shown)),
		})
	}
	add(configFlag, "File of settings; "+configVariable+" names one, too.", "", "FILE")
	for _, g := range declare(new(Config)) {
		title := g.name + ": " + g.title
		for _, s := range g.settings {
			add(s.flag(), s.helped(), title, s.shown())
			if s.secret {
				add(s.flag()+"-file", "File that holds it.", title, "FILE")
			}
		}
	}
	f.at = reflect.New(reflect.StructOf(fields))
	return f
}

// Struct is the pointer to the struct whose fields the parser fills.
func (f *Flags) Struct() any { return f.at.Interface() }

// Sources are the flags given, with these variables.
func (f *Flags) Sources(environ []string) Sources {
	s := Sources{Environ: environ, Flags: map[string]string{}}
	for i, name := range f.names {
		given, _ := f.at.Elem().Field(i).Interface().(*string)
		switch {
		case given == nil:
		case name == configFlag:
			s.File = *given
		default:
			s.Flags[name] = *given
		}
	}
	return s
}

// helped is the help of the flag.
func (s setting) helped() string { return unmarked(s.meaning) + helpEnd(specially(s)) }

// helpEnd makes special values a sentence.
func helpEnd(special string) string {
	if special == "" {
		return ""
	}
	return " (" + strings.TrimPrefix(special, "; ") + ")"
}

// shown stands in the help for the value: the default, or what is wanted.
func (s setting) shown() string {
	if s.std != "" {
		return s.std
	}
	word, _, _ := strings.Cut(s.value.want(), " ")
	return strings.ToUpper(word)
}

// flags is what the flags give.
func (l *loader) flags(values map[string]string) []given {
	var all []given
	for s := range l.all {
		if v, ok := values[s.flag()]; ok {
			all = append(all, given{s, plain(s, v), false, Origin("flag --" + s.flag())})
		}
		if v, ok := values[s.flag()+"-file"]; ok && s.secret {
			all = append(all, given{s, v, true, Origin("flag --" + s.flag() + "-file")})
		}
	}
	return all
}
