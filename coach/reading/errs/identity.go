package errs

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"tack/coach"
)

// form is the canonical form of an error: the class, with "§" for each value, and the values.
type form struct {
	class  []string
	values []string
}

const hole = "§"

// identity makes the Key of the whole form and the Sketch of its two parts.
func (f form) identity() coach.Identity {
	class := hash(strings.Join(f.class, " "))
	return coach.Identity{Key: hash(class + "\x00" + strings.Join(f.values, "\x00")), Sketch: sketch(class, f.values)}
}

// maxValues is how many values a sketch lists; the last stands for all beyond.
const maxValues = 12

// sketch is "class value value …". A long value, or one with other signs than those of names, is
// listed by its hash.
func sketch(class string, values []string) string {
	var b strings.Builder
	b.WriteString(class)
	for i, v := range values {
		b.WriteByte(' ')
		if i == maxValues-1 && len(values) > maxValues {
			b.WriteString(short(strings.Join(values[i:], "\x00")))
			break
		}
		b.WriteString(short(v))
	}
	return b.String()
}

// short is a value as a sketch lists it: itself up to 16 bytes, else "#" and a hash.
func short(v string) string {
	plain := len(v) <= 16 && v != "" && v[0] != '#'
	for i := 0; plain && i < len(v); i++ {
		plain = v[i] > ' ' && v[i] < 0x7f
	}
	if plain {
		return v
	}
	return "#" + hash(v)
}

// hash is 64 bits of FNV-1a in base 36, at most 13 bytes.
func hash(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return strconv.FormatUint(h.Sum64(), 36)
}

// Same reports whether fresh is the error known. sets are the values that the coach's last
// direction or the learner's command set (see Sets): a fresh error of one class with known, in
// which only such values differ, is the same.
func (c *Catalog) Same(known, fresh coach.Identity, sets []string) bool {
	if known.Key == fresh.Key {
		return known.Key != ""
	}
	if len(sets) == 0 || known.Sketch == "" {
		return false
	}
	a, b := strings.Split(known.Sketch, " "), strings.Split(fresh.Sketch, " ")
	if len(a) != len(b) || a[0] != b[0] {
		return false
	}
	return turned(a[1:], b[1:], sets)
}

// turned reports whether every value of fresh that known has not is among sets. Both have as many
// values; their order may differ.
func turned(known, fresh, sets []string) bool {
	left := slices.Clone(known)
	for _, v := range fresh {
		if i := slices.Index(left, v); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if !slices.ContainsFunc(sets, func(s string) bool { return short(s) == v }) {
			return false
		}
	}
	return true
}
