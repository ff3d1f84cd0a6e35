package questions

import (
	"slices"
	"strconv"
	"strings"

	"tack/coach"
)

// maxSketch is the longest sketch, in bytes (coach.Identity).
const maxSketch = 256

// identity encodes the form: "how !1 #3 =setnx >container file", the aspect first, "!" the
// number of negations. What does not fit is replaced by "~" and a hash of it.
func (f *form) identity() coach.Identity {
	var buf [512]byte
	b := append(buf[:0], f.aspect.String()...)
	if !f.solid {
		b = append(b, " ?"...)
	}
	if f.negs > 0 {
		b = strconv.AppendInt(append(b, " !"...), int64(f.negs), 10)
	}
	cut := 0
	for _, it := range f.items {
		b = append(append(append(b, ' '), it.mark...), it.text...)
		if len(b) <= maxSketch-18 {
			cut = len(b)
		}
	}
	if len(b) > maxSketch {
		rest := hash(b[cut:])
		b = strconv.AppendUint(append(b[:cut], " ~"...), rest, 36)
	}
	return coach.Identity{Key: key(b), Sketch: string(b)}
}

func key(sketch []byte) string {
	var buf [16]byte
	return string(strconv.AppendUint(append(buf[:0], 'q'), hash(sketch), 36))
}

// hash is FNV-1a over 64 bits.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// Same tells whether fresh asks what known asked. Without both sketches equal keys decide; a
// question without an object of its own is the same as none.
func (c *Catalog) Same(known, fresh coach.Identity) bool {
	if known.Sketch == "" || fresh.Sketch == "" {
		return known.Key != "" && known.Key == fresh.Key
	}
	a, as := cutSpace(known.Sketch)
	b, bs := cutSpace(fresh.Sketch)
	alike := a != b && defines(a) && defines(b)
	if a != b && !alike || strings.HasPrefix(as, "?") || strings.HasPrefix(bs, "?") {
		return false
	}
	asp, _ := aspectOf(a)
	d := difference{rules: &c.rules, aspect: asp}
	return d.split(as, bs) && d.forgiven() && (!alike || d.shared > 2)
}

// defines tells whether the aspect is one of the two that "what" can be.
func defines(aspect string) bool {
	return aspect == aspectNames[aspectWhat] || aspect == aspectNames[aspectWhich]
}

func cutSpace(s string) (head, tail string) {
	head, tail, _ = strings.Cut(s, " ")
	return head, tail
}

// difference is what only one of two questions has.
type difference struct {
	rules  *rules
	aspect aspect
	a, b   [8]string // concepts without a mark, and with ">"
	na, nb int
	shared int      // strong concepts and names of both
	tools  int      // tools among them
	homes  []string // of all of them
	moot   []string // what goes without saying beside them: how to see keys is how to see all
}

// split fills the difference; false: too much of it, or in what must be equal.
func (d *difference) split(as, bs string) bool {
	var x, y string
	x, as = cutSpace(as)
	y, bs = cutSpace(bs)
	for x != "" || y != "" {
		switch {
		case x == y:
			d.share(x)
			x, as = cutSpace(as)
			y, bs = cutSpace(bs)
		case y == "" || x != "" && before(x, y):
			if marked(x) || d.na == len(d.a) {
				return false
			}
			d.a[d.na] = x
			d.na++
			x, as = cutSpace(as)
		default:
			if marked(y) || d.nb == len(d.b) {
				return false
			}
			d.b[d.nb] = y
			d.nb++
			y, bs = cutSpace(bs)
		}
	}
	return true
}

// before is the order of the items in a sketch: negations first, then by mark and text.
func before(x, y string) bool {
	mx, tx := mark(x)
	my, ty := mark(y)
	if mx != my {
		return order(mx) < order(my)
	}
	return tx < ty
}

// order sorts a mark as form.tidy does, with "!" before and "~" after all others.
func order(mark string) string {
	switch mark {
	case "!":
		return ""
	case "~":
		return "\xff"
	}
	return "\x01" + mark
}

func mark(x string) (mark, text string) {
	i := 0
	if strings.HasPrefix(x, ">") {
		i++
	}
	if i < len(x) && strings.IndexByte("!=#%~", x[i]) >= 0 {
		i++
	}
	return x[:i], x[i:]
}

// marked tells whether the item must be on both sides.
func marked(x string) bool {
	return strings.IndexByte("!=#~", x[0]) >= 0 || len(x) > 1 && x[0] == '>' && (x[1] == '=' || x[1] == '#')
}

func (d *difference) share(x string) {
	_, text := mark(x)
	in := d.rules.info[text]
	if !in.faintFor(d.aspect) && x[0] != '!' {
		d.shared++
	}
	d.moot = append(d.moot, d.rules.implied[text]...)
	if x[0] == '=' && strings.Contains(text, ".") {
		d.moot = append(d.moot, "file") // .env is a file
	}
	if in.tool {
		d.tools++
	}
	d.homes = append(d.homes, in.homes...)
}

// forgiven tells whether what differs does not matter.
func (d *difference) forgiven() bool {
	if d.na+d.nb == 0 {
		return true
	}
	d.pair()
	weakA, okA := d.side(d.a[:d.na])
	weakB, okB := d.side(d.b[:d.nb])
	return okA && okB && d.shared > 0 && !(weakA && weakB)
}

// pair takes out of both sides what are two words for one thing there.
func (d *difference) pair() {
	for i := 0; i < d.na; i++ {
		for k := 0; k < d.nb; k++ {
			if d.rules.akin(d.a[i], d.b[k]) {
				d.share(d.a[i])
				d.na--
				d.a[i] = d.a[d.na]
				d.nb--
				d.b[k] = d.b[d.nb]
				i--
				break
			}
		}
	}
}

// side judges what one question has more: weak tells whether something in it would matter
// beside another such word on the other side.
func (d *difference) side(extra []string) (weak, ok bool) {
	for _, x := range extra {
		in := d.rules.info[strings.TrimPrefix(x, ">")]
		switch {
		case in.faintFor(d.aspect):
		case slices.Contains(d.moot, x):
			weak = true
		case x[0] == '%', in.weak, in.tool && d.athome(x):
			weak = true
		default:
			return false, false
		}
	}
	return weak, true
}

// athome tells whether both questions name two things at least, one of them at home in the tool.
func (d *difference) athome(tool string) bool {
	return d.shared > 1 && d.tools == 0 && slices.Contains(d.homes, tool)
}
