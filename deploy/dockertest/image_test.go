//go:build unix

package dockertest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLayout: where COPY puts things is what most Dockerfiles are wrong about.
func TestLayout(t *testing.T) {
	t.Parallel()
	files, built, root := t.TempDir(), t.TempDir(), t.TempDir()
	for _, name := range []string{files + "/a.txt", built + "/out/b/c.txt", built + "/out/d.txt"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stages, err := Parse(strings.NewReader(`FROM scratch
COPY a.txt /x/
COPY a.txt /y
COPY --from=build /out /z
ENV A=1 B=$A
USER 7:8
VOLUME /z
EXPOSE 80
ENTRYPOINT ["/y"]
CMD ["serve"]
HEALTHCHECK CMD ["/y", "health"]
`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Layout(stages[0], files, map[string]string{"build": built}, root)
	if err != nil && os.Geteuid() != 0 && errors.Is(err, os.ErrPermission) {
		t.Skip("only root gives files away")
	}
	if err != nil {
		t.Fatal(err)
	}
	path := "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
	want := Image{
		Root: root, Env: map[string]string{"PATH": path, "A": "1", "B": ""}, UID: 7, GID: 8,
		Volumes: []string{"/z"}, Entry: []string{"/y", "serve"}, Health: []string{"/y", "health"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	for _, name := range []string{"x/a.txt", "y", "z/b/c.txt", "z/d.txt"} {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestLayout_Unknown(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"FROM debian\nUSER 1:1", "FROM scratch\nRUN a", "FROM scratch\nUSER nobody", "FROM scratch\nUSER 1",
		"FROM scratch\nCOPY --from=other /a /b", "FROM scratch\nCOPY a b c", "FROM scratch\nENV A B", "FROM scratch\nCOPY missing /",
	} {
		stages, err := Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Layout(stages[0], t.TempDir(), nil, t.TempDir()); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
