package state

import (
	"cmp"
	"context"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// putDocuments replaces documents. A topic's are kept, and go, together: its last change counts.
func putDocuments(tx *bbolt.Tx, l Learner, topic string, docs []Document, now int64) error {
	if len(docs) == 0 {
		return nil
	}
	prefix := within(l.Workspace, l.ID, topic)
	if err := tx.Bucket(bucketTopics).Put(prefix, packed{}.num(now)); err != nil {
		return err
	}
	for _, doc := range docs {
		changed, err := doc.Changed.MarshalBinary()
		if err != nil {
			return err
		}
		key := append(prefix[:len(prefix):len(prefix)], doc.Name...)
		if err := tx.Bucket(bucketDocuments).Put(key, append(packed{}.text(string(changed)), doc.Body...)); err != nil {
			return err
		}
	}
	return nil
}

func readFileDocuments(tx *bbolt.Tx, l Learner, topic string) ([]Document, error) {
	var docs []Document
	err := each(tx.Bucket(bucketDocuments), within(l.Workspace, l.ID, topic), func(name, v []byte) error {
		p := parcel{rest: v}
		var changed time.Time
		if err := changed.UnmarshalBinary([]byte(p.text())); err != nil {
			p.bad = true
		}
		docs = append(docs, Document{Name: string(name), Body: string(p.rest), Changed: changed})
		return p.err("document")
	})
	return docs, err
}

// PutDocuments writes documents, all or none, each replacing the one of its name.
func (f *File) PutDocuments(ctx context.Context, l Learner, topic string, docs []Document) error {
	return f.write(ctx, "write documents", func(tx *bbolt.Tx) (func(), error) {
		return nil, putDocuments(tx, l, topic, docs, f.now())
	})
}

// Documents returns a learner's documents on a topic in order of name; none is no error.
func (f *File) Documents(ctx context.Context, l Learner, topic string) ([]Document, error) {
	var docs []Document
	err := f.view(ctx, "read documents", func(tx *bbolt.Tx) (err error) {
		docs, err = readFileDocuments(tx, l, topic)
		return err
	})
	return docs, err
}

// Topics returns the topics on which a learner has documents, in order.
func (f *File) Topics(ctx context.Context, l Learner) ([]string, error) {
	var topics []string
	err := f.view(ctx, "list topics", func(tx *bbolt.Tx) (err error) {
		topics, err = readTopics(tx, l)
		return err
	})
	return topics, err
}

func readTopics(tx *bbolt.Tx, l Learner) ([]string, error) {
	var topics []string
	err := each(tx.Bucket(bucketTopics), within(l.Workspace, l.ID), func(rest, _ []byte) error {
		p := parcel{rest: rest}
		topics = append(topics, p.text())
		return p.err("topic")
	})
	slices.Sort(topics)
	return topics, err
}

// Learners returns everybody of whom something is kept, in order of workspace and id.
func (f *File) Learners(ctx context.Context) ([]Learner, error) {
	found := map[Learner]bool{}
	err := f.view(ctx, "list learners", func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{bucketTheirs, bucketTopics, bucketValues} {
			err := tx.Bucket(name).ForEach(func(k, _ []byte) error {
				p := parcel{rest: k}
				l := Learner{Workspace: p.text(), ID: p.text()}
				if l.ID != "" { // values of a workspace are nobody's
					found[l] = true
				}
				return p.err("learner")
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	var learners []Learner
	for l := range found {
		learners = append(learners, l)
	}
	slices.SortFunc(learners, func(a, b Learner) int {
		return cmp.Or(cmp.Compare(a.Workspace, b.Workspace), cmp.Compare(a.ID, b.ID))
	})
	return learners, err
}
