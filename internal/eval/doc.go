// Package eval measures the reading of text against labelled rows, and the whole core against
// labelled dialogues.
//
// Goals: per-label precision, recall and F1 with every wrong row by name; a table that is not as it
// must be is an error with file, line and column, never a row left out. Non-goals: judging whether
// a number is good enough, opening files (the data comes as an fs.FS).
//
//	result, err := eval.MeasureReading(reader, os.DirFS("rows"))
//	fmt.Print(result.Text())
package eval
