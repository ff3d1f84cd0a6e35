package terminal

import (
	"maps"
	"slices"
	"strings"
)

// nearest is the command most like a word: one that it begins, or one a typing error away, two in a
// longer word; "" if none is near.
func nearest(word string) string {
	best, least := "", min(2, (len(word)+1)/4)+1
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		d := distance(word, name)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			d = 0
		}
		if d < least {
			best, least = name, d
		}
	}
	return best
}

// distance counts the letters to insert, drop, change or swap with their neighbour that turn a into b.
func distance(a, b string) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
