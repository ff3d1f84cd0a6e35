package state

import (
	"context"

	"go.etcd.io/bbolt"
)

// bucketScrub is there only while the free room is overwritten.
var bucketScrub = []byte("scrub")

// scrubMost is how many pages one write overwrites.
const scrubMost = 4096

// scrub overwrites the free room of the file with zeros: bbolt leaves what was deleted where it was
// until it needs the room.
func (f *File) scrub(ctx context.Context) error {
	stats := f.db.Stats()
	for left := stats.FreePageN + stats.PendingPageN; left > 0; left -= scrubMost {
		err := f.write(ctx, "scrub", func(tx *bbolt.Tx) (func(), error) {
			return nil, f.fillPages(tx, min(left, scrubMost))
		})
		if err != nil {
			return err
		}
	}
	return f.write(ctx, "scrub", func(tx *bbolt.Tx) (func(), error) {
		if tx.Bucket(bucketScrub) == nil {
			return nil, nil
		}
		return nil, tx.DeleteBucket(bucketScrub)
	})
}

// fillPages takes so many pages out of the free ones. A value of three quarters of a page takes a page
// of its own: any free page will do for it.
func (f *File) fillPages(tx *bbolt.Tx, pages int) error {
	b, err := tx.CreateBucketIfNotExists(bucketScrub)
	if err != nil {
		return err
	}
	page := make([]byte, f.db.Info().PageSize*3/4)
	for range pages {
		if err := appended(b, nil, page); err != nil {
			return err
		}
	}
	return nil
}
