package state

import (
	"fmt"
	"os"
	"strconv"

	"tack/coach"

	"go.etcd.io/bbolt"
)

// rebuild checks the layout, makes it in a new file, and fills the queue with what is stored. A file
// that it refuses is as it was.
func (f *File) rebuild() (err error) {
	defer guard(&err)()
	fresh := false
	err = f.db.View(func(tx *bbolt.Tx) error {
		fresh, err = f.recognise(tx)
		return err
	})
	switch {
	case err != nil:
		return err
	case fresh:
		return f.db.Update(create)
	}
	return f.db.View(f.fill)
}

// recognise says whether the file is new; an error if it is not ours.
func (f *File) recognise(tx *bbolt.Tx) (fresh bool, err error) {
	info, err := os.Stat(f.path)
	if err != nil {
		return false, err
	}
	if tx.Size() > info.Size() {
		return false, fmt.Errorf("%d bytes of %d: %w", info.Size(), tx.Size(), ErrCorrupt)
	}
	if err := checkPages(tx); err != nil {
		return false, err
	}
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		if name, _ := tx.Cursor().First(); name != nil {
			return false, fmt.Errorf("no version beside %q: %w", name, ErrCorrupt)
		}
		return true, nil
	}
	v, err := strconv.Atoi(string(meta.Get([]byte("version"))))
	if err != nil {
		return false, fmt.Errorf("version: %w", ErrCorrupt)
	}
	if v != fileVersion {
		return false, fmt.Errorf("layout %d, this program knows %d: %w", v, fileVersion, ErrVersion)
	}
	for _, name := range buckets {
		if tx.Bucket(name) == nil {
			return false, fmt.Errorf("no %q: %w", name, ErrCorrupt)
		}
	}
	return false, nil
}

// checkPages reads the head of every page: with a wrong one bbolt would write without end.
func checkPages(tx *bbolt.Tx) error {
	for id := 2; ; id++ { // 0 and 1 are checked by bbolt
		page, err := tx.Page(id)
		switch {
		case err != nil:
			return err
		case page == nil:
			return nil
		case page.Type == "free":
			continue
		case page.Type != "leaf" && page.Type != "branch" && page.Type != "freelist":
			return fmt.Errorf("page %d is %q: %w", id, page.Type, ErrCorrupt)
		case int64(id+page.OverflowCount) >= tx.Size()/int64(tx.DB().Info().PageSize):
			return fmt.Errorf("page %d goes on for %d: %w", id, page.OverflowCount, ErrCorrupt)
		}
		id += page.OverflowCount
	}
}

func create(tx *bbolt.Tx) error {
	for _, name := range buckets {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put([]byte("version"), fmt.Append(nil, fileVersion))
}

// fill puts every thread with something to do into the queue.
func (f *File) fill(tx *bbolt.Tx) error {
	events, err := countByThread(tx.Bucket(bucketEvents))
	if err != nil {
		return err
	}
	outbox, err := countByThread(tx.Bucket(bucketOutbox))
	if err != nil {
		return err
	}
	return tx.Bucket(bucketMarks).ForEach(func(k, v []byte) error {
		m, err := unpackMark(v)
		if err != nil {
			return err
		}
		id := coach.ThreadID(k)
		f.queue.changed(id, m, events[id], outbox[id])
		return nil
	})
}

// countByThread counts the entries of a bucket whose keys begin with <thread>.
func countByThread(b *bbolt.Bucket) (map[coach.ThreadID]int, error) {
	counts := map[coach.ThreadID]int{}
	err := b.ForEach(func(k, _ []byte) error {
		p := parcel{rest: k}
		counts[coach.ThreadID(p.text())]++
		return p.err("key")
	})
	return counts, err
}
