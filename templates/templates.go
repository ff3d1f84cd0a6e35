// Package templates carries every text and every word that Tack knows: what it says, what it reads
// by, what it teaches. A further language is a further file in each folder.
package templates

import "embed"

// FS holds the folders lexicon (what is read by), messages (what is said) and tracks (what is taught).
//
//go:embed all:lexicon all:messages all:tracks
var FS embed.FS
