package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// maxPad is the widest a column is padded to, in columns of a terminal. A wider cell pushes its row
// out of line; padding all others to it would make the table as large as its square.
const maxPad = 40

// grid is a table as plain text. The first row is the heading.
type grid struct {
	rows  [][]string
	align []extast.Alignment
}

func newGrid(n *extast.Table, src []byte) grid {
	g := grid{align: n.Alignments}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, plainCell(cell, src))
		}
		g.rows = append(g.rows, cells)
	}
	return g
}

// plainCell returns a cell as text. Tables are shown as code, where no markup counts. The backslash
// that keeps a "|" from ending the cell goes also inside of code, as GFM has it.
func plainCell(n ast.Node, src []byte) string {
	line := renderLine(plain{}, inlines(n, src))
	return strings.ReplaceAll(line, `\|`, "|")
}

// aligned returns the table as lines of monospace text, a rule of dashes under the heading.
func (g grid) aligned() []string {
	widths := g.widths()
	var lines []string
	for i, row := range g.rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = pad(cell, widths[j], g.align[j])
		}
		lines = append(lines, strings.TrimRight(strings.Join(cells, " | "), " "))
		if i == 0 {
			lines = append(lines, dashes(widths))
		}
	}
	return lines
}

// width is that of the widest line, in columns of a terminal.
func (g grid) width() int {
	widest := 0
	for _, line := range g.aligned() {
		widest = max(widest, displaywidth.String(line))
	}
	return widest
}

// listed returns the rows below the heading, the first cell bold, each further one behind its heading.
func (g grid) listed() [][]span {
	var lines [][]span
	for _, row := range g.rows[1:] {
		var line []span
		for j, cell := range row {
			name := g.rows[0][j]
			switch {
			case cell == "" || cell == "-":
				continue
			case j == 0:
				line = append(line, span{text: cell, style: bold})
				continue
			case len(line) > 0:
				cell = " · " + behind(name, cell)
			default:
				cell = behind(name, cell)
			}
			line = append(line, span{text: cell})
		}
		lines = append(lines, line)
	}
	return lines
}

// behind puts a cell behind the heading of its column, if that has one.
func behind(name, cell string) string {
	last, _ := utf8.DecodeLastRuneInString(name)
	switch {
	case name == "":
		return cell
	case unicode.Is(unicode.Han, last):
		return name + "：" + cell
	}
	return name + ": " + cell
}

func (g grid) widths() []int {
	widths := make([]int, len(g.align))
	for _, row := range g.rows {
		for j, cell := range row {
			widths[j] = max(widths[j], min(displaywidth.String(cell), maxPad))
		}
	}
	return widths
}

func dashes(widths []int) string {
	parts := make([]string, len(widths))
	for i, w := range widths {
		parts[i] = strings.Repeat("-", w)
	}
	return strings.Join(parts, "-+-")
}

func pad(cell string, width int, align extast.Alignment) string {
	room := max(0, width-displaywidth.String(cell))
	left := 0
	switch align {
	case extast.AlignRight:
		left = room
	case extast.AlignCenter:
		left = room / 2
	}
	return strings.Repeat(" ", left) + cell + strings.Repeat(" ", room-left)
}

// spoken returns the table as a line for each row, each cell behind its heading: what a screen
// reader can follow.
func (g grid) spoken() []string {
	if len(g.rows) == 1 {
		return []string{strings.Join(g.rows[0], ", ")}
	}
	var lines []string
	for _, row := range g.rows[1:] {
		var cells []string
		for j, cell := range row {
			if name := g.rows[0][j]; name != "" && cell != "" {
				cell = name + ": " + cell
			}
			if cell != "" {
				cells = append(cells, cell)
			}
		}
		lines = append(lines, strings.Join(cells, "; "))
	}
	return lines
}
