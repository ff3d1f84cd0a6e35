package coach

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
)

// The bounds of what a session remembers; doc.go says what falls out.
const (
	perTurn   = 16 // errors and questions taken from one turn
	keptSeen  = 256
	keptKnown = 24 // errors of the session
	keptIdle  = 24 // errors, and questions, of the issue whose count is 0
	keptTerms = 512
	keptTurns = 8 // ids kept as proof of one count
	keptSets  = 16
	keptAcks  = 64
	keptEmoji = 8
)

// Memory is what a reading needs to know of the session to name errors and questions.
type Memory struct {
	State          State
	Phase          Phase
	Locale         string
	Asks           Ask // of the last coach message; empty before the first
	YesMeans       YesMeans
	Problem        bool       // the last coach message speaks of one
	Sets           []string   // by the coach's last direction
	Errors         []Identity // of the session, the one last shown first
	Questions      []Identity // the learner's, on the open issue
	CoachQuestions []Identity
}

// Memory returns what a reading needs. The slices are the session's own: read only.
func (s Session) Memory() Memory {
	m := Memory{
		State: s.d.State, Phase: s.d.Phase, Locale: s.d.Locale, Asks: s.d.Last.Asks,
		YesMeans: s.d.Last.YesMeans, Problem: s.d.Last.Problem, Sets: s.d.Sets, Errors: s.d.Known,
	}
	for _, q := range s.d.Issue.Questions {
		m.Questions = append(m.Questions, q.Identity)
	}
	for _, q := range s.d.Issue.Put {
		m.CoachQuestions = append(m.CoachQuestions, q.Identity)
	}
	return m
}

// clone copies everything that Step may write to.
func (d data) clone() data {
	d.Terms = slices.Clone(d.Terms)
	d.Known = roomy(d.Known)
	d.Seen = roomy(d.Seen)
	d.NoProgressTurns = slices.Clone(d.NoProgressTurns)
	d.Lookbacks = slices.Clone(d.Lookbacks)
	d.Acks = slices.Clone(d.Acks)
	d.BreakOut.Used = maps.Clone(d.BreakOut.Used)
	d.BreakOut.Turns = slices.Clone(d.BreakOut.Turns)
	d.Issue.Tried = maps.Clone(d.Issue.Tried)
	d.Issue.Errors = slices.Clone(d.Issue.Errors)
	d.Issue.Questions = slices.Clone(d.Issue.Questions)
	d.Issue.Put = slices.Clone(d.Issue.Put)
	return d
}

// roomy copies a list with room for what one turn adds, so that adding does not copy it again.
func roomy[S ~[]T, T any](s S) S {
	if s == nil {
		return nil
	}
	return append(make(S, 0, len(s)+perTurn), s...)
}

// prints are fingerprints of what was shown, oldest first.
type prints []uint64

func print64(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// MarshalText packs the fingerprints, 8 bytes each.
func (p prints) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, 8*len(p))
	for _, v := range p {
		raw = binary.BigEndian.AppendUint64(raw, v)
	}
	return base64.RawStdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText unpacks what MarshalText packed.
func (p *prints) UnmarshalText(text []byte) error {
	raw, err := base64.RawStdEncoding.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("fingerprints: %w", err)
	}
	if len(raw)%8 != 0 {
		return fmt.Errorf("fingerprints: %d bytes, want a multiple of 8", len(raw))
	}
	*p = nil
	for ; len(raw) > 0; raw = raw[8:] {
		*p = append(*p, binary.BigEndian.Uint64(raw))
	}
	return nil
}

// see remembers a fingerprint and says whether it is new to the session.
func (d *data) see(fingerprint string) bool {
	v := print64(fingerprint)
	if i := slices.Index(d.Seen, v); i >= 0 {
		d.Seen = append(slices.Delete(d.Seen, i, i+1), v)
		return false
	}
	d.Seen = last(append(d.Seen, v), keptSeen)
	return true
}

// seeAll remembers what a reading shows and says whether any of it is new.
func (d *data) seeAll(r Reading) bool {
	fresh := false
	for _, e := range r.Errors {
		fresh = d.see("error "+e.Key) || fresh
	}
	for _, s := range r.Shows {
		fresh = d.see("shown "+s) || fresh
	}
	if r.New != nil {
		return *r.New
	}
	return fresh
}

// know puts an error in front of those known to the session.
func (d *data) know(e Identity) {
	d.Known = slices.DeleteFunc(d.Known, func(k Identity) bool { return k.Key == e.Key })
	d.Known = first(slices.Insert(d.Known, 0, e), keptKnown)
}

// explain remembers terms as explained, the latest last.
func (d *data) explain(terms []string) {
	for _, t := range terms {
		d.Terms = slices.DeleteFunc(d.Terms, func(k string) bool { return k == t })
		d.Terms = last(append(d.Terms, t), keptTerms)
	}
}

func first[T any](s []T, n int) []T { return s[:min(len(s), n)] }

func last[T any](s []T, n int) []T { return s[max(0, len(s)-n):] }

// with returns a copy of ids with one more, the oldest beyond n dropped.
func with(ids []string, id string, n int) []string {
	return last(append(slices.Clone(ids), id), n)
}

// makeRoom drops the oldest entry without a count where there are keptIdle of them, and the oldest
// of all where room entries have one.
func makeRoom[T any](list []T, room int, count func(T) int) []T {
	oldest, idle := 0, 0
	for i, v := range list {
		if count(v) > 0 {
			continue
		}
		if idle == 0 {
			oldest = i
		}
		idle++
	}
	switch {
	case idle >= keptIdle:
		return slices.Delete(list, oldest, oldest+1)
	case len(list)-idle >= room:
		return slices.Delete(list, 0, 1)
	}
	return list
}

// add returns a copy of a set of dimensions with more in it.
func add(set map[Dimension]bool, more []Dimension) map[Dimension]bool {
	if len(more) == 0 {
		return set
	}
	set = maps.Clone(set)
	if set == nil {
		set = map[Dimension]bool{}
	}
	for _, dim := range more {
		set[dim] = true
	}
	return set
}
