package state

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// packed is a key or a value made of numbers and of texts that have their length before them. It takes
// any bytes, and no text runs into the next.
type packed []byte

func (p packed) num(n int64) packed { return binary.AppendVarint(p, n) }

func (p packed) text(s string) packed {
	return append(binary.AppendUvarint(p, uint64(len(s))), s...)
}

// sorted adds a number so that keys sort by it; 8 bytes.
func (p packed) sorted(n int64) packed { return binary.BigEndian.AppendUint64(p, uint64(n)^1<<63) }

// within is the beginning of all keys that belong to parts.
func within(parts ...string) packed {
	var p packed
	for _, part := range parts {
		p = p.text(part)
	}
	return p
}

// inThread is the key of what is called name in a thread.
func inThread(id coach.ThreadID, name string) packed { return append(within(string(id)), name...) }

// parcel is a packed key or value that is being unpacked. After the first thing that is not there all
// else is zero, and err says so.
type parcel struct {
	rest []byte
	bad  bool
}

func (p *parcel) num() int64 {
	n, size := binary.Varint(p.rest)
	if size <= 0 {
		p.rest, p.bad = nil, true
		return 0
	}
	p.rest = p.rest[size:]
	return n
}

func (p *parcel) text() string {
	n, size := binary.Uvarint(p.rest)
	if size <= 0 || n > uint64(len(p.rest)-size) {
		p.rest, p.bad = nil, true
		return ""
	}
	s := string(p.rest[size : size+int(n)])
	p.rest = p.rest[size+int(n):]
	return s
}

// body is all that is left, as a copy.
func (p *parcel) body() []byte { return append([]byte{}, p.rest...) }

func (p *parcel) err(what string) error {
	if p.bad {
		return fmt.Errorf("%s: %w", what, ErrCorrupt)
	}
	return nil
}

// each calls do with the entries whose key begins with prefix, in order; the key is given without it.
func each(b *bbolt.Bucket, prefix []byte, do func(rest, v []byte) error) error {
	c := b.Cursor()
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if err := do(k[len(prefix):], v); err != nil {
			return err
		}
	}
	return nil
}

// drop deletes the entries whose key begins with prefix and says how many.
func drop(b *bbolt.Bucket, prefix []byte) (int, error) {
	var keys [][]byte // first all of them: a cursor loses its place when its entry goes
	err := each(b, prefix, func(rest, _ []byte) error {
		keys = append(keys, append(bytes.Clone(prefix), rest...))
		return nil
	})
	if err != nil {
		return 0, err
	}
	for _, k := range keys {
		if err := b.Delete(k); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}

// appended puts a value behind all that have the prefix.
func appended(b *bbolt.Bucket, prefix packed, v []byte) error {
	n, err := b.NextSequence()
	if err != nil {
		return err
	}
	return b.Put(prefix.sorted(int64(n)), v)
}
