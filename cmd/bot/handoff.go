package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tack/coach/handoff"
	"tack/state"
	"tack/templates"
)

// handoffCmd works on the documents that carry a course from one session to the next.
type handoffCmd struct {
	List   handoffListCmd   `cmd:"" help:"List the documents in the store."`
	Show   handoffShowCmd   `cmd:"" help:"Print a document."`
	Export handoffExportCmd `cmd:"" help:"Write the documents of a topic to a folder."`
	Import handoffImportCmd `cmd:"" help:"Take the documents of a topic from a folder, all or none."`
}

func (handoffCmd) Help() string { return "Example:\n\n    bot handoff list" }

type handoffListCmd struct{ storeFlags }

func (handoffListCmd) Help() string {
	return `Prints a line for each document: learner, topic, name, size in bytes, time of the last change.

Example:

    bot handoff list`
}

// Run lists.
func (c *handoffListCmd) Run(s *streams) error {
	return interruptible(func(ctx context.Context) error { return c.list(ctx, s) })
}

func (c *handoffListCmd) list(ctx context.Context, s *streams) error {
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
		if err := listDocuments(ctx, s, store, l); err != nil {
			return err
		}
	}
	return nil
}

func listDocuments(ctx context.Context, s *streams, store store, l state.Learner) error {
	topics, err := store.Topics(ctx, l)
	if err != nil {
		return err
	}
	for _, topic := range topics {
		docs, err := store.Documents(ctx, l, topic)
		if err != nil {
			return err
		}
		for _, d := range docs {
			fmt.Fprintf(s.out, "%s\t%s\t%s\t%d\t%s\n", nameOf(l), topic, d.Name, len(d.Body), d.Changed.Format(time.RFC3339))
		}
	}
	return nil
}

type handoffShowCmd struct {
	storeFlags
	Topic string `arg:"" help:"The topic."`
	Name  string `arg:"" optional:"" default:"CONTEXT.md" help:"The document; CONTEXT.md if none is named."`
}

func (handoffShowCmd) Help() string {
	return `Example:

    bot handoff show redis
    bot handoff show redis TRACE.md`
}

// Run prints a document.
func (c *handoffShowCmd) Run(s *streams) error {
	docs, err := c.documents(c.Topic)
	if err != nil {
		return err
	}
	var names []string
	for _, d := range docs {
		if strings.EqualFold(d.Name, c.Name) {
			_, err := fmt.Fprint(s.out, d.Body)
			return err
		}
		names = append(names, d.Name)
	}
	return fmt.Errorf("learner %s, topic %s: no document %s; there is %s", c.Learner, c.Topic, c.Name, strings.Join(names, ", "))
}

// documents are those of the learner on a topic; none is an error.
func (s *storeFlags) documents(topic string) (docs []state.Document, err error) {
	err = interruptible(func(ctx context.Context) error {
		store, err := s.kept(ctx)
		if err != nil {
			return err
		}
		defer store.Close()
		docs, err = store.Documents(ctx, s.learner(), topic)
		return err
	})
	if err == nil && len(docs) == 0 {
		err = fmt.Errorf("learner %s has no documents on %s; bot handoff list shows whose there are", s.Learner, topic)
	}
	return docs, err
}

type handoffExportCmd struct {
	storeFlags
	Topic string `arg:"" help:"The topic."`
	Dir   string `arg:"" help:"The folder; it is made where it is missing."`
}

func (handoffExportCmd) Help() string {
	return `Example:

    bot handoff export redis redis-handoff`
}

// Run writes the documents.
func (c *handoffExportCmd) Run(s *streams) error {
	docs, err := c.documents(c.Topic)
	if err != nil {
		return err
	}
	for _, d := range docs {
		name := filepath.FromSlash(d.Name)
		if !filepath.IsLocal(name) {
			return fmt.Errorf("document name %q leaves its folder", d.Name)
		}
		path := filepath.Join(c.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := writeFile(path, []byte(d.Body)); err != nil {
			return err
		}
		fmt.Fprintln(s.out, path)
	}
	return nil
}

type handoffImportCmd struct {
	storeFlags
	Topic string `arg:"" help:"The topic."`
	Dir   string `arg:"" type:"existingdir" help:"The folder; CONTEXT.md must be in it."`
}

func (handoffImportCmd) Help() string {
	return `Takes every .md file below the folder and prints its name. Each is read before any is stored; the
next session on the topic starts from them.

Example:

    bot handoff import redis redis-handoff`
}

// Run takes the documents.
func (c *handoffImportCmd) Run(s *streams) error {
	docs, err := readDocuments(c.Dir)
	if err != nil {
		return err
	}
	forms, err := handoff.New(templates.FS)
	if err != nil {
		return err
	}
	if _, err := forms.Read(docs); err != nil {
		return fmt.Errorf("import %s: %w", c.Dir, err)
	}
	return interruptible(func(ctx context.Context) error { return c.store(ctx, s, docs) })
}

func (c *handoffImportCmd) store(ctx context.Context, s *streams, docs handoff.Documents) error {
	store, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	var stored []state.Document
	for _, d := range docs {
		stored = append(stored, state.Document{Name: d.Name, Body: d.Body, Changed: time.Now()})
	}
	if err := store.PutDocuments(ctx, c.learner(), c.Topic, stored); err != nil {
		return err
	}
	for _, d := range stored {
		fmt.Fprintln(s.out, d.Name)
	}
	return nil
}

// readDocuments reads the Markdown files below a folder.
func readDocuments(dir string) (handoff.Documents, error) {
	var docs handoff.Documents
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		body, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		docs = append(docs, handoff.Document{Name: name, Body: string(body)})
		return err
	})
	if err == nil && docs.Get(handoff.ContextName) == "" {
		err = errors.New("no " + handoff.ContextName + " in it")
	}
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", dir, err)
	}
	return docs, nil
}
