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

// maxSketch bounds a sketch in bytes, with room for one hash.
const maxSketch = 230

// sketch is "class value value …". The values for which there is no room are one hash.
func sketch(class string, values []string) string {
	var b strings.Builder
	b.WriteString(class)
	for i, v := range values {
		w := listed(v)
		if b.Len()+1+len(w) > maxSketch {
			b.WriteString(" #")
			b.WriteString(hash(strings.Join(values[i:], "\x00")))
			break
		}
		b.WriteByte(' ')
		b.WriteString(w)
	}
	return b.String()
}

// listed is a value as a sketch lists it. A long path is listed as directory and base name, so that
// a base name alone can be found to be set.
func listed(v string) string {
	if i := strings.LastIndexByte(v, '/'); i > 0 && len(v) > 16 {
		return short(v[:i]) + "/" + short(v[i+1:])
	}
	return short(v)
}

// short is a value itself up to 16 bytes, else, or with other signs than those of names, "#" and a
// hash.
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
	var news []string
	for _, v := range fresh {
		if i := slices.Index(left, v); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			news = append(news, v)
		}
	}
	return !slices.ContainsFunc(news, func(v string) bool { return !isSet(v, left, sets) })
}

// isSet reports a value that is among sets, or a path whose base name is, in the directory of a
// value that it may have replaced.
func isSet(v string, left, sets []string) bool {
	slash := strings.LastIndexByte(v, '/')
	for _, s := range sets {
		if listed(s) == v || strings.TrimLeft(s, "^~<>=v") == strings.TrimLeft(v, "^~<>=v") {
			return true
		}
		if slash > 0 && short(s) == v[slash+1:] && slices.ContainsFunc(left, func(l string) bool {
			return strings.LastIndexByte(l, '/') == slash && l[:slash] == v[:slash]
		}) {
			return true
		}
	}
	return false
}
