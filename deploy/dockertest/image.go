package dockertest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Image is the last stage, laid out.
type Image struct {
	Root    string // folder with its files
	Env     map[string]string
	UID     int
	GID     int
	Volumes []string // paths
	Entry   []string // ENTRYPOINT and CMD
	Health  []string // command of HEALTHCHECK
}

// Layout makes the image of a stage on scratch. built are the roots of the stages before, by name; it is
// called in the Apart in which they were built, since the files of their base are seen only there.
func Layout(stage Stage, files string, built map[string]string, root string) (Image, error) {
	i := Image{Root: root, Env: map[string]string{"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}}
	if stage.Base != "scratch" {
		return i, fmt.Errorf("FROM %s: %w", stage.Base, errUnknown)
	}
	for _, s := range stage.Steps {
		if err := i.step(s, files, built); err != nil {
			return i, fmt.Errorf("line %d: %s: %w", s.Line, s.Word, err)
		}
	}
	return i, nil
}

func (i *Image) step(s Step, files string, built map[string]string) error {
	words := s.words(i.Env)
	switch s.Word {
	case "COPY":
		from := files
		if name := s.flag("from"); name != "" {
			var ok bool
			if from, ok = built[name]; !ok {
				return fmt.Errorf("stage %s: %w", name, errUnknown)
			}
		}
		return place(words, s.Flags, from, i.Root)
	case "ENV":
		for _, w := range words {
			name, value, ok := strings.Cut(w, "=")
			if !ok {
				return fmt.Errorf("%s without a value: %w", w, errUnknown)
			}
			i.Env[name] = value
		}
	case "USER":
		var err error
		i.UID, i.GID, err = owner(words[0])
		return err
	case "VOLUME":
		i.Volumes = append(i.Volumes, words...)
	case "ENTRYPOINT":
		i.Entry = s.Args
	case "CMD":
		i.Entry = append(i.Entry[:len(i.Entry):len(i.Entry)], s.Args...)
	case "HEALTHCHECK":
		i.Health = s.Args
	case "EXPOSE":
	default:
		return errUnknown
	}
	return nil
}

// owner reads UID:GID. Names need an /etc/passwd, and Kubernetes cannot tell whether one is root.
func owner(s string) (uid, gid int, err error) {
	u, g, _ := strings.Cut(s, ":")
	uid, uidErr := strconv.Atoi(u)
	gid, gidErr := strconv.Atoi(g)
	if err := errors.Join(uidErr, gidErr); err != nil {
		return 0, 0, fmt.Errorf("%s is not UID:GID: %w", s, err)
	}
	return uid, gid, nil
}

// place is COPY: of a folder what is in it; of a file itself, into a folder if the target ends with a slash.
func place(words, flags []string, from, to string) error {
	if len(words) != 2 {
		return fmt.Errorf("%d paths: %w", len(words), errUnknown)
	}
	uid, gid := 0, 0
	if who := (Step{Flags: flags}).flag("chown"); who != "" {
		var err error
		if uid, gid, err = owner(who); err != nil {
			return err
		}
	}
	source, target := filepath.Join(from, words[0]), filepath.Join(to, words[1])
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return placeFolder(source, target, uid, gid)
	}
	if strings.HasSuffix(words[1], "/") {
		target = filepath.Join(target, filepath.Base(source))
	}
	if err := copyFile(source, target); err != nil {
		return err
	}
	return os.Chown(target, uid, gid)
}

func placeFolder(source, target string, uid, gid int) error {
	return filepath.WalkDir(source, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		at := filepath.Join(target, rel)
		switch {
		case e.IsDir():
			err = os.MkdirAll(at, 0o755)
		case e.Type().IsRegular():
			err = copyFile(path, at)
		default:
			err = fmt.Errorf("%s is no file and no folder: %w", path, errUnknown)
		}
		if err != nil {
			return err
		}
		return os.Chown(at, uid, gid)
	})
}
