package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"tack/state"
)

// spaceWanted is how much room a disk should have, in bytes; spaceNeeded is with how little nothing can
// be trusted to be written.
const (
	spaceWanted = 256 << 20
	spaceNeeded = 16 << 20
)

// Folder says whether files can be written in a folder, or in the one in which it would be made, and
// whether its disk has room. name says whose folder it is.
func Folder(name, dir string) []Finding {
	at, err := existing(dir)
	if err == nil {
		err = tryWrite(at)
	}
	if err != nil {
		return []Finding{{
			Name: name, Level: Problem, Text: "nothing can be written in " + dir + ": " + err.Error(),
			Fix: "Let this user write there, or name another folder.",
		}}
	}
	all := []Finding{Well(name, "files can be written in %s", dir)}
	if free, ok := state.FreeSpace(at); ok {
		all = append(all, space(name, free))
	}
	return all
}

// existing is the folder, or the nearest above it that is there.
func existing(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(dir)
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return dir, err
		}
		dir = filepath.Dir(dir)
	}
}

// tryWrite writes a file and takes it away.
func tryWrite(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("written to see whether that is possible\n")
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

func space(name string, free uint64) Finding {
	f := Well(name+" space", "its disk has %d MiB free", free>>20)
	switch {
	case free < spaceNeeded:
		f.Level = Problem
	case free < spaceWanted:
		f.Level = Warning
	default:
		return f
	}
	f.Fix = "Make room: 256 MiB should be free."
	return f
}
