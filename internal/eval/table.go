package eval

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// row is one row of a table: its values by column.
type row struct {
	line  int // from 1, the header is line 1
	value map[string]string
}

// table is a file of rows: UTF-8, a header line, tabs between the fields, no quoting; inside a
// field \n and \t stand for a line break and a tab.
type table struct {
	name string
	rows []row
}

var unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t")

// readTable reads a table whose header must be exactly these columns; the first is the unique id.
func readTable(dir fs.FS, name string, columns ...string) (table, error) {
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return table{}, fmt.Errorf("read table: %w", err)
	}
	if !utf8.Valid(data) {
		return table{}, fmt.Errorf("%s: not valid UTF-8", name)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if got := strings.TrimSuffix(lines[0], "\r"); got != strings.Join(columns, "\t") {
		return table{}, fmt.Errorf("%s:1: the header must be %q, is %q", name, strings.Join(columns, " "), got)
	}
	t := table{name: name}
	seen := map[string]bool{}
	for i, line := range lines[1:] {
		r, err := readRow(i+2, strings.TrimSuffix(line, "\r"), columns)
		if err == nil && seen[r.value[columns[0]]] {
			err = fmt.Errorf("%s %q stands twice", columns[0], r.value[columns[0]])
		}
		if err != nil {
			return table{}, fmt.Errorf("%s:%d: %w", name, i+2, err)
		}
		seen[r.value[columns[0]]] = true
		t.rows = append(t.rows, r)
	}
	if len(t.rows) == 0 {
		return table{}, fmt.Errorf("%s: no rows", name)
	}
	return t, nil
}

func readRow(line int, text string, columns []string) (row, error) {
	values := strings.Split(text, "\t")
	if len(values) != len(columns) {
		return row{}, fmt.Errorf("%d fields, want %d", len(values), len(columns))
	}
	r := row{line: line, value: map[string]string{}}
	for i, c := range columns {
		r.value[c] = unescape.Replace(values[i])
	}
	if r.value[columns[0]] == "" {
		return row{}, errors.New(columns[0] + " is empty")
	}
	return r, nil
}

// oneOf returns the value of a column, which must be among those allowed.
func oneOf[T ~string](t table, r row, column string, allowed ...T) (T, error) {
	for _, a := range allowed {
		if r.value[column] == string(a) {
			return a, nil
		}
	}
	return "", fmt.Errorf("%s:%d: %s: unknown value %q", t.name, r.line, column, r.value[column])
}
