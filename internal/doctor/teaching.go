package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"tack/coach/guard"
	"tack/coach/handoff"
	"tack/coach/reading"
	"tack/coach/tutor/model"
	"tack/coach/tutor/track"
	"tack/coach/voice"
)

const fixTrack = "Mend the file, and check it with bot tracks lint FILE."

// Tracks says whether the track files of a folder load and break no rule: what breaks one is loaded, and
// taught wrongly. name says whose they are.
func Tracks(name string, files fs.FS) []Finding {
	library, err := track.Load(files)
	if err == nil && len(library) == 0 {
		err = errors.New("no track file (*.yaml) in it")
	}
	if err != nil {
		return []Finding{{Name: name, Level: Problem, Text: err.Error(), Fix: fixTrack}}
	}
	var all []Finding
	var topics []string
	for _, t := range library {
		topics = append(topics, t.Topic)
		for _, p := range track.Lint(t) {
			all = append(all, Finding{Name: name, Level: Problem, Text: p.String(), Fix: fixTrack})
		}
	}
	if len(all) > 0 {
		return all
	}
	return []Finding{Well(name, "nothing wrong with %s", strings.Join(topics, ", "))}
}

// Texts says whether everything that is said, read by and asked of a model loads, and is there in every
// language.
func Texts(templates fs.FS) []Finding {
	return []Finding{
		loaded("messages", "every text is there in every language", messages(templates)),
		loaded("lexicon", "what the learner's messages are read by loads", lexicon(templates)),
		loaded("guard", "what the coach's messages are checked by loads", only(guard.New(templates))),
		loaded("documents", "the forms of the hand-off documents load", only(handoff.New(templates))),
		loaded("prompts", "every prompt is there in every language", only(model.NewPrompts(templates))),
	}
}

func loaded(name, well string, err error) Finding {
	if err != nil {
		return Finding{Name: name, Level: Problem, Text: err.Error(), Fix: "This bot was built from broken templates: mend them, or take a release."}
	}
	return Well(name, "%s", well)
}

// only is the error of a pair.
func only[T any](_ T, err error) error { return err }

// lexicon loads the words that are read by.
func lexicon(templates fs.FS) error {
	words, err := fs.Sub(templates, "lexicon")
	if err != nil {
		return err
	}
	return only(reading.New(words))
}

// formNames are the files among the messages that are no plain texts; handoff reads them.
const formNames = "handoff"

// messages loads every set of texts.
func messages(templates fs.FS) error {
	files, err := fs.Glob(templates, "messages/*.en.yaml")
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("messages: no *.en.yaml: %w", fs.ErrNotExist)
	}
	problems := []error{err}
	for _, f := range files {
		if base := strings.TrimSuffix(f, ".en.yaml"); path.Base(base) != formNames {
			problems = append(problems, only(voice.New(templates, base)))
		}
	}
	return errors.Join(problems...)
}
