package engine

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"tack/coach"
	"tack/coach/tutor"
)

// A model is shown the last keptExchanges exchanges, each side cut to maxSide runes. What came before
// is looked up in the thread's log.
const (
	keptExchanges = 6
	maxSide       = 1200
)

// remember keeps an exchange for a model's next prompt.
func (w *work) remember(learner, said string) {
	if w.e.Model == nil {
		return
	}
	w.t.History = append(slices.Clone(w.t.History), tutor.Exchange{Learner: cut(learner), Coach: cut(said)})
	w.t.History = w.t.History[max(0, len(w.t.History)-keptExchanges):]
}

func cut(s string) string {
	if r := []rune(s); len(r) > maxSide {
		return string(r[:maxSide-1]) + "…"
	}
	return s
}

// past looks up earlier exchanges in a thread's log.
type past struct {
	store  Store
	thread coach.ThreadID
}

// Find returns the exchanges that have most of the words, oldest first.
func (p past) Find(ctx context.Context, words string, limit int) ([]tutor.Exchange, error) {
	lines, err := p.store.Log(ctx, p.thread)
	if err != nil {
		return nil, err
	}
	type found struct {
		at, score int
		tutor.Exchange
	}
	var all []found
	wanted := pieces(words)
	for i, e := range exchanges(lines) {
		have, score := pieces(e.Learner+" "+e.Coach), 0
		for piece := range wanted {
			if have[piece] {
				score++
			}
		}
		if score > 0 {
			all = append(all, found{i, score, e})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return b.score - a.score })
	all = all[:min(limit, len(all))]
	slices.SortFunc(all, func(a, b found) int { return a.at - b.at })
	var list []tutor.Exchange
	for _, f := range all {
		list = append(list, f.Exchange)
	}
	return list, nil
}

// exchanges reads a log as what was said and answered.
func exchanges(lines [][]byte) []tutor.Exchange {
	var list []tutor.Exchange
	for _, line := range lines {
		var said struct{ Type, Text, User string }
		if err := json.Unmarshal(line, &said); err != nil {
			continue // a line of a newer form says nothing to this program
		}
		switch {
		case said.Type == "learner" && said.User == "":
			list = append(list, tutor.Exchange{Learner: cut(said.Text)})
		case said.Type == "coach":
			if len(list) == 0 || list[len(list)-1].Coach != "" {
				list = append(list, tutor.Exchange{})
			}
			list[len(list)-1].Coach = cut(said.Text)
		}
	}
	return list
}

// pieces are the words of a text, and the pairs of runes of those that have no spaces between words.
func pieces(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		word = strings.Trim(word, ".,;:!?()[]{}\"'`*，。；：！？（）")
		runes := []rune(word)
		if word == "" || runes[0] < 0x2e80 {
			set[word] = true
			continue
		}
		for i := range len(runes) - 1 {
			set[string(runes[i:i+2])] = true
		}
	}
	delete(set, "")
	return set
}
