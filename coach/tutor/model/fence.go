package model

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fence puts text of other people between two marks that the text cannot contain, so that a model can
// tell what it is told from what it is shown. The mark follows from the text: the same prompt is the
// same bytes. The prompts say what the marks mean.
func fence(label, text string) string {
	text = masked(visible(text))
	if strings.TrimSpace(text) == "" {
		return ""
	}
	tag := tagFor(label, text)
	return "<<DATA " + label + " " + tag + ">>\n" + text + "\n<<END " + tag + ">>"
}

// tagFor is a short word that does not stand in the text.
func tagFor(label, text string) string {
	for n := 0; ; n++ {
		h := fnv.New64a()
		h.Write([]byte(label + strconv.Itoa(n) + text))
		if tag := strconv.FormatUint(h.Sum64(), 36); !strings.Contains(text, tag) {
			return tag
		}
	}
}

// visible drops what a reader does not see and a model does: control characters but line break and
// tab, zero-width and tag characters, marks of direction.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r >= 0xE0000 && r <= 0xE0FFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "�"))
}

// secrets are the forms of credentials that learners paste with their logs: keys of OpenAI, AWS,
// GitHub, GitLab, Google, Slack; bearer tokens; passwords in URLs; private keys; JSON web tokens.
var secrets = regexp.MustCompile(`\bsk-[A-Za-z0-9_-]{16,}` +
	`|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b` +
	`|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[A-Za-z0-9_-]{16,}` +
	`|\bAIza[A-Za-z0-9_-]{30,}` +
	`|\bxox[abeprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}` +
	`|\b[Bb](?:earer|EARER) [A-Za-z0-9._~+/=-]{16,}` +
	`|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}` +
	`|://[^\s:/@]{1,64}:[^\s:/@]{1,128}@` +
	`|-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)`)

// secretMark stands for a credential.
const secretMark = "[secret]"

// hints stand in every credential that secrets finds; most texts have none, and are not searched.
var hints = []string{
	"sk-", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "AIza", "xox", "xapp-",
	"earer ", "EARER ", "eyJ", "://", "PRIVATE KEY-----",
}

// masked is text without credentials: they neither go to a model nor come back from one.
func masked(text string) string {
	if !slices.ContainsFunc(hints, func(h string) bool { return strings.Contains(text, h) }) {
		return text
	}
	return secrets.ReplaceAllStringFunc(text, func(s string) string {
		if strings.HasPrefix(s, "://") {
			return "://" + secretMark + "@"
		}
		return secretMark
	})
}

// maxLine is how many runes of a line are kept in the course.
const maxLine = 160

// oneLine makes a line of at most maxLine runes, without what cannot be seen and without credentials.
func oneLine(text string) string { return oneLineOf(masked(text), maxLine) }

// folded makes two writings of the same words equal: case, white space, and the quotation marks and
// dots that models like to change.
func folded(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(plainMarks.Replace(visible(text)))), " ")
}

var plainMarks = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "…", "...", " ", " ", "`", "")

// stands reports whether a quotation really stands in a text, as words of it.
func stands(quote, text string) bool {
	q, said := bare(quote), folded(text)
	if !strings.ContainsFunc(q, wordRune) {
		return false
	}
	for from := 0; ; {
		i := strings.Index(said[from:], q)
		if i < 0 {
			return false
		}
		i += from
		if parted(said[:i], q) && parted(q, said[i+len(q):]) {
			return true
		}
		_, size := utf8.DecodeRuneInString(said[i:])
		from = i + size
	}
}

// bare is a text folded, without the marks around it.
func bare(text string) string { return strings.Trim(folded(text), ` .,;:!?"'，。；：！？`) }

// proves reports whether a quotation can prove something of a text: it stands there, and is more than a
// letter or digit, which stands in most, or is all that the text has.
func proves(quote, text string) bool {
	return stands(quote, text) && (len([]rune(lettersOf(quote))) > 1 || bare(quote) == bare(text))
}

// parted reports whether no word goes on from the end of one text into the beginning of the other. Where
// words have no blanks between them, every character is one.
func parted(left, right string) bool {
	a, _ := utf8.DecodeLastRuneInString(left)
	b, _ := utf8.DecodeRuneInString(right)
	return !wordRune(a) || !wordRune(b) || a >= 0x2e80 || b >= 0x2e80
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
