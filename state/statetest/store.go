package statetest

import (
	"context"
	"time"

	"tack/coach"
	"tack/state"
)

// Store is what a store must be able to do. All methods are safe for concurrent use. An error wraps
// state.ErrUnavailable where a later try may succeed; whether a write took place is unknown then.
type Store interface {
	// Record keeps an event until a Change says that it is done. When it returns state.Fresh, the event
	// is durable and may be acknowledged.
	Record(ctx context.Context, e state.Event) (state.Recorded, error)

	// Claim leases up to max threads that have work: events whose quiet window is over, messages not
	// delivered, or a timer that is due. It waits up to wait for the first; wait 0 returns at once, and
	// then sees all that was recorded or due before the call. No thread is leased twice at a time; the
	// store keeps the lease alive until Release. A thread is claimed in fair order: one with much work
	// goes to the end of the queue after each Release.
	Claim(ctx context.Context, max int, wait time.Duration) ([]state.Claim, error)

	// Commit makes a change on the revision c.Thread.Rev and returns the new one. It fails with
	// state.ErrStale if the thread has moved on or was erased, and then changes nothing.
	Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error)

	// Delivered takes a message out of the outbox and remembers its Ref. One that is not there is no
	// error, and is not remembered.
	Delivered(ctx context.Context, c state.Claim, r state.Receipt) error

	// Release gives a claim back. Work that is left makes the thread claimable again. A claim that was
	// lost, or a thread that was erased, is no error. After an error the thread is not this claim's any
	// more either: it is claimable again after state.LeaseFor at most.
	Release(ctx context.Context, c state.Claim, r state.Release) error

	// Load returns a thread as last committed; state.ErrNotFound if none was.
	Load(ctx context.Context, id coach.ThreadID) (state.Thread, error)
	// Log returns the lines of a thread's log, oldest first.
	Log(ctx context.Context, id coach.ThreadID) ([][]byte, error)
	// Threads returns the ids of the committed threads that begin with prefix, in order.
	Threads(ctx context.Context, prefix string) ([]coach.ThreadID, error)
	// ThreadsOf returns the ids of a learner's threads, in order.
	ThreadsOf(ctx context.Context, l state.Learner) ([]coach.ThreadID, error)
	// Heard returns the threads of a workspace that had an event at or after since (Event.Order), the
	// latest first, at most max.
	Heard(ctx context.Context, workspace string, since time.Time, max int) ([]state.Heard, error)

	// Ref returns the platform's name of a delivered message; state.ErrNotFound if it has none.
	Ref(ctx context.Context, id coach.ThreadID, message string) (string, error)
	// Posted finds a delivered message by its Ref; state.ErrNotFound if it is none of ours.
	Posted(ctx context.Context, ref string) (state.Post, error)

	// Documents returns a learner's documents on a topic in order of name; none is no error.
	Documents(ctx context.Context, l state.Learner, topic string) ([]state.Document, error)
	// PutDocuments writes documents, all or none, each replacing the one of its name.
	PutDocuments(ctx context.Context, l state.Learner, topic string, docs []state.Document) error
	// Topics returns the topics on which a learner has documents, in order.
	Topics(ctx context.Context, l state.Learner) ([]string, error)
	// Learners returns everybody of whom something is kept, in order of workspace and id.
	Learners(ctx context.Context) ([]state.Learner, error)

	// Get returns a value; state.ErrNotFound if there is none or its time is over.
	Get(ctx context.Context, k state.Key) ([]byte, error)
	// Put sets a value for so long; keep 0: until it is deleted. A nil value deletes it.
	Put(ctx context.Context, k state.Key, value []byte, keep time.Duration) error
	// Add adds to a counter and returns the sum. keep runs from the counter's first Add.
	Add(ctx context.Context, k state.Key, n int64, keep time.Duration) (int64, error)
	// Hold makes holder the only one to hold k for so long, or lengthens its hold. False: another holds
	// it. keep 0 lets go, if it is holder's.
	Hold(ctx context.Context, k state.Key, holder string, keep time.Duration) (bool, error)

	// Export returns everything that is kept of a learner.
	Export(ctx context.Context, l state.Learner) (state.Export, error)
	// Forget erases everything that is kept of a learner and says how many threads and documents.
	Forget(ctx context.Context, l state.Learner) (threads, documents int, err error)

	// Check says whether the store is fit for use, in words; the error, that it cannot be asked.
	Check(ctx context.Context) ([]state.Finding, error)
	// Close gives back what is claimed and ends. A Claim that waits returns at once, with an error or
	// with nothing. A second Close does nothing.
	Close() error
}
