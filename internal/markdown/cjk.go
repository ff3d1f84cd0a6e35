package markdown

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// cjkEmphasis reads * and ** where they touch Chinese, Japanese or Korean text. CommonMark does not see
// the end of "**提交（commit）**是": behind punctuation, a marker closes only before white space or
// punctuation, which such text does not put there. Proposed as https://github.com/tats-u/markdown-cjk-friendly.
type cjkEmphasis struct{}

// stars pairs the markers of cjkEmphasis.
type stars struct{}

var (
	_ parser.InlineParser       = cjkEmphasis{}
	_ parser.DelimiterProcessor = stars{}
)

func (cjkEmphasis) Trigger() []byte { return []byte{'*'} }

func (cjkEmphasis) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	node := parser.ScanDelimiter(line, before, 1, stars{})
	if node == nil {
		return nil
	}
	after := ' '
	if node.OriginalLength < len(line) {
		after = util.ToRune(line, node.OriginalLength)
	}
	if isCJK(before) || isCJK(after) {
		node.CanOpen = node.CanOpen || !util.IsSpaceRune(after)
		node.CanClose = node.CanClose || !util.IsSpaceRune(before)
	}
	node.Segment = segment.WithStop(segment.Start + node.OriginalLength)
	block.Advance(node.OriginalLength)
	pc.PushDelimiter(node)
	return node
}

func (stars) IsDelimiter(b byte) bool { return b == '*' }

func (stars) CanOpenCloser(opener, closer *parser.Delimiter) bool { return opener.Char == closer.Char }

func (stars) OnMatch(consumes int) ast.Node { return ast.NewEmphasis(consumes) }

// isCJK reports whether r is a letter or punctuation of Chinese, Japanese or Korean text.
func isCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}
