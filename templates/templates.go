// Package templates carries every text and every word that Tack knows: what it says, what it reads
// by, what it teaches. A further language is a further file in each folder.
package templates

import "embed"

// FS holds the folders lexicon (what is read by), messages (what is said), tracks (what is taught) and
// prompts (what a language model is told).
//
//go:embed all:lexicon all:messages all:tracks all:prompts
var FS embed.FS
