package track

import "strconv"

// at is a part of a track with its path in the file, such as modules[2].hands_on[0].
type at[T any] struct {
	path string
	it   *T
}

func within[T any](path string, items []T) []at[T] {
	list := make([]at[T], len(items))
	for i := range items {
		list[i] = at[T]{index(path, i), &items[i]}
	}
	return list
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
