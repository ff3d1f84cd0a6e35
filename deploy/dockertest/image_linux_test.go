package dockertest

import (
	"bytes"
	"crypto/x509"
	"debug/buildinfo"
	"debug/elf"
	"encoding/pem"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// holdsWhatItNeeds: the binary is static, and beside it there is little.
func holdsWhatItNeeds(t *testing.T, image Image) {
	binary, err := elf.Open(filepath.Join(image.Root, image.Entry[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer binary.Close()
	for _, p := range binary.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the binary wants a dynamic loader")
		}
	}
	if libraries, err := binary.ImportedLibraries(); err != nil || len(libraries) > 0 {
		t.Errorf("the binary wants the libraries %v, %v", libraries, err)
	}
	if n := authorities(t, filepath.Join(image.Root, "etc/ssl/certs/ca-certificates.crt")); n < 50 {
		t.Errorf("only %d certificate authorities", n)
	}
	if image.UID == 0 || image.GID == 0 {
		t.Errorf("user %d:%d is root", image.UID, image.GID)
	}
	names, size := sizes(t, image.Root)
	t.Logf("%.1f MB in %v", float64(size)/1e6, names)
	if size > maxSize || len(names) > 3 {
		t.Errorf("%d bytes in %v", size, names)
	}
}

func authorities(t *testing.T, path string) int {
	t.Helper()
	rest, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return n
		}
		if _, err := x509.ParseCertificate(block.Bytes); err == nil {
			n++
		}
	}
}

// sizes lists the files, and their size together in bytes.
func sizes(t *testing.T, root string) (names []string, size int64) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			names, size = append(names, strings.TrimPrefix(path, root)), size+info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names, size
}

// isRelease: make release gives the same bytes in another folder, and they know the zones of the world.
// The folder is the context, so that both have the same source while somebody works on it.
func isRelease(t *testing.T, image Image, files string) {
	out := t.TempDir()
	platform := "linux/" + runtime.GOARCH
	cmd := exec.CommandContext(t.Context(), "go", "run", "./deploy/release", "--version", version, "--only", platform, "--out", out)
	cmd.Dir = files
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	released, err := os.ReadFile(filepath.Join(out, "bot_"+version+"_linux_"+runtime.GOARCH))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(image.Root, image.Entry[0])
	inImage, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(released, inImage) {
		t.Errorf("the release has other bytes: %d and %d", len(released), len(inImage))
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range info.Settings {
		if s.Key == "-tags" && s.Value == "timetzdata" {
			return
		}
	}
	t.Errorf("the binary has no time zones: %v", info.Settings)
}
