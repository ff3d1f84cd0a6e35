package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"tack/internal/folder"
	"tack/state"
)

// learnerCmd is what a learner may ask of whoever runs the bot: what is kept of me, and to erase it.
type learnerCmd struct {
	List   learnerListCmd   `cmd:"" help:"List the learners of whom something is kept."`
	Export learnerExportCmd `cmd:"" help:"Write everything that is kept of a learner."`
	Forget learnerForgetCmd `cmd:"" help:"Erase everything that is kept of a learner."`
}

func (learnerCmd) Help() string { return "Example:\n\n    bot learner list" }

type learnerListCmd struct{ storeFlags }

func (learnerListCmd) Help() string {
	return `Prints a line for each learner: the name by which --learner takes it, and the topics with documents.

Example:

    bot learner list --redis redis://localhost:6379`
}

// Run lists.
func (c *learnerListCmd) Run(s *streams) error {
	return interruptible(func(ctx context.Context) error { return c.list(ctx, s) })
}

func (c *learnerListCmd) list(ctx context.Context, s *streams) error {
	store, err := c.kept(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	learners, err := store.Learners(ctx)
	if err != nil {
		return err
	}
	for _, l := range learners {
		topics, err := store.Topics(ctx, l)
		if err != nil {
			return err
		}
		fmt.Fprint(s.out, nameOf(l))
		for _, topic := range topics {
			fmt.Fprintf(s.out, "\t%s", topic)
		}
		fmt.Fprintln(s.out)
	}
	return nil
}

type learnerExportCmd struct {
	storeFlags
	Out string `help:"File to write; standard output if none is named." placeholder:"FILE"`
}

func (learnerExportCmd) Help() string {
	return `Writes one JSON object: documents by topic, sessions, the transcript of each thread, counters.

Example:

    bot learner export --learner slack:T012:U034 --out kim.json`
}

// exportedLearner is the form of an export. Version changes when it does.
type exportedLearner struct {
	Version   int                          `json:"version"`
	Learner   string                       `json:"learner"`
	Documents map[string]map[string]string `json:"documents"` // by topic, by name
	Threads   []exportedThread             `json:"threads"`
	Values    map[string]string            `json:"values"`
}

type exportedThread struct {
	ID         string            `json:"id"`
	Session    json.RawMessage   `json:"session"`
	Transcript []json.RawMessage `json:"transcript"`
	Unanswered []json.RawMessage `json:"unanswered"` // events recorded and not yet answered
	Unsent     []json.RawMessage `json:"unsent"`     // messages decided and not yet delivered
}

// Run exports.
func (c *learnerExportCmd) Run(s *streams) error {
	return interruptible(func(ctx context.Context) error { return c.export(ctx, s) })
}

func (c *learnerExportCmd) export(ctx context.Context, s *streams) error {
	store, err := c.kept(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	kept, err := store.Export(ctx, c.learner())
	if err != nil {
		return err
	}
	if len(kept.Documents)+len(kept.Threads)+len(kept.Values) == 0 {
		return fmt.Errorf("nothing is kept of learner %s; bot learner list shows of whom there is", c.Learner)
	}
	body, err := encodeExport(exportOf(c.Learner, kept))
	if err != nil {
		return err
	}
	if c.Out != "" {
		return writeFile(c.Out, body)
	}
	_, err = s.out.Write(body)
	return err
}

func encodeExport(e exportedLearner) ([]byte, error) {
	var body bytes.Buffer
	out := json.NewEncoder(&body)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	err := out.Encode(e)
	return body.Bytes(), err
}

func exportOf(name string, kept state.Export) exportedLearner {
	e := exportedLearner{Version: 1, Learner: name, Documents: map[string]map[string]string{}, Values: map[string]string{}}
	for topic, docs := range kept.Documents {
		e.Documents[topic] = map[string]string{}
		for _, doc := range docs {
			e.Documents[topic][doc.Name] = doc.Body
		}
	}
	for _, t := range kept.Threads {
		thread := exportedThread{ID: string(t.Thread.ID), Session: t.Thread.Body}
		for _, line := range t.Log {
			thread.Transcript = append(thread.Transcript, line)
		}
		for _, ev := range t.Events {
			thread.Unanswered = append(thread.Unanswered, ev.Body)
		}
		for _, m := range t.Outbox {
			thread.Unsent = append(thread.Unsent, m.Body)
		}
		e.Threads = append(e.Threads, thread)
	}
	for name, value := range kept.Values {
		e.Values[name] = string(value)
	}
	return e
}

type learnerForgetCmd struct {
	storeFlags
	Documents string `help:"Folder of coach.documents, if one is set: the files there are erased as well." env:"TACK_COACH_DOCUMENTS" placeholder:"DIR"`
	Yes       bool   `help:"Erase without being asked again; there is no way back."`
}

func (learnerForgetCmd) Help() string {
	return `Erases sessions, transcripts, documents and counters of one learner. Messages that stand in the
platform's threads stay there.

Example:

    bot learner forget --learner slack:T012:U034 --yes`
}

// Run erases.
func (c *learnerForgetCmd) Run(s *streams) error {
	if !c.Yes {
		return errors.New("this erases everything that is kept of the learner, for good; say --yes if that is meant")
	}
	return interruptible(func(ctx context.Context) error { return c.forget(ctx, s) })
}

func (c *learnerForgetCmd) forget(ctx context.Context, s *streams) error {
	store, err := c.kept(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.Documents != "" {
		store = filedStore{store, folder.Dir(c.Documents)}
	}
	threads, documents, err := store.Forget(ctx, c.learner())
	if err != nil {
		return err
	}
	if threads+documents == 0 {
		return fmt.Errorf("nothing is kept of learner %s; bot learner list shows of whom there is", c.Learner)
	}
	_, err = fmt.Fprintf(s.out, "erased %s and %s of %s\n", quantity(threads, "thread"), quantity(documents, "document"), c.Learner)
	return err
}

// quantity is a number of things.
func quantity(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
