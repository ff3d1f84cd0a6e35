package markdown

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// autoURL returns the address of a bare link: with mailto: for an e-mail address, http:// for www.
func autoURL(n *ast.AutoLink, src []byte) string {
	url := string(n.URL(src))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(url), "mailto:") {
		url = "mailto:" + url
	}
	return cleanURL(url)
}

// cleanURL percent-encodes what would end a link early in either dialect, hide in it, or ping.
func cleanURL(url string) string {
	var b strings.Builder
	for i, r := range url {
		switch {
		case breaksURL(r):
			escapeRune(&b, r)
		case r == '@' && pingLength(url[i+1:]) > 0:
			b.WriteString("%40")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func breaksURL(r rune) bool {
	return r <= ' ' || strings.ContainsRune("<>|\\`\"", r) || unicode.IsSpace(r) || !unicode.IsPrint(r) || ignorable(r)
}

func escapeRune(b *strings.Builder, r rune) {
	var buf [utf8.UTFMax]byte
	for _, c := range buf[:utf8.EncodeRune(buf[:], r)] {
		fmt.Fprintf(b, "%%%02X", c)
	}
}

// isWeb reports whether url is an absolute http or https address.
func isWeb(url string) bool {
	return hasScheme(url, "http://") || hasScheme(url, "https://")
}

// isMail reports whether url is an e-mail address to write to.
func isMail(url string) bool {
	return hasScheme(url, "mailto:")
}

// hasScheme reports whether url starts with scheme, in any case, and goes on.
func hasScheme(url, scheme string) bool {
	return len(url) > len(scheme) && strings.EqualFold(url[:len(scheme)], scheme)
}

// labelled returns a link as text: "label (url)", or the one of the two that there is.
func labelled(label, url string) string {
	switch {
	case url == "" || sameURL(label, url):
		return label
	case label == "":
		return url
	}
	return label + " (" + url + ")"
}

// sameURL reports whether a link's label only repeats its address.
func sameURL(label, url string) bool {
	return cleanURL(label) == url || "mailto:"+cleanURL(label) == url || "http://"+cleanURL(label) == url
}
