package transcript_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"tack/internal/transcript"
)

// parse returns every line of a transcript, or the first error.
func parse(in string) ([]transcript.Line, error) {
	p := transcript.NewParser("t.jsonl", strings.NewReader(in))
	var lines []transcript.Line
	for {
		l, err := p.Next()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return lines, err
		}
		lines = append(lines, l)
	}
}

func TestParser_BadLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ line, want string }{
		"Empty":            {``, `t.jsonl:1: the transcript is empty; its first line is a session`},
		"Blank":            {"  \n", `t.jsonl:1: the line is empty; one event a line`},
		"NotJSON":          {`{"type": "tick"`, `t.jsonl:1: not valid JSON: unexpected EOF`},
		"NoComma":          {`{"type": "store" "id": "s", "ok": true}`, `t.jsonl:1: not valid JSON: `},
		"NotAnObject":      {`["tick"]`, `t.jsonl:1: not a JSON object`},
		"TrailingData":     {`{"type": "tick"} {}`, `t.jsonl:1: more text behind the JSON object`},
		"TrailingGarbage":  {`{"type": "tick"}}`, `t.jsonl:1: more text behind the JSON object`},
		"NotUTF8":          {"{\"type\": \"tick\", \"at\": \"\xff\"}", `t.jsonl:1: not valid UTF-8`},
		"LoneSurrogate":    {`{"type": "other", "id": "o", "user": "u", "text": "\ud83d"}`, `t.jsonl:1: text: holds half of a surrogate pair`},
		"NoType":           {`{"id": "l1"}`, `t.jsonl:1: type: is missing`},
		"UnknownType":      {`{"type": "typing", "id": "x"}`, `t.jsonl:1: type: unknown value "typing", must be one of session`},
		"TypeNoString":     {`{"type": 1}`, `t.jsonl:1: type: must be a string, is 1`},
		"TypeNull":         {`{"type": null}`, `t.jsonl:1: type: must be a string, is null`},
		"UnknownField":     {`{"type": "tick", "mood": "fine"}`, `t.jsonl:1: mood: unknown field`},
		"OtherCase":        {`{"type": "learner", "id": "l", "Text": "ok"}`, `t.jsonl:1: text: is missing`},
		"FieldOfOtherType": {`{"type": "tick", "text": "x"}`, `t.jsonl:1: text: unknown field`},
		"Twice":            {`{"type": "store", "id": "s", "ok": true, "ok": true}`, `t.jsonl:1: ok: stands twice`},
		"NoID":             {`{"type": "coach", "text": "x"}`, `t.jsonl:1: id: is missing`},
		"EmptyID":          {`{"type": "coach", "id": " ", "text": "x"}`, `t.jsonl:1: id: is empty`},
		"IDNoString":       {`{"type": "coach", "id": 7, "text": "x"}`, `t.jsonl:1: id: must be a string, is 7`},
		"NoText":           {`{"type": "learner", "id": "l"}`, `t.jsonl:1: text: is missing`},
		"TextNull":         {`{"type": "learner", "id": "l", "text": null}`, `t.jsonl:1: text: must be a string, is null`},
		"BadTime":          {`{"type": "tick", "at": "yesterday"}`, `t.jsonl:1: at: must be an RFC 3339 time, is "yesterday"`},
		"TimeNoZone":       {`{"type": "tick", "at": "2026-01-05T09:00:00"}`, `t.jsonl:1: at: must be an RFC 3339 time`},
		"FlagNoBool":       {`{"type": "learner", "id": "l", "text": "x", "more": "yes"}`, `t.jsonl:1: more: must be true or false, is "yes"`},
		"UnknownKind":      {`{"type": "learner", "id": "l", "text": "x", "kind": "rant"}`, `t.jsonl:1: kind: unknown value "rant"`},
		"EventKind":        {`{"type": "learner", "id": "l", "text": "x", "kind": "tick"}`, `t.jsonl:1: kind: unknown value "tick"`},
		"UnknownAsk":       {`{"type": "coach", "id": "c", "text": "x", "asks": ""}`, `t.jsonl:1: asks: unknown value ""`},
		"UnknownDimension": {`{"type": "coach", "id": "c", "text": "x", "directions": ["luck"]}`, `t.jsonl:1: directions: unknown value "luck"`},
		"ListNoList":       {`{"type": "coach", "id": "c", "text": "x", "explains": "ttl"}`, `t.jsonl:1: explains: must be a list of strings, is "ttl"`},
		"ListWithNull":     {`{"type": "coach", "id": "c", "text": "x", "explains": [null]}`, `t.jsonl:1: explains: must be a list of strings, holds null`},
		"EmptyKey":         {`{"type": "learner", "id": "l", "text": "x", "errors": [""]}`, `t.jsonl:1: errors: holds an empty key`},
		"LongKey":          {`{"type": "learner", "id": "l", "text": "x", "question": "` + strings.Repeat("k", 257) + `"}`, `t.jsonl:1: question: a key has at most 256 bytes`},
		"Threshold":        {`{"type": "session", "id": "s", "threshold": 0}`, `t.jsonl:1: threshold: must be at least 1, is 0`},
		"ThresholdPart":    {`{"type": "session", "id": "s", "threshold": 1.5}`, `t.jsonl:1: threshold: must be a whole number, is 1.5`},
		"Locale":           {`{"type": "session", "id": "s", "locale": "xx"}`, `t.jsonl:1: locale: unknown value "xx", must be one of en zh`},
		"FileUnknown":      {`{"type": "learner", "id": "l", "files": [{"name": "a", "size": 3}]}`, `t.jsonl:1: files.size: unknown field`},
		"FileNoName":       {`{"type": "learner", "id": "l", "files": [{"text": "a"}]}`, `t.jsonl:1: files.name: is missing`},
		"FileNoObject":     {`{"type": "learner", "id": "l", "files": ["a.log"]}`, `t.jsonl:1: files: not a JSON object`},
		"Op":               {`{"type": "reaction", "id": "r", "emoji": "x", "target": "c", "op": "toggle"}`, `t.jsonl:1: op: unknown value "toggle", must be one of add remove`},
		"NoTarget":         {`{"type": "delete", "id": "d"}`, `t.jsonl:1: target: is missing`},
		"NoOK":             {`{"type": "store", "id": "s"}`, `t.jsonl:1: ok: is missing`},
		"ExpectUnknown":    {`{"type": "expect", "at": "2026-01-05T09:00:00Z"}`, `t.jsonl:1: at: unknown field`},
		"ExpectRule":       {`{"type": "expect", "fired": ["spin"]}`, `t.jsonl:1: fired: unknown value "spin"`},
		"ExpectCount":      {`{"type": "expect", "counts": {"ack": 1}}`, `t.jsonl:1: counts.ack: unknown field`},
		"ExpectProgress":   {`{"type": "expect", "progress": "null"}`, `t.jsonl:1: progress: must be true, false or null, is "null"`},
		"ExpectCountsNull": {`{"type": "expect", "counts": null}`, `t.jsonl:1: counts: not a JSON object`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parse(c.line)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if e := (*transcript.Error)(nil); !errors.As(err, &e) {
				t.Errorf("%v is no *transcript.Error", err)
			}
		})
	}
}

