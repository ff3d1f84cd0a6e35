// Package nearest finds the name that was meant.
//
// Goals: one suggestion for a mistyped name, and none where none is near. Non-goals: language.
//
//	nearest.Name("store.reddis", []string{"store.path", "store.redis"}) // "store.redis"
package nearest

// Name is the name most like a word: a typing error away, two or three in a longer word; "" if none is
// near. Of equally near ones it is the first.
func Name(word string, names []string) string {
	best, least := "", min(3, (len(word)+1)/4)+1
	for _, name := range names {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance counts the bytes to insert, drop, change or swap with their neighbour that turn a into b.
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
