package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// maxKey is the longest key of an error or a question, in bytes: what coach.Identity allows.
const maxKey = 256

// fields takes the members of one JSON object by name. The first problem is kept in err and makes
// the later calls return zero values, so that callers check once, at done.
type fields struct {
	values map[string]json.RawMessage
	order  []string // the names as they came
	err    error    // nil, or a *fieldError
}

// fieldError names the field in which a problem is; the empty field is the whole line.
type fieldError struct {
	field string
	err   error
}

func (e *fieldError) Error() string { return e.field + ": " + e.err.Error() }
func (e *fieldError) Unwrap() error { return e.err }

// errMissing is the problem of a required field that is absent or, for ids, empty.
var errMissing = errors.New("is missing")

// object splits one JSON object into its members. Names are compared as they are, unlike
// encoding/json, which takes "Kind" for "kind" and the last of two equal names.
func object(data []byte) *fields {
	f := &fields{values: map[string]json.RawMessage{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	if tok, err := dec.Token(); err != nil {
		f.fail("", fmt.Errorf("not valid JSON: %w", unexpectedEOF(err)))
		return f
	} else if tok != json.Delim('{') {
		f.fail("", errors.New("not a JSON object"))
		return f
	}
	for f.err == nil && dec.More() {
		f.member(dec)
	}
	if f.err == nil {
		f.end(dec)
	}
	return f
}

// member takes one name and its value.
func (f *fields) member(dec *json.Decoder) {
	tok, err := dec.Token()
	name, ok := tok.(string)
	if err != nil || !ok {
		f.fail("", fmt.Errorf("not valid JSON: %w", unexpectedEOF(err)))
		return
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		f.fail(name, fmt.Errorf("not valid JSON: %w", unexpectedEOF(err)))
		return
	}
	if _, twice := f.values[name]; twice {
		f.fail(name, errors.New("stands twice"))
		return
	}
	if loneSurrogate(raw) {
		f.fail(name, errors.New("holds half of a surrogate pair"))
		return
	}
	f.values[name] = raw
	f.order = append(f.order, name)
}

// end takes the closing brace and nothing behind it.
func (f *fields) end(dec *json.Decoder) {
	if _, err := dec.Token(); err != nil {
		f.fail("", fmt.Errorf("not valid JSON: %w", unexpectedEOF(err)))
		return
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		f.fail("", errors.New("more text behind the JSON object"))
	}
}

// unexpectedEOF says of an end of input what it means inside a value.
func unexpectedEOF(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (f *fields) fail(field string, err error) {
	if f.err == nil {
		f.err = &fieldError{field, err}
	}
}

// take gives the raw value of a field once; ok is false if it is absent or a problem came before.
func (f *fields) take(name string) (raw json.RawMessage, ok bool) {
	if f.err != nil {
		return nil, false
	}
	raw, ok = f.values[name]
	delete(f.values, name)
	return raw, ok
}

// done returns the first problem; a field that nobody took is one.
func (f *fields) done() error {
	for _, name := range f.order {
		if _, left := f.values[name]; left {
			f.fail(name, errors.New("unknown field"))
		}
	}
	return f.err
}

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

// loneSurrogate reports whether a JSON string has a \u escape of half a surrogate pair, which
// encoding/json would replace without a word.
func loneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		if raw[i] != 'u' {
			continue
		}
		r := escaped(raw[i-1:])
		i += 4
		if utf16.IsSurrogate(r) {
			if utf16.DecodeRune(r, escaped(raw[i+1:])) == utf8.RuneError {
				return true
			}
			i += 6
		}
	}
	return false
}

// escaped is the code unit of a \uXXXX at the start of raw; -1 if there is none.
func escaped(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	v, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(v)
}
