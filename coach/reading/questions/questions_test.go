package questions

import (
	"os"
	"testing"
)

func catalog(tb testing.TB) *Catalog {
	tb.Helper()
	c, err := New(os.DirFS("../../../templates/lexicon"))
	if err != nil {
		tb.Fatal(err)
	}
	return c
}
