package markdown

import (
	"html"
	"strings"
)

// maxEntity is the longest entity looked for, in bytes: &CounterClockwiseContourIntegral; has 33.
const maxEntity = 40

// unescape resolves backslash escapes and entities of raw Markdown text in one pass, so that what an
// escape protects is not resolved by the entity behind it: `\&lt;` is the text "&lt;".
func unescape(raw string) string {
	if !strings.ContainsAny(raw, `\&`) {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); {
		s, n := unescapeOne(raw[i:])
		b.WriteString(s)
		i += n
	}
	return strings.ReplaceAll(b.String(), "\x00", "\uFFFD")
}

// unescapeOne returns what stands at the start of raw and how many bytes of raw it took, ≥ 1.
func unescapeOne(raw string) (string, int) {
	if raw[0] == '\\' && len(raw) > 1 && isPunct(raw[1]) {
		return raw[1:2], 2
	}
	if raw[0] == '&' {
		if end := strings.IndexByte(raw[:min(len(raw), maxEntity)], ';'); end > 0 {
			if s := html.UnescapeString(raw[:end+1]); !strings.HasPrefix(s, "&") || s == "&" {
				return s, end + 1
			}
		}
	}
	return raw[:1], 1
}

// isPunct reports whether c is one of the ASCII characters that Markdown lets a backslash escape.
func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !isAlnum(c)
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
