package state

import (
	"context"
	"fmt"
	"os"

	"go.etcd.io/bbolt"
)

// spaceWanted is how much room the disk should have, in bytes.
const spaceWanted = 256 << 20

// Check says whether the file can be written, how large it is, and whether the disk has room.
func (f *File) Check(ctx context.Context) ([]Finding, error) {
	info, err := os.Stat(f.path)
	if err != nil {
		return nil, fmt.Errorf("check store: %w", err)
	}
	findings := []Finding{
		{Name: "version", OK: true, Text: fmt.Sprintf("%s has layout %d", f.path, fileVersion)},
		{Name: "size", OK: true, Text: fmt.Sprintf("the file has %d MiB", (info.Size()+1<<20-1)>>20)},
		f.checkWrite(ctx),
	}
	if free, ok := FreeSpace(f.path); ok {
		findings = append(findings, spaceFinding(free))
	}
	return findings, ctx.Err()
}

// checkWrite writes nothing, down to the disk.
func (f *File) checkWrite(ctx context.Context) Finding {
	err := f.write(ctx, "check", func(*bbolt.Tx) (func(), error) { return nil, nil })
	if err != nil {
		return Finding{
			Name: "write", Text: "the file cannot be written: " + err.Error(),
			Fix: "see that the disk is not full or read-only, and that the file belongs to this user",
		}
	}
	return Finding{Name: "write", OK: true, Text: "the file can be written"}
}

func spaceFinding(free uint64) Finding {
	found := Finding{Name: "space", OK: free >= spaceWanted, Text: fmt.Sprintf("the disk has %d MiB free", free>>20)}
	if !found.OK {
		found.Fix = fmt.Sprintf("make room: %d MiB should be free", spaceWanted>>20)
	}
	return found
}
