package state

import (
	"context"

	"go.etcd.io/bbolt"
)

// bucketScrub is there only while the free room is overwritten.
var bucketScrub = []byte("scrub")

// scrub overwrites the free room of the file with zeros: bbolt leaves what was deleted where it was
// until it needs the room.
func (f *File) scrub(ctx context.Context) error {
	err := f.write(ctx, "scrub", func(tx *bbolt.Tx) (func(), error) {
		b, err := tx.CreateBucketIfNotExists(bucketScrub)
		if err != nil {
			return nil, err
		}
		// A value of three quarters of a page takes a page of its own: any free page will do for it.
		page := make([]byte, f.db.Info().PageSize*3/4)
		for range f.db.Stats().FreePageN + f.db.Stats().PendingPageN {
			if err := appended(b, nil, page); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	return f.write(ctx, "scrub", func(tx *bbolt.Tx) (func(), error) {
		return nil, tx.DeleteBucket(bucketScrub)
	})
}
