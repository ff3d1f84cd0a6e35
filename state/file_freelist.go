package state

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// What is known here of bbolt's pages: a head of 16 bytes, with the number of entries at 10; in a meta page
// behind it a magic number, the page size at 8, the page of the freelist at 32, the transaction at 48 and
// the checksum of all that at 56. A freelist of 0xFFFF entries has their number as its first one.
const (
	boltHead  = 16
	boltMeta  = 64
	boltMagic = 0xED0CDAED
	boltMany  = 0xFFFF
)

// checkFreelist refuses a file whose list of free pages says that it is longer than the file: bbolt takes
// the memory for it before it looks, and no process survives that. Whatever else is wrong with a file, and
// one that another process has open, is left to bbolt.
func checkFreelist(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !share(f) {
		return nil
	}
	page, ok := freelistOf(f)
	if !ok {
		return nil
	}
	var list [boltHead + 8]byte
	if _, err := f.ReadAt(list[:], page); err != nil || binary.NativeEndian.Uint16(list[10:]) != boltMany {
		return nil
	}
	if n := binary.NativeEndian.Uint64(list[boltHead:]); n > uint64(info.Size())/8 {
		return fmt.Errorf("list of %d free pages in %d bytes: %w", n, info.Size(), ErrCorrupt)
	}
	return nil
}

// freelistOf is where the freelist of the last transaction is; false: no meta page says it.
func freelistOf(f io.ReaderAt) (at int64, ok bool) {
	size, last := int64(os.Getpagesize()), uint64(0)
	for n := range int64(2) {
		var page [boltHead + boltMeta]byte
		if _, err := f.ReadAt(page[:], n*size); err != nil {
			continue
		}
		meta := page[boltHead:]
		sum := fnv.New64a()
		_, _ = sum.Write(meta[:56]) // never fails
		if binary.NativeEndian.Uint32(meta) != boltMagic || binary.NativeEndian.Uint64(meta[56:]) != sum.Sum64() {
			continue
		}
		if txid := binary.NativeEndian.Uint64(meta[48:]); !ok || txid > last {
			size = int64(binary.NativeEndian.Uint32(meta[8:]))
			at, last, ok = int64(binary.NativeEndian.Uint64(meta[32:]))*size, txid, true
		}
	}
	return at, ok
}
