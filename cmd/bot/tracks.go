package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tack/coach/tutor/track"
	"tack/templates"
)

// tracksCmd lists and checks tracks.
type tracksCmd struct {
	List tracksListCmd `cmd:"" help:"List the topics that can be learned without a model."`
	Lint tracksLintCmd `cmd:"" help:"Check track files; exit 1 if one breaks a rule."`
}

func (tracksCmd) Help() string { return "Example:\n\n    bot tracks list" }

// tracksListCmd lists.
type tracksListCmd struct {
	Dir string `help:"A folder of tracks of your own; it wins where both have a topic."`
}

func (tracksListCmd) Help() string {
	return `Prints a line for each track: its topic, the number of its modules and its title.

Example:

    bot tracks list
    bot tracks list --dir tracks`
}

// Run prints a line for each track.
func (c tracksListCmd) Run(s *streams) error {
	lib, err := builtIn()
	if err != nil {
		return err
	}
	if c.Dir != "" {
		own, err := ownTracks(c.Dir)
		if err != nil {
			return err
		}
		lib = lib.With(own)
	}
	for _, t := range lib {
		if _, err := fmt.Fprintf(s.out, "%-12s %2d modules  %s\n", t.Topic, len(t.Modules), t.Title.In("en")); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}

// builtIn are the tracks of this binary.
func builtIn() (track.Library, error) {
	dir, err := fs.Sub(templates.FS, "tracks")
	if err != nil {
		return nil, fmt.Errorf("open embedded tracks: %w", err)
	}
	return track.Load(dir)
}

func ownTracks(dir string) (track.Library, error) {
	files, err := folderOf(dir)
	if err != nil {
		return nil, err
	}
	return track.Load(files)
}

// tracksLintCmd checks.
type tracksLintCmd struct {
	Paths []string `arg:"" optional:"" name:"path" help:"Track files, or folders of *.yaml. Without any: the tracks of this binary."`
}

func (tracksLintCmd) Help() string {
	return `Prints each broken rule as FILE: PATH: what is wrong.

Exit codes: 0 nothing is wrong, 1 a rule is broken or a file cannot be parsed, 2 wrong use or a
file cannot be read.

Example:

    bot tracks lint
    bot tracks lint tracks/docker.yaml`
}

// Run checks every file.
func (c tracksLintCmd) Run(s *streams) error {
	files, err := c.files()
	if err != nil {
		return err
	}
	problems := 0
	for _, f := range files {
		n, err := lintFile(s, f)
		if err != nil {
			return err
		}
		problems += n
	}
	if problems > 0 {
		return errProblem
	}
	_, err = fmt.Fprintf(s.out, "%s, nothing wrong\n", quantity(len(files), "track"))
	return err
}

// trackFile is a file in some file system, by the name that is shown.
type trackFile struct {
	name string
	in   fs.FS
	path string
}

// files lists what is to be checked. A folder without tracks is an error: nothing was checked.
func (c tracksLintCmd) files() ([]trackFile, error) {
	if len(c.Paths) == 0 {
		return yamlFiles(templates.FS, "tracks", "")
	}
	var all []trackFile
	for _, p := range c.Paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			all = append(all, trackFile{p, os.DirFS(filepath.Dir(p)), filepath.Base(p)})
			continue
		}
		files, err := yamlFiles(os.DirFS(p), ".", p)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// yamlFiles lists the tracks of a folder; their names are shown under prefix.
func yamlFiles(in fs.FS, dir, prefix string) ([]trackFile, error) {
	sub, err := fs.Sub(in, dir)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	names, err := fs.Glob(sub, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list tracks: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s holds no *.yaml", filepath.Join(prefix, dir))
	}
	var files []trackFile
	for _, n := range names {
		files = append(files, trackFile{filepath.Join(prefix, n), sub, n})
	}
	return files, nil
}

// lintFile prints the problems of one file and returns how many there are.
func lintFile(s *streams, f trackFile) (int, error) {
	data, err := fs.ReadFile(f.in, f.path)
	if err != nil {
		return 0, fmt.Errorf("read track: %w", err)
	}
	t, err := track.Parse(f.name, data)
	if err != nil {
		_, printed := fmt.Fprintln(s.out, err)
		return 1, printed
	}
	problems := track.Lint(t)
	for _, p := range problems {
		if _, err := fmt.Fprintln(s.out, p); err != nil {
			return 0, fmt.Errorf("write: %w", err)
		}
	}
	return len(problems), nil
}

// tracksWith are the shipped tracks and those of a folder; "" names none.
func tracksWith(dir string) (track.Library, error) {
	tracks, err := builtIn()
	if err != nil || dir == "" {
		return tracks, err
	}
	own, err := ownTracks(dir)
	if err != nil {
		return nil, fmt.Errorf("tracks %s: %w", dir, err)
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("tracks %s: no track file (*.yaml) in it", dir)
	}
	return tracks.With(own), nil
}
