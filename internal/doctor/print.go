package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// marks are what a line begins with.
var marks = map[Level]string{OK: "✓", Warning: "!", Problem: "✗"}

// Print writes a line for each finding, what to do indented below it, and a last line that counts.
func Print(w io.Writer, findings []Finding) error {
	var b strings.Builder
	count := map[Level]int{}
	for _, f := range findings {
		count[f.Level]++
		fmt.Fprintf(&b, "%s %s: %s: %s\n", marks[f.Level], f.Part, f.Name, indented(f.Text))
		if f.Fix != "" {
			fmt.Fprintf(&b, "    %s\n", indented(f.Fix))
		}
	}
	fmt.Fprintln(&b, verdict(count[Problem], count[Warning]))
	_, err := io.WriteString(w, b.String())
	return err
}

// indented moves the further lines of a text below the first.
func indented(s string) string { return strings.ReplaceAll(s, "\n", "\n    ") }

func verdict(problems, warnings int) string {
	switch {
	case problems == 0 && warnings == 0:
		return "all well"
	case problems == 0:
		return "all works, " + counted(warnings, "warning")
	case warnings == 0:
		return counted(problems, "problem")
	}
	return counted(problems, "problem") + ", " + counted(warnings, "warning")
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// report is the form of JSON. Version changes when it does.
type report struct {
	Version  int       `json:"version"`
	Level    Level     `json:"level"` // the worst
	Findings []Finding `json:"findings"`
}

// JSON writes the findings as one JSON object.
func JSON(w io.Writer, findings []Finding) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(report{1, Worst(findings), findings})
}
