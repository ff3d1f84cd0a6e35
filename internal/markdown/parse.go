package markdown

import (
	"regexp"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Bounds of what is parsed. Beyond them goldmark 1.8 takes quadratic time (nested containers, unclosed
// link destinations, a table's empty cells) and the text is shown as it is; no real message comes near.
const (
	maxBytes      = 64 << 10 // of a message
	maxContainers = 32       // quotes and list markers that open on one line
	maxLinks      = 1000     // of "](" in a message
	maxColumns    = 64       // of "|" on a line
)

// beforeEmphasis puts a parser just before goldmark's own for emphasis, which has 500.
const beforeEmphasis = 499

// urlStart finds bare addresses; unlike goldmark's own it takes hosts without a dot: http://localhost:6379.
var urlStart = regexp.MustCompile(`^(?:https?|ftp)://[a-zA-Z0-9][-a-zA-Z0-9@:%._+~#=?&!$/(),;']*`)

var newParser = sync.OnceValue(func() parser.Parser {
	p := goldmark.New(goldmark.WithExtensions(
		extension.Table, extension.Strikethrough, extension.TaskList,
		extension.NewLinkify(extension.WithLinkifyURLRegexp(urlStart)),
	)).Parser()
	p.AddOptions(parser.WithInlineParsers(util.Prioritized(cjkEmphasis{}, beforeEmphasis)))
	return p
})

// normal returns md as valid UTF-8 with "\n" as the only line end and no NUL.
func normal(md string) string {
	md = strings.ToValidUTF8(md, "\uFFFD")
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(md)
}

// parse returns the tree of md, or nil if md is out of bounds.
func parse(md string) ast.Node {
	if !tame(md) {
		return nil
	}
	return newParser().Parse(text.NewReader([]byte(md)))
}

// tame reports whether md is within the bounds of what is parsed.
func tame(md string) bool {
	if len(md) > maxBytes || strings.Count(md, "](") > maxLinks {
		return false
	}
	for line := range strings.Lines(md) {
		if strings.Count(line, "|") > maxColumns || containers(line) > maxContainers {
			return false
		}
	}
	return true
}

// containers counts the quote and list markers at the start of a line.
func containers(line string) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '>':
			n++
		case strings.IndexByte("-+*.)", c) >= 0:
			if i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t') {
				n++
			}
		case c != ' ' && c != '\t' && (c < '0' || c > '9'):
			return n
		}
	}
	return n
}
