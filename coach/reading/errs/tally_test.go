package errs

import (
	"testing"

	"tack/coach/reading/segment"
)

// TestFind_Tally holds what a runner says at its end to the errors that it counts: three other errors
// in a row are no error that comes three times, and another count of the same ones is news.
func TestFind_Tally(t *testing.T) {
	t.Parallel()
	c := catalog(t)
	for name, pair := range map[string][2]string{
		"pytest":      {"FAILED t.py::test_a - assert 1 == 2\n1 failed in 0.4s", "FAILED t.py::test_b - assert 1 == 2\n1 failed in 0.4s"},
		"another sum": {"FAILED t.py::test_a - assert 1 == 2\n5 failed in 0.4s", "3 failed in 0.4s"},
		"go":          {"--- FAIL: TestA (0.00s)\n    a_test.go:5: got 1, want 2\nFAIL\nFAIL\ttack/a\t0.003s", "--- FAIL: TestB (0.00s)\n    a_test.go:9: got 3, want 4\nFAIL\nFAIL\ttack/a\t0.003s"},
		"jest":        {"● cart › total\n\nTests:       1 failed, 3 passed, 4 total", "● cart › tax\n\nTests:       1 failed, 3 passed, 4 total"},
		"npm":         {"Error: Cannot find module 'a'\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 1", "Error: Cannot find module 'b'\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 1"},
		"tsc":         {"a.ts(3,5): error TS2304: Cannot find name 'foo'.\nFound 1 error.", "a.ts(9,5): error TS2304: Cannot find name 'bar'.\nFound 1 error."},
		"eslint":      {"3:5  error  'foo' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)", "3:5  error  'bar' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)"},
		"git":         {"! [rejected] main -> main (fetch first)\nerror: failed to push some refs to 'github.com:a/b.git'", "error: src refspec main does not match any\nerror: failed to push some refs to 'github.com:a/b.git'"},
		"webpack":     {"ERROR in ./src/i.js 3:0-24\nModule not found: Error: Can't resolve './a' in '/srv'\nwebpack 5.90.0 compiled with 1 error in 512 ms", "ERROR in ./src/i.js 3:0-24\nModule not found: Error: Can't resolve './b' in '/srv'\nwebpack 5.90.0 compiled with 1 error in 512 ms"},
		"terraform":   {"│ Error: Reference to undeclared input variable\n│ \n│   on main.tf line 3, in resource \"x\" \"y\":\n│    3:   ami = var.a\n│ \n│ An input variable with the name \"a\" has not been declared.\n╵", "│ Error: Reference to undeclared input variable\n│ \n│   on main.tf line 9, in resource \"x\" \"y\":\n│    9:   ami = var.b\n│ \n│ An input variable with the name \"b\" has not been declared.\n╵"},
		"cargo":       {"thread 'a' panicked at src/lib.rs:9:9:\nassertion `left == right` failed\n  left: 0\n right: 5\n\nerror: test failed, to rerun pass `--lib`", "thread 'b' panicked at src/lib.rs:19:9:\nassertion `left == right` failed\n  left: 1\n right: 5\n\nerror: test failed, to rerun pass `--lib`"},
	} {
		first, second, again := shown(c, pair[0]), shown(c, pair[1]), shown(c, pair[0])
		for key := range second {
			if first[key] {
				t.Errorf("%s: an error of the second output is one of the first", name)
			}
		}
		if len(second) == 0 || len(again) != len(first) {
			t.Errorf("%s: %d errors in the second output, %d and %d in the first", name, len(second), len(first), len(again))
		}
		for key := range again {
			if !first[key] {
				t.Errorf("%s: the same output names another error", name)
			}
		}
	}
}

// shown are the keys of the errors in an output.
func shown(c *Catalog, output string) map[string]bool {
	keys := map[string]bool{}
	for _, e := range c.Find([]segment.Block{{Kind: segment.Output, Text: output}}) {
		keys[e.Identity.Key] = true
	}
	return keys
}
