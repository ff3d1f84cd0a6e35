package main

import (
	"context"

	"tack/coach"
	"tack/internal/engine"
	"tack/internal/folder"
	"tack/state"
)

// filed is a platform whose documents are also written to a folder.
type filed struct {
	engine.Platform
	dir folder.Dir
}

// filing has the documents that a platform is given written to a folder as well.
func filing(p engine.Platform, dir string) engine.Platform { return filed{p, folder.Dir(dir)} }

// Addresses are those of the platform, where it has some.
func (f filed) Addresses(user string) []string {
	if a, ok := f.Platform.(engine.Addresser); ok {
		return a.Addresses(user)
	}
	return nil
}

// Heard tells the platform, where it wants to know.
func (f filed) Heard(thread coach.ThreadID, learner string) {
	if l, ok := f.Platform.(engine.Listener); ok {
		l.Heard(thread, learner)
	}
}

// Deliver writes a document first: the platform may refuse it.
func (f filed) Deliver(ctx context.Context, m engine.Outgoing) (engine.Receipt, error) {
	if m.Op == engine.OpFile {
		if _, err := f.dir.Write([]string{m.Thread.Workspace(), m.Learner, m.Topic}, m.Name, m.Text); err != nil {
			return engine.Receipt{}, err
		}
	}
	return f.Platform.Deliver(ctx, m)
}

// filedStore is a store whose documents are also in a folder: whoever is forgotten is forgotten there too.
type filedStore struct {
	store
	dir folder.Dir
}

// Forget erases the files first: a try that fails can be made again.
func (f filedStore) Forget(ctx context.Context, l state.Learner) (threads, documents int, err error) {
	if err := f.dir.Remove([]string{l.Workspace, l.ID}); err != nil {
		return 0, 0, err
	}
	return f.store.Forget(ctx, l)
}
