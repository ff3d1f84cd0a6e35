package questions

// numeral reads a Chinese number at the start of rs: 三, 十二, 两百. n is its length; 0: none.
// Values above 60,000 are cut there; the text of a question has no use for more.
func (v *vocab) numeral(rs []rune) (value, n int) {
	if d, ok := v.digits[first(rs)]; !ok || d > 10 {
		return 0, 0
	}
	total, digit := 0, 0
	for _, r := range rs {
		d, ok := v.digits[r]
		if !ok {
			break
		}
		n++
		switch {
		case d < 10:
			digit = digit*10 + d
		case d == 10000:
			total, digit = (total+digit)*d, 0
		default:
			total, digit = total+max(digit, 1)*d, 0
		}
		total, digit = min(total, 60000), min(digit, 60000)
	}
	return min(total+digit, 60000), n
}

func first(rs []rune) rune {
	if len(rs) == 0 {
		return 0
	}
	return rs[0]
}
