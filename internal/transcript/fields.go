package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

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
