package reading

import (
	"strings"

	"tack/coach"
	"tack/coach/reading/errs"
	"tack/coach/reading/segment"
)

// shown is what a turn puts on the table beside its words.
type shown struct {
	prose  string
	errors []errs.Error
	blocks []segment.Block // output, code, commands
	pastes []int           // for each of blocks the paste that it stands in: blocks with nothing said or typed between
	files  []File
	sets   []string // values set by the coach's direction and the learner's own commands
}

// maxTurn bounds the text that is read, in bytes. Of a longer paste the middle is cut: a log tells
// what failed at its end.
const maxTurn = 512 << 10

func clip(text string) string {
	if len(text) <= maxTurn {
		return text
	}
	return text[:maxTurn/4] + "\n" + text[len(text)-maxTurn*3/4:]
}

func (r *Reader) shown(ctx *Context, msg *Message) *shown {
	text := withoutMentions(clip(msg.Text))
	s := &shown{sets: ctx.Sets}
	blocks := segment.Parse(text)
	s.sort(blocks)
	for _, f := range msg.Files {
		if strings.TrimSpace(f.Text) != "" || f.Name != "" {
			s.files = append(s.files, f)
		}
		if f.Text != "" {
			blocks = append(blocks, segment.Parse(clip(f.Text))...)
		}
	}
	s.errors = r.errs.Find(blocks)
	return s
}

// withoutMentions takes out mentions of people as the platforms write them ("<@U12>"): they would
// pass for markup.
func withoutMentions(text string) string {
	if !strings.Contains(text, "<@") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "<@")
		end := strings.IndexByte(rest[:min(len(rest), 40)], '>')
		if !ok || end < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(before)
		text = rest[end+1:]
	}
}

// sort keeps apart what is said and what is shown.
func (s *shown) sort(blocks []segment.Block) {
	var prose []string
	paste := 0
	for _, b := range blocks {
		if b.Kind != segment.Output && b.Kind != segment.Code {
			paste++
		}
		if b.Kind != segment.Prose && b.Kind != segment.Quote {
			s.pastes = append(s.pastes, paste)
		}
		switch b.Kind {
		case segment.Prose:
			prose = append(prose, b.Text)
		case segment.Command:
			for line := range strings.Lines(b.Text) {
				s.sets = append(s.sets[:len(s.sets):len(s.sets)], errs.Sets(segment.Typed(line))...)
			}
			s.blocks = append(s.blocks, b)
		case segment.Output, segment.Code:
			s.blocks = append(s.blocks, b)
		}
	}
	s.prose = strings.Join(prose, "\n")
}

func (s *shown) hasBlocks() bool { return len(s.blocks) > 0 || len(s.files) > 0 }

// identities names the errors; one that the session knows keeps the name it had.
func (r *Reader) identities(ctx *Context, s *shown) []coach.Identity {
	var out []coach.Identity
	for _, e := range s.errors {
		id := e.Identity
		for _, known := range ctx.Errors {
			if known.Key == id.Key || r.errs.Same(known, id, s.sets) {
				id = known
				break
			}
		}
		out = appendNew(out, id)
	}
	return out
}

func appendNew(ids []coach.Identity, id coach.Identity) []coach.Identity {
	for _, have := range ids {
		if have.Key == id.Key {
			return ids
		}
	}
	return append(ids, id)
}

// prints are the fingerprints of what is shown: output, code, files. A paste that holds an error is
// none, since the error names it: the frames and source lines of a trace change with every edit. A
// command beside an error is none either: typed with another value, it is a turn of the knob.
func (s *shown) prints() []string {
	var out []string
	failed := map[int]bool{}
	for i, b := range s.blocks {
		if b.Kind != segment.Command && s.isError(b.Text) {
			failed[s.pastes[i]] = true
		}
	}
	for i, b := range s.blocks {
		switch {
		case strings.TrimSpace(b.Text) == "":
		case b.Kind == segment.Command && len(s.errors) > 0:
		case b.Kind != segment.Command && failed[s.pastes[i]]:
		default:
			out = addPrint(out, fingerprint(b.Kind.String(), b.Text))
		}
	}
	for _, f := range s.files {
		if s.isError(f.Text) {
			continue
		}
		out = addPrint(out, fingerprint("file "+f.Name, f.Text))
	}
	return out
}

// isError tells whether an output block holds one of the errors: the error names it then.
func (s *shown) isError(block string) bool {
	if len(s.errors) == 0 {
		return false
	}
	block = oneSpace(block)
	for _, e := range s.errors {
		line, _, _ := strings.Cut(strings.TrimRight(e.Excerpt, "…."), "\n")
		if strings.Contains(block, oneSpace(line)) {
			return true
		}
	}
	return false
}

func oneSpace(s string) string { return strings.Join(strings.Fields(s), " ") }

func addPrint(prints []string, p string) []string {
	for _, have := range prints {
		if have == p {
			return prints
		}
	}
	return append(prints, p)
}
