package track

// answer finds the frequent question that text asks: the one with the longest matching wording;
// a match by groups of words counts the words found. A question that asks for something else too
// is still matched.
func (t *Track) answer(text string) (*Answer, bool) {
	folded := fold(text)
	var best *Answer
	score := 0
	for i := range t.FAQ {
		if s := t.FAQ[i].score(folded); s > score {
			best, score = &t.FAQ[i], s
		}
	}
	return best, best != nil
}

// score is how much of a folded question the answer's wordings cover, in bytes; 0: no match.
func (a *Answer) score(folded string) int {
	best := 0
	for _, words := range a.Asks {
		for _, w := range words {
			if f := fold(w); find(folded, f) >= 0 {
				best = max(best, len(f))
			}
		}
	}
	total := 0
	for _, group := range a.All {
		word, at := group.has(folded)
		if at < 0 {
			return best
		}
		total += len(word)
	}
	return max(best, total)
}