func TestParser_Accepts(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"NoLineFeedAtTheEnd": `{"type":"tick"}`,
		"CarriageReturns":    "{\"type\":\"tick\"}\r\n{\"type\":\"tick\"}\r\n",
		"ByteOrderMark":      "\xef\xbb\xbf{\"type\":\"tick\"}\n",
		"FilesWithoutText":   `{"type":"learner","id":"l","files":[{"name":"a.png","text":""}]}`,
		"SurrogatePair":      `{"type":"other","id":"o","user":"u","text":"\ud83d\udc4d \\ud83d"}`,
		"ExpectNothing":      `{"type":"expect"}`,
		"ExpectWithID":       `{"type":"expect","id":"x1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if lines, err := parse(in); err != nil || len(lines) == 0 {
				t.Errorf("got %d lines, %v", len(lines), err)
			}
		})
	}
}

func TestParser_NamesTheLine(t *testing.T) {
	t.Parallel()
	lines, err := parse("{\"type\":\"tick\"}\n{\"type\":\"tick\"}\n\n")
	if len(lines) != 2 || err == nil || !strings.HasPrefix(err.Error(), "t.jsonl:3: ") {
		t.Errorf("got %d lines, %v; want 2 and an error of line 3", len(lines), err)
	}
}

func TestParser_LongLines(t *testing.T) {
	t.Parallel()
	line := func(n int) string {
		return `{"type":"other","id":"o","user":"u","text":"` + strings.Repeat("x", n) + "\"}\n"
	}
	if _, err := parse(line(10 << 20)); err != nil {
		t.Errorf("10 MiB: %v", err)
	}
	_, err := parse(line(transcript.MaxLine))
	if err == nil || !strings.Contains(err.Error(), "t.jsonl:1: the line has more than") {
		t.Errorf("above the limit: %v", err)
	}
}

// broken fails after its text.
type broken struct{ io.Reader }

var errDisk = errors.New("disk on fire")

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errDisk
	}
	return n, err
}

func TestParser_InputFails(t *testing.T) {
	t.Parallel()
	p := transcript.NewParser("t.jsonl", broken{strings.NewReader("{\"type\":\"tick\"}\n{\"ty")})
	if _, err := p.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Next(); !errors.Is(err, errDisk) {
		t.Errorf("got %v, want %v", err, errDisk)
	}
}

// FuzzParser holds the parser to: no panic, and whatever parses can be written and parses back to
// the same.
func FuzzParser(f *testing.F) {
	f.Add([]byte(`{"type":"session","id":"s","threshold":10,"terms":["ttl"]}`))
	f.Add([]byte(`{"type":"coach","id":"c1","text":"Run it.","asks":"action","directions":[]}`))
	f.Add([]byte(`{"type":"learner","id":"l1","at":"2026-01-05T09:00:00.5+08:00","text":"\u597d","errors":[],"new":false}`))
	f.Add([]byte(`{"type":"expect","progress":null,"counts":{"acks":1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := transcript.NewParser("f", bytes.NewReader(data)).Next()
		if err != nil {
			return
		}
		var b bytes.Buffer
		w := transcript.NewWriter(&b)
		if err := w.Write(l.At, transcript.Session{}); err != nil && !l.At.IsZero() {
			return // a year that RFC 3339 has no digits for in UTC
		}
		if err := w.Write(l.At, l.Event); err != nil {
			t.Fatalf("%s does not write: %v", data, err)
		}
		checkBack(t, b.String(), l)
	})
}
