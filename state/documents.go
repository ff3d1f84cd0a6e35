package state

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"go.etcd.io/bbolt"
)

func (o Owner) key() []byte { return []byte(o.Learner + "\x00" + o.Topic) }

func putDocuments(tx *bbolt.Tx, owner Owner, docs []Document) error {
	if len(docs) == 0 {
		return nil
	}
	b, err := tx.Bucket(bucketDocuments).CreateBucketIfNotExists(owner.key())
	if err != nil {
		return err
	}
	for _, doc := range docs {
		body, err := json.Marshal(doc)
		if err != nil {
			return err
		}
		if err := b.Put([]byte(doc.Name), body); err != nil {
			return err
		}
	}
	return nil
}

// PutDocuments writes documents, all or none.
func (f *File) PutDocuments(ctx context.Context, owner Owner, docs []Document) error {
	return f.update(ctx, "write documents", func(tx *bbolt.Tx) error { return putDocuments(tx, owner, docs) })
}

// Documents returns an owner's documents in order of name; none is no error.
func (f *File) Documents(ctx context.Context, owner Owner) ([]Document, error) {
	var docs []Document
	err := f.view(ctx, "read documents", func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketDocuments).Bucket(owner.key())
		if b == nil {
			return nil
		}
		return b.ForEach(func(_, v []byte) error {
			var doc Document
			if err := json.Unmarshal(v, &doc); err != nil {
				return fmt.Errorf("%w: %w", ErrCorrupt, err)
			}
			docs = append(docs, doc)
			return nil
		})
	})
	return docs, err
}

// Owners returns whoever has documents, in order of learner and topic.
func (f *File) Owners(ctx context.Context) ([]Owner, error) {
	var owners []Owner
	err := f.view(ctx, "list documents", func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketDocuments).ForEachBucket(func(k []byte) error {
			learner, topic, _ := strings.Cut(string(k), "\x00")
			owners = append(owners, Owner{Learner: learner, Topic: topic})
			return nil
		})
	})
	return owners, err
}
