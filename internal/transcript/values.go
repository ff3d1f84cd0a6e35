package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// maxKey is the longest key of an error or a question, in bytes: what coach.Identity allows.
const maxKey = 256

// value decodes a field into a T; want says in words what it must be.
func value[T any](f *fields, name, want string) (v T, ok bool) {
	raw, ok := f.take(name)
	if !ok {
		return v, false
	}
	if string(raw) == "null" || json.Unmarshal(raw, &v) != nil {
		f.fail(name, fmt.Errorf("must be %s, is %s", want, short(raw)))
		return v, false
	}
	return v, true
}

// short is a value as an error shows it.
func short(raw json.RawMessage) string {
	const limit = 60
	if r := []rune(string(raw)); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return string(raw)
}

func (f *fields) text(name string) string {
	v, _ := value[string](f, name, "a string")
	return v
}

func (f *fields) requiredText(name string) string {
	v, ok := value[string](f, name, "a string")
	if !ok {
		f.fail(name, errMissing)
	}
	return v
}

// name takes a required string that must say something: an id, a target, an emoji.
func (f *fields) name(name string) string {
	v := f.requiredText(name)
	if strings.TrimSpace(v) == "" {
		f.fail(name, errors.New("is empty"))
	}
	return v
}

// optionalName is name for a field that may be absent.
func (f *fields) optionalName(name string) string {
	if _, ok := f.values[name]; !ok {
		return ""
	}
	return f.name(name)
}

// key takes the key of an identity.
func (f *fields) key(name string) string {
	v := f.optionalName(name)
	f.checkKey(name, v)
	return v
}

func (f *fields) checkKey(name, v string) {
	if len(v) > maxKey {
		f.fail(name, fmt.Errorf("a key has at most %d bytes", maxKey))
	}
}

// keys takes a list of keys; nil if the field is absent.
func (f *fields) keys(name string) []string {
	list := f.list(name)
	for _, v := range list {
		f.checkKey(name, v)
		if strings.TrimSpace(v) == "" {
			f.fail(name, errors.New("holds an empty key"))
		}
	}
	return list
}

// list takes a list of strings; nil if the field is absent, never nil if it is there.
func (f *fields) list(name string) []string {
	list, ok := value[[]*string](f, name, "a list of strings")
	if !ok {
		return nil
	}
	out := make([]string, len(list))
	for i, v := range list {
		if v == nil {
			f.fail(name, errors.New("must be a list of strings, holds null"))
			return nil
		}
		out[i] = *v
	}
	return out
}

func (f *fields) flag(name string) bool {
	v, _ := value[bool](f, name, "true or false")
	return v
}

// maybe takes a flag for which absent is not false; nil if the field is absent.
func (f *fields) maybe(name string) *bool {
	v, ok := value[bool](f, name, "true or false")
	if !ok {
		return nil
	}
	return &v
}

// number takes a whole number of at least least; nil if the field is absent.
func (f *fields) number(name string, least int) *int {
	v, ok := value[int](f, name, "a whole number")
	if !ok {
		return nil
	}
	if v < least {
		f.fail(name, fmt.Errorf("must be at least %d, is %d", least, v))
	}
	return &v
}

// time takes an RFC 3339 time and the text that it came as.
func (f *fields) time(name string) (time.Time, string) {
	v, ok := value[string](f, name, "an RFC 3339 time")
	if !ok {
		return time.Time{}, ""
	}
	at, err := time.Parse(time.RFC3339, v)
	if err != nil {
		f.fail(name, fmt.Errorf("must be an RFC 3339 time, is %q", v))
	}
	return at, v
}

// oneOf takes a string that must be among allowed; zero if the field is absent.
func oneOf[T ~string](f *fields, name string, allowed []T) T {
	v, ok := value[T](f, name, "a string")
	if ok && !slices.Contains(allowed, v) {
		f.fail(name, unknownValue(v, allowed))
	}
	return v
}

// listOf is oneOf for a list; nil if the field is absent, never nil if it is there.
func listOf[T ~string](f *fields, name string, allowed []T) []T {
	list := f.list(name)
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = T(v)
		if !slices.Contains(allowed, out[i]) {
			f.fail(name, unknownValue(out[i], allowed))
		}
	}
	return out
}

func unknownValue[T ~string](v T, allowed []T) error {
	names := make([]string, len(allowed))
	for i, a := range allowed {
		names[i] = string(a)
	}
	return fmt.Errorf("unknown value %q, must be one of %s", string(v), strings.Join(names, " "))
}
