package handoff

import (
	"regexp"
	"strings"
)

// What a line is to the code blocks around it.
const (
	fenceNone   = iota // no part of a code block
	fenceMark          // opens or closes one
	fenceInside        // inside one
)

var fenceRE = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})(.*)$")

// fences says of each line what it is. A block that nothing closes is none: its first line is text.
func fences(lines []string) []int {
	kinds := make([]int, len(lines))
	dead := map[byte]int{} // by mark: a fence this long or longer finds no end any more
	for i := 0; i < len(lines); i++ {
		m := fenceRE.FindStringSubmatch(lines[i])
		if m == nil || m[1][0] == '`' && strings.Contains(m[2], "`") {
			continue
		}
		c, n := m[1][0], len(m[1])
		if dead[c] != 0 && n >= dead[c] {
			continue
		}
		end := fenceEnd(lines, i+1, c, n)
		if end < 0 {
			dead[c] = n
			continue
		}
		kinds[i], kinds[end] = fenceMark, fenceMark
		for j := i + 1; j < end; j++ {
			kinds[j] = fenceInside
		}
		i = end
	}
	return kinds
}

// fenceEnd is the line that closes a block of n or more marks c; -1: none.
func fenceEnd(lines []string, from int, c byte, n int) int {
	for i := from; i < len(lines); i++ {
		s := strings.TrimSpace(lines[i])
		if len(s) >= n && s[0] == c && strings.Trim(s, string(c)) == "" {
			return i
		}
	}
	return -1
}
