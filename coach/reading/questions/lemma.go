package questions

// stems offers the forms that an English word may be an inflection of, likeliest first, until
// try takes one. The forms share buf.
func stems(w []byte, buf *[maxWord + 2]byte, try func([]byte) bool) {
	n := len(w)
	if n < 3 || n > maxWord {
		return
	}
	cut := func(k int, tail string) bool {
		b := append(append(buf[:0], w[:n-k]...), tail...)
		return try(b)
	}
	switch {
	case ends(w, "ies") && n > 4:
		_ = cut(3, "y") || cut(1, "") || cut(2, "")
	case ends(w, "es"):
		_ = cut(1, "") || cut(2, "") || cut(2, "is")
	case ends(w, "s") && !ends(w, "ss"):
		_ = cut(1, "")
	case ends(w, "ied") && n > 4:
		_ = cut(3, "y") || cut(1, "")
	case ends(w, "ed") && n > 3:
		_ = cut(2, "") || cut(1, "") || doubled(w, 2) && cut(3, "")
	case ends(w, "ing") && n > 4:
		_ = cut(3, "") || cut(3, "e") || doubled(w, 3) && cut(4, "") || ends(w, "ying") && cut(4, "ie")
	case ends(w, "er") && n > 4:
		_ = cut(2, "") || cut(1, "") || doubled(w, 2) && cut(3, "") || ends(w, "ier") && cut(3, "y")
	case ends(w, "est") && n > 5:
		_ = cut(3, "") || cut(2, "") || doubled(w, 3) && cut(4, "")
	case ends(w, "ly") && n > 4:
		_ = cut(2, "") || cut(1, "e") || ends(w, "ily") && cut(3, "y")
	}
}

// stem is the form under which an unknown word is compared: without a plural s, -ing or -ed.
func stem(w []byte) []byte {
	for _, b := range w {
		if b < 'a' || b > 'z' {
			return w
		}
	}
	n := len(w)
	switch {
	case n > 4 && ends(w, "ies"):
		return append(w[:n-3:n-3], 'y')
	case n > 6 && ends(w, "ing"):
		return undouble(w[:n-3])
	case n > 5 && ends(w, "ed"):
		return undouble(w[:n-2])
	case n > 3 && ends(w, "s") && !ends(w, "ss") && !ends(w, "us") && !ends(w, "is"):
		return dropE(w[:n-1])
	}
	return dropE(w)
}

func undouble(w []byte) []byte {
	if doubled(w, 0) {
		w = w[:len(w)-1]
	}
	return dropE(w)
}

func dropE(w []byte) []byte {
	if n := len(w); n > 4 && w[n-1] == 'e' {
		return w[:n-1]
	}
	return w
}

func ends(w []byte, tail string) bool {
	return len(w) > len(tail) && string(w[len(w)-len(tail):]) == tail
}

// doubled tells whether the consonant before the last k bytes is written twice.
func doubled(w []byte, k int) bool {
	n := len(w) - k
	return n >= 3 && w[n-1] == w[n-2]
}
