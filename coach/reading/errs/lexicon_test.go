package errs

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

func TestNew_Refuses(t *testing.T) {
	cases := []struct{ name, file, want string }{
		{"UnknownField", "famillies: []", "unknown field"},
		{"Twice", "families:\n  - {id: a, texts: [no such thing]}\n  - {id: b, texts: [No such  thing]}", "stands under a and b"},
		{"Short", "families:\n  - {id: a, texts: [no]}", "shorter"},
	}
	for _, x := range cases {
		t.Run(x.name, func(t *testing.T) {
			_, err := New(fstest.MapFS{"errors/a.yaml": {Data: []byte(x.file)}})
			if err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("error %v, want %q in it", err, x.want)
			}
		})
	}
	if _, err := New(fstest.MapFS{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error without files: %v, want fs.ErrNotExist", err)
	}
}

// TestCatalog_Families holds each text of each family, with its codes and numbers, to one identity.
func TestCatalog_Families(t *testing.T) {
	c := catalog(t)
	if n := len(c.lex.bare); n < 45 {
		t.Errorf("%d families, want 45 or more", n)
	}
	want := func(text, family string) {
		t.Helper()
		if got := c.lex.form(text, nil).class; len(got) == 0 || got[0] != "!"+family {
			t.Errorf("%q is %v, want !%s", text, got, family)
		}
	}
	for code, family := range c.lex.codes {
		want("Error: "+code+" 10.0.0.1:80", family)
	}
	for _, list := range c.lex.phrases {
		for _, p := range list {
			if p.family != "" {
				want("tool: "+p.text, p.family)
			}
		}
	}
	for n, family := range c.lex.windows {
		want("[WinError "+strconv.Itoa(n)+"] 一句没有人认识的话", family)
	}
}
