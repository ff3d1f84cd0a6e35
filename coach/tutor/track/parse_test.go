package track

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestParse(t *testing.T) {
	data, err := os.ReadFile("testdata/tally.yaml")
	if err != nil {
		t.Fatal(err)
	}
	whole := string(data)
	for _, tt := range []struct{ name, data, want string }{
		{"Whole", whole, ""},
		{"Empty", "", "empty file"},
		{"UnknownField", "version: 1\nflavour: x\n", "[2:1]"},
		{"UnknownFieldDeep", strings.Replace(whole, "    layer: 1", "    layers: 1", 1), "unknown field"},
		{"RepeatedField", "version: 1\nversion: 1\n", "[2:1]"},
		{"WrongType", "version: 1\ntitle: plain\n", "[2:8]"},
		{"BadYAML", "version: [1\n", "t.yaml"},
		{"SecondDocument", "version: 1\n---\nversion: 1\n", "more than one document"},
		{"BadPattern", strings.Replace(whole, `'^2$'`, `'^2('`, 1), "modules[0].verify[0].success"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("t.yaml", []byte(tt.data))
			if tt.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "t.yaml") {
				t.Errorf("error %v, want one with t.yaml and %q", err, tt.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("version: 1\ntopic: x\n"))
	f.Add([]byte("levels: [{ideas: [{all: [{en: [a]}]}]}]"))
	f.Fuzz(func(_ *testing.T, data []byte) {
		if t, err := Parse("f.yaml", data); err == nil {
			Lint(t)
		}
	})
}

func TestLibrary(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	lib, err := Load(fstest.MapFS{
		"a.yaml": file("topic: redis\naliases: [缓存]\nversion: 1"),
		"b.yaml": file("topic: git\nversion: 1"),
		"c.yaml": file("topic: redis-cluster\nversion: 1"),
		"d.txt":  file("no track"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"I want to learn Redis":       "redis",
		"我想学ＲＥＤＩＳ":                    "redis",
		"缓存怎么学":                       "redis",
		"redis cluster please":        "redis-cluster",
		"continue git":                "git",
		"I rediscovered my git notes": "git",
		"digital github":              "",
		"":                            "",
	} {
		got, ok := lib.Find(text)
		if ok != (want != "") || ok && got.Topic != want {
			t.Errorf("%q finds %v, want %q", text, got, want)
		}
	}
	own, err := Load(fstest.MapFS{"mine.yaml": file("topic: git\nversion: 1\nneeds: [mine]")})
	if err != nil {
		t.Fatal(err)
	}
	merged := lib.With(own)
	if g, _ := merged.Topic("git"); len(merged) != 3 || len(g.Needs) != 1 {
		t.Errorf("own track does not win: %v", merged)
	}
	_, err = Load(fstest.MapFS{"a.yaml": file("topic: x"), "b.yaml": file("topic: x"), "c.yaml": file("tpic: y")})
	if err == nil || !strings.Contains(err.Error(), "b.yaml") || !strings.Contains(err.Error(), "c.yaml") {
		t.Errorf("error %v, want both files", err)
	}
}
