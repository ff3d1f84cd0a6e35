package state

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tack/coach"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// fileVersion of the layout below. A file of a newer version is refused and left as it is.
const fileVersion = 1

// The buckets of the file.
var (
	bucketMeta      = []byte("meta")      // "version" → decimal
	bucketThreads   = []byte("threads")   // thread → revision (8 bytes), body
	bucketEvents    = []byte("events")    // sequence (8 bytes) → Event
	bucketOutbox    = []byte("outbox")    // sequence (8 bytes) → Message
	bucketLog       = []byte("log")       // thread → bucket: sequence → line
	bucketDocuments = []byte("documents") // learner NUL topic → bucket: name → Document
)

// lockWait is how long Open waits for another process to let go of the file.
const lockWait = 2 * time.Second

// File is the embedded store: one file, one process. Every change is on disk when its call returns.
type File struct {
	db   *bbolt.DB
	path string
}

// OpenFile opens or creates the store. It fails with ErrInUse while another process has it open,
// with ErrVersion on a newer layout and with ErrCorrupt on a file that is none of ours.
func OpenFile(path string) (*File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	db, err := openBolt(path)
	if err != nil {
		return nil, err
	}
	if err := db.Update(prepare); err != nil {
		db.Close()
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return &File{db: db, path: path}, nil
}

// openBolt turns what bbolt says, or panics with, on a foreign or damaged file into ErrCorrupt.
func openBolt(path string) (db *bbolt.DB, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("open store %s: %v: %w", path, p, ErrCorrupt)
		}
	}()
	db, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockWait})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("open store %s: %w", path, ErrInUse)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrChecksum), errors.Is(err, bolterrors.ErrVersionMismatch):
		return nil, fmt.Errorf("open store %s: %w: %w", path, ErrCorrupt, err)
	case err != nil:
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return db, nil
}

func prepare(tx *bbolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	if meta != nil {
		var v int
		if err := json.Unmarshal(meta.Get([]byte("version")), &v); err != nil {
			return fmt.Errorf("version: %w", ErrCorrupt)
		}
		if v > fileVersion {
			return fmt.Errorf("layout %d, this program knows %d: %w", v, fileVersion, ErrVersion)
		}
		return nil
	}
	if name, _ := tx.Cursor().First(); name != nil {
		return fmt.Errorf("no version beside %q: %w", name, ErrCorrupt)
	}
	for _, name := range [][]byte{bucketMeta, bucketThreads, bucketEvents, bucketOutbox, bucketLog, bucketDocuments} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return tx.Bucket(bucketMeta).Put([]byte("version"), fmt.Append(nil, fileVersion))
}

// Close lets go of the file.
func (f *File) Close() error { return f.db.Close() }

// Path returns where the store is.
func (f *File) Path() string { return f.path }

// Load returns a thread; ErrNotFound if there is none.
func (f *File) Load(ctx context.Context, id coach.ThreadID) (Thread, error) {
	t := Thread{ID: id}
	err := f.view(ctx, "load thread", func(tx *bbolt.Tx) error {
		v := tx.Bucket(bucketThreads).Get([]byte(id))
		if v == nil {
			return ErrNotFound
		}
		if len(v) < 8 {
			return ErrCorrupt
		}
		t.Rev, t.Body = binary.BigEndian.Uint64(v), append([]byte(nil), v[8:]...)
		return nil
	})
	return t, err
}

// Commit stores a change and returns the thread's new revision; ErrStale if the thread has moved on.
func (f *File) Commit(ctx context.Context, c Change) (uint64, error) {
	err := f.update(ctx, "commit", func(tx *bbolt.Tx) error {
		if err := putThread(tx, c); err != nil {
			return err
		}
		if err := finish(tx, c); err != nil {
			return err
		}
		for _, m := range c.Send {
			m.Thread = c.Thread
			if err := appendJSON(tx.Bucket(bucketOutbox), m); err != nil {
				return err
			}
		}
		if err := appendLog(tx, c); err != nil {
			return err
		}
		return putDocuments(tx, c.Owner, c.Documents)
	})
	if err != nil {
		return 0, err
	}
	return c.Rev + 1, nil
}

func putThread(tx *bbolt.Tx, c Change) error {
	b := tx.Bucket(bucketThreads)
	var rev uint64
	if v := b.Get([]byte(c.Thread)); len(v) >= 8 {
		rev = binary.BigEndian.Uint64(v)
	}
	if rev != c.Rev {
		return fmt.Errorf("thread at %d, change on %d: %w", rev, c.Rev, ErrStale)
	}
	return b.Put([]byte(c.Thread), append(binary.BigEndian.AppendUint64(nil, rev+1), c.Body...))
}

func appendLog(tx *bbolt.Tx, c Change) error {
	if len(c.Log) == 0 {
		return nil
	}
	b, err := tx.Bucket(bucketLog).CreateBucketIfNotExists([]byte(c.Thread))
	if err != nil {
		return err
	}
	for _, line := range c.Log {
		if err := b.Put(nextKey(b), line); err != nil {
			return err
		}
	}
	return nil
}

// Log returns the lines of a thread's log, oldest first.
func (f *File) Log(ctx context.Context, thread coach.ThreadID) ([][]byte, error) {
	var lines [][]byte
	err := f.view(ctx, "read log", func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketLog).Bucket([]byte(thread))
		if b == nil {
			return nil
		}
		return b.ForEach(func(_, line []byte) error {
			lines = append(lines, append([]byte(nil), line...))
			return nil
		})
	})
	return lines, err
}

func (f *File) update(ctx context.Context, what string, do func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := f.db.Update(do); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

func (f *File) view(ctx context.Context, what string, do func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if err := f.db.View(do); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Threads returns the ids of the threads whose id begins with prefix, in order.
func (f *File) Threads(ctx context.Context, prefix string) ([]coach.ThreadID, error) {
	var ids []coach.ThreadID
	err := f.view(ctx, "list threads", func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketThreads).Cursor()
		for k, _ := c.Seek([]byte(prefix)); k != nil && bytes.HasPrefix(k, []byte(prefix)); k, _ = c.Next() {
			ids = append(ids, coach.ThreadID(k))
		}
		return nil
	})
	return ids, err
}
