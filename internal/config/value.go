package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// value is a field of a Config that is read from text and written as text.
type value interface {
	// set takes a text, or says what is wanted in place of it. It never repeats a secret.
	set(text string) error
	// text is what set takes for the same value.
	text() string
	// want is what is wanted, with unit and range: "whole number of turns, 8 to 100".
	want() string
	// shape is which scalars of YAML it is made from.
	shape() shape
}

// shape is a kind of scalar.
type shape int

const (
	shapeText   shape = iota // text
	shapeWhole               // a whole number
	shapeNumber              // any number
	shapeSpan                // text, or a whole number (0)
)

// field is a value made of functions.
type field struct {
	write  func(string) error
	read   func() string
	wanted string
	form   shape
}

func (f field) set(s string) error { return f.write(s) }
func (f field) text() string       { return f.read() }
func (f field) want() string       { return f.wanted }
func (f field) shape() shape       { return f.form }

// wanted is the error of a value that is not of the wanted kind.
func wanted(want, got string) error { return fmt.Errorf("want %s, got %q", want, got) }

// text is a name, a folder or the like; unit says what it is.
func text(at *string, unit string) value {
	return field{
		write: func(s string) error {
			if err := printable(s); err != nil {
				return err
			}
			*at = s
			return nil
		},
		read: func() string { return *at }, wanted: unit,
	}
}

// printable refuses what no setting holds and no terminal shows.
func printable(s string) error {
	if !utf8.ValidString(s) {
		return errors.New("is not valid UTF-8")
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return errors.New("holds a line break or another character that cannot be shown")
	}
	return nil
}

// oneOf is one of a few words.
func oneOf(at *string, words ...string) value {
	want := words[0]
	if last := len(words) - 1; last > 0 {
		want = strings.Join(words[:last], ", ") + " or " + words[last]
	}
	return field{
		write: func(s string) error {
			if !slices.Contains(words, s) {
				return wanted(want, s)
			}
			*at = s
			return nil
		},
		read: func() string { return *at }, wanted: want,
	}
}

// whole is a whole number of units.
func whole(at *int, unit string, least, most int) value {
	want := fmt.Sprintf("whole number of %s, %d to %d", unit, least, most)
	return field{
		write: func(s string) error {
			n, err := strconv.Atoi(s)
			if err != nil || n < least || n > most {
				return wanted(want, s)
			}
			*at = n
			return nil
		},
		read: func() string { return strconv.Itoa(*at) }, wanted: want, form: shapeWhole,
	}
}

// maxAmount bounds an amount of money.
const maxAmount = 1e9

// amount is a number of units, not below 0.
func amount(at *float64, unit string) value {
	want := "number, " + unit
	return field{
		write: func(s string) error {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil || !(x >= 0 && x <= maxAmount) { // NaN is neither
				return wanted(want+", not below 0", s)
			}
			*at = math.Abs(x) // no -0
			return nil
		},
		read: func() string { return strconv.FormatFloat(*at, 'f', -1, 64) }, wanted: want, form: shapeNumber,
	}
}

// credential is a secret that begins with prefix. Its errors show nothing of it.
func credential(at *Secret, prefix string) value {
	want := "text"
	if prefix != "" {
		want = "text that begins with " + prefix
	}
	return field{
		write: func(s string) error {
			switch {
			case printable(s) != nil || strings.Contains(s, " "):
				return errors.New("holds a blank, a line break or another character that no token has")
			case s != "" && !strings.HasPrefix(s, prefix):
				return errors.New("want " + want + ": it is another kind of token")
			}
			*at = Secret(s)
			return nil
		},
		read: func() string { return string(*at) }, wanted: want,
	}
}
