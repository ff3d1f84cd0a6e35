package state

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// fileVersion of the layout below. A file of another version is refused and left as it is.
const fileVersion = 2

// The buckets of the file. Names in angle brackets are packed with their length before them, times
// are µs since 1970, sequences 8 bytes; see file_code.go.
var (
	bucketMeta      = []byte("meta")      // "version" → decimal
	bucketThreads   = []byte("threads")   // thread → revision (8 bytes), body
	bucketMarks     = []byte("marks")     // thread → mark
	bucketEvents    = []byte("events")    // <thread>, order (8 bytes), sequence → <id>, body
	bucketSeen      = []byte("seen")      // <thread>, key of an event → when seen, where in events
	bucketOutbox    = []byte("outbox")    // <thread>, sequence → <id>, body
	bucketLog       = []byte("log")       // <thread>, sequence → line
	bucketRefs      = []byte("refs")      // <thread>, id of a message → ref
	bucketPosts     = []byte("posts")     // ref → <thread>, <id of a message>
	bucketTheirs    = []byte("theirs")    // <workspace>, <learner>, thread → nothing
	bucketTopics    = []byte("topics")    // <workspace>, <learner>, <topic> → last change
	bucketDocuments = []byte("documents") // <workspace>, <learner>, <topic>, name → <changed>, text
	bucketValues    = []byte("values")    // <workspace>, <learner>, name → until, value
)

var buckets = [][]byte{
	bucketMeta, bucketThreads, bucketMarks, bucketEvents, bucketSeen, bucketOutbox, bucketLog, bucketRefs,
	bucketPosts, bucketTheirs, bucketTopics, bucketDocuments, bucketValues,
}

// lockWait is how long Open waits for another process to let go of the file.
const lockWait = 2 * time.Second

// File is the embedded store: one file, one process. Every change is on disk when its call returns.
// What one process alone needs to know is in memory: who holds which thread, and which are ready;
// it is made anew from the file at open.
type File struct {
	db            *bbolt.DB
	path          string
	log           *slog.Logger
	now           func() int64  // µs since 1970
	keepThreads   time.Duration // < 0: for ever
	keepDocuments time.Duration // < 0: for ever
	queue         *fileQueue

	writes  chan *fileWrite
	closing chan struct{}
	written chan struct{} // closed when the last write is done
	close   func() error
}

// OpenFile opens or creates the store. It fails with ErrInUse while another process has it open,
// with ErrVersion on another layout and with ErrCorrupt on a file that is none of ours.
func OpenFile(path string, o Options) (*File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	db, err := openBolt(path)
	if err != nil {
		return nil, err
	}
	f := newFile(db, path, o)
	if err := f.rebuild(); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), db.Close())
	}
	go f.writeAll()
	return f, nil
}

func newFile(db *bbolt.DB, path string, o Options) *File {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	f := &File{
		db: db, path: path, log: o.Log, now: func() int64 { return o.Now().UnixMicro() },
		keepThreads:   orStandard(o.KeepThreads, DefaultKeepThreads),
		keepDocuments: orStandard(o.KeepDocuments, DefaultKeepDocuments),
		writes:        make(chan *fileWrite), closing: make(chan struct{}), written: make(chan struct{}),
	}
	f.queue = newFileQueue(f.now, rand.Text())
	f.close = sync.OnceValue(f.end)
	return f
}

func orStandard(set, standard time.Duration) time.Duration {
	if set == 0 {
		return standard
	}
	return set
}

// openBolt turns what bbolt says, or panics with, on a foreign or damaged file into ErrCorrupt.
func openBolt(path string) (*bbolt.DB, error) {
	var file *os.File
	keep := func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
		file, err = os.OpenFile(name, flag, mode)
		return file, err
	}
	db, err := tryBolt(path, &bbolt.Options{Timeout: lockWait, FreelistType: bbolt.FreelistMapType, OpenFile: keep})
	if err == nil {
		return db, nil
	}
	if file != nil {
		unlock(file)
		_ = file.Close() // bbolt has done so, unless it panicked
	}
	var system syscall.Errno
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		err = ErrInUse
	case !errors.As(err, &system) && !errors.Is(err, ErrCorrupt):
		err = fmt.Errorf("%w: %w", err, ErrCorrupt)
	}
	return nil, fmt.Errorf("open store %s: %w", path, err)
}

func tryBolt(path string, o *bbolt.Options) (db *bbolt.DB, err error) {
	defer guard(&err)()
	if err := checkFreelist(path); err != nil {
		return nil, err
	}
	return bbolt.Open(path, 0o600, o)
}

// end finishes the writes that are under way. Claims are in memory only, and so given back.
func (f *File) end() error {
	close(f.closing)
	<-f.written
	f.queue.close()
	return f.db.Close()
}

// Close lets go of the file. A Claim that waits, and every call from now on, fails with os.ErrClosed.
func (f *File) Close() error { return f.close() }

// Path returns where the store is.
func (f *File) Path() string { return f.path }

// Backup writes the whole store as it is at one moment. The store goes on meanwhile; what w gets is
// itself a file for OpenFile.
func (f *File) Backup(ctx context.Context, w io.Writer) error {
	return f.view(ctx, "back up", func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
}

func (f *File) view(ctx context.Context, what string, do func(*bbolt.Tx) error) (err error) {
	defer guard(&err)()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	err = f.db.View(do)
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		err = os.ErrClosed
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
