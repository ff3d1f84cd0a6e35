package reading

import (
	"fmt"
	"io/fs"

	"tack/coach"
	"tack/coach/reading/errs"
	"tack/coach/reading/questions"
)

// Reader reads turns and messages. It is never changed and safe for concurrent use.
type Reader struct {
	lex       *lexicon
	errs      *errs.Catalog
	questions *questions.Catalog
}

// New builds a reader from the lexicon at the root of fsys (templates/lexicon). Errors name the
// file and what is wrong in it.
func New(fsys fs.FS) (*Reader, error) {
	lex, err := loadLexicon(fsys)
	if err != nil {
		return nil, err
	}
	e, err := errs.New(fsys)
	if err != nil {
		return nil, fmt.Errorf("errors: %w", err)
	}
	q, err := questions.New(fsys)
	if err != nil {
		return nil, fmt.Errorf("questions: %w", err)
	}
	return &Reader{lex: lex, errs: e, questions: q}, nil
}

// Untried tells whether a message says that what the coach suggested was not done. Whatever else it shows
// then shows nothing of that.
func (r *Reader) Untried(msg Message) bool { return r.see(msg.Text).has[signUntried] }

// Learner reads one learner turn. It always gives a kind; an empty message without files, which is
// no turn, is read as chat.
func (r *Reader) Learner(ctx Context, msg Message) coach.Reading {
	rd, _ := r.turn(&ctx, &msg)
	return rd
}
