package track

import (
	"slices"
	"testing"
)

// TestGit_TermsAsked: a question is about a term only where it asks for it, not where the term is a word,
// or a part of one, of something else.
func TestGit_TermsAsked(t *testing.T) {
	tr, tutor := gitTrack(t), New(shipped(t), texts(t))
	for text, want := range map[string][]string{
		"what is a branch?":                                        {"branch"},
		"What does git stash do?":                                  {"stash"},
		"what are commits":                                         {"commit"},
		"what is the purpose of a merge commit?":                   {"merge commit"},
		"what does \"detached HEAD\" mean":                         {"detached HEAD"},
		"什么是分支？":                                                   {"branch"},
		"git 里的暂存区是什么意思":                                           {"staging area"},
		"what is a diff":                                           {"diff"},
		"what is the difference between a dog and a cat?":          nil,
		"what is the difference between git and svn":               nil,
		"what is the difference between a branch and a tag?":       {"branch", "tag"},
		"分支和标签有什么区别？":                                              {"branch", "tag"},
		"how does rebase differ from merge?":                       {"rebase", "merge"},
		"what is the weather in the branch office?":                nil,
		"what is the best way to cook rice before I push it aside": nil,
	} {
		var got []string
		for _, n := range tutor.asksOf(tr, text) {
			got = append(got, n.term.Term)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q asks for %q, want %q", text, got, want)
		}
	}
}
