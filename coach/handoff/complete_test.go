package handoff

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"tack/coach/course"
)

// fill sets every field of a value to something that is not zero, each string another one.
func fill(v reflect.Value, n *int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(noon))
		return
	}
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", *n))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}

// A field that a course gains must be carried too.
func TestWrite_EveryField(t *testing.T) {
	f := forms(t)
	var c course.State
	n := 0
	fill(reflect.ValueOf(&c).Elem(), &n)
	for locale := range f.byTag {
		docs, err := f.Write(c, Session{Locale: locale}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.Read(docs)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, carried(c), got.Into(course.State{}), docs)
	}
}

// Every language has every word, and no two keys, labels or sections of a language look the same.
func TestNew_Words(t *testing.T) {
	f := forms(t)
	en := f.byTag["en"]
	groups := func(w *words) map[string]map[string]string {
		g := map[string]map[string]string{
			"sections": w.Sections, "labels": w.Labels, "keys": w.Keys, "columns": w.Columns, "titles": w.Titles,
			"about": w.About, "module_notes": w.ModuleNotes,
		}
		for name, vs := range w.Values {
			g["values."+name] = vs
		}
		return g
	}
	for tag, w := range f.byTag {
		for name, want := range groups(en) {
			got, seen := groups(w)[name], map[string]string{}
			for key := range want {
				if got[key] == "" {
					t.Errorf("%s: %s.%s is missing", tag, name, key)
				}
				if other := seen[fold(got[key])]; other != "" && name != "columns" && name != "titles" {
					t.Errorf("%s: %s.%s and %s.%s look the same", tag, name, key, name, other)
				}
				seen[fold(got[key])] = key
			}
		}
	}
}
