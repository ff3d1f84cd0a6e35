package engine

import (
	"context"
	"time"

	"tack/coach"
	"tack/coach/course"
	"tack/coach/handoff"
	"tack/coach/tutor"
	"tack/coach/tutor/track"
	"tack/state"
)

// Store is what the engine needs of a store. state/statetest says what each call promises.
type Store interface {
	Record(ctx context.Context, e state.Event) (state.Recorded, error)
	Claim(ctx context.Context, max int, wait time.Duration) ([]state.Claim, error)
	Commit(ctx context.Context, c state.Claim, change state.Change) (uint64, error)
	Delivered(ctx context.Context, c state.Claim, r state.Receipt) error
	Release(ctx context.Context, c state.Claim, r state.Release) error

	Load(ctx context.Context, id coach.ThreadID) (state.Thread, error)
	Log(ctx context.Context, id coach.ThreadID) ([][]byte, error)
	Ref(ctx context.Context, id coach.ThreadID, message string) (string, error)
	Documents(ctx context.Context, l state.Learner, topic string) ([]state.Document, error)
	Topics(ctx context.Context, l state.Learner) ([]string, error)
	Put(ctx context.Context, k state.Key, value []byte, keep time.Duration) error
}

// Platform is what the engine needs of a platform.
type Platform interface {
	// Deliver does what a message asks for. With m.Again it may have been done before; the platform
	// then looks, as far as it can, before it does it once more. Errors are those of this package, or
	// mean that a later try may succeed.
	Deliver(ctx context.Context, m Outgoing) (Receipt, error)
}

// Addresser is a platform on which a person can be addressed in a text.
type Addresser interface {
	// Addresses lists the ways to address a user: "<@U1>".
	Addresses(user string) []string
}

// Listener is a platform that shows that the coach is at an answer.
type Listener interface {
	// Heard says that what the learner has written in a thread so far gets no answer.
	Heard(thread coach.ThreadID, learner string)
}

// Lobby answers where no session is open, and knows the topics.
type Lobby interface {
	Intent(text string) track.Intent
	// Lobby answers what opens no session; it is empty for what does. saved are the topics with
	// documents.
	Lobby(locale string, in track.Intent, saved []string) string
}

// Translator is a lobby whose courses can go on in another language.
type Translator interface {
	// Translate says in a language what the course says of itself; what the learner or the coach once
	// said stays as it is.
	Translate(c course.State, locale string) course.State
}

// NoteTaker is a tutor that writes the notes of the modules that a course has touched.
type NoteTaker interface {
	Notes(in tutor.Input) []handoff.Module
}
