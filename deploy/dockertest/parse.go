package dockertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Stage is what follows one FROM.
type Stage struct {
	Base  string // image
	Name  string // behind AS; empty: none
	Steps []Step
}

// Step is an instruction other than FROM.
type Step struct {
	Line  int
	Word  string   // in capitals
	Flags []string // --name=value, without the dashes
	Args  []string // the words; of the JSON form, its elements; of RUN, the whole command
}

// flagsOf are the instructions that are known, each with the flags it may have.
var flagsOf = map[string][]string{
	"FROM": {"platform"}, "ARG": nil, "ENV": nil, "WORKDIR": nil, "USER": nil, "VOLUME": nil, "EXPOSE": nil,
	"COPY": {"from", "chown"}, "RUN": {"mount"}, "ENTRYPOINT": nil, "CMD": nil,
	"HEALTHCHECK": {"interval", "timeout", "start-period"},
}

// errUnknown is about what a container engine may know and this does not.
var errUnknown = errors.New("not known here")

// Parse reads a Dockerfile. Variables stay as they are written.
func Parse(r io.Reader) ([]Stage, error) {
	var stages []Stage
	err := instructions(r, func(line int, text string) error {
		s, err := parseStep(line, text)
		if err != nil {
			return err
		}
		if s.Word == "FROM" {
			stage, err := parseFrom(s)
			stages = append(stages, stage)
			return err
		}
		if len(stages) == 0 {
			return fmt.Errorf("%s before FROM: %w", s.Word, errUnknown)
		}
		last := &stages[len(stages)-1]
		last.Steps = append(last.Steps, s)
		return nil
	})
	return stages, err
}

// instructions joins continued lines and leaves comments out, also those between continued lines. A
// directive for the parser (# syntax=, # escape=) would change how the rest is read, so it is refused.
func instructions(r io.Reader, each func(line int, text string) error) error {
	lines := bufio.NewScanner(r)
	text, begun := "", 0
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if comment, ok := strings.CutPrefix(line, "#"); ok {
			if name, _, ok := strings.Cut(comment, "="); ok && slices.Contains([]string{"syntax", "escape", "check"}, strings.ToLower(strings.TrimSpace(name))) {
				return fmt.Errorf("line %d: directive: %w", n, errUnknown)
			}
			continue
		}
		if line == "" {
			continue
		}
		if text == "" {
			begun = n
		}
		part, more := strings.CutSuffix(line, `\`)
		text += part
		if more {
			continue
		}
		if err := each(begun, text); err != nil {
			return fmt.Errorf("line %d: %w", begun, err)
		}
		text = ""
	}
	if text != "" {
		return fmt.Errorf("line %d: goes on behind the end", begun)
	}
	return lines.Err()
}

func parseStep(line int, text string) (Step, error) {
	word, rest := cutWord(text)
	s := Step{Line: line, Word: strings.ToUpper(word)}
	may, ok := flagsOf[s.Word]
	if !ok {
		return s, fmt.Errorf("%s: %w", word, errUnknown)
	}
	for strings.HasPrefix(rest, "--") {
		var flag string
		flag, rest = cutWord(rest)
		name, value, _ := strings.Cut(flag[2:], "=")
		if !slices.Contains(may, name) || value == "" {
			return s, fmt.Errorf("%s %s: %w", word, flag, errUnknown)
		}
		s.Flags = append(s.Flags, flag[2:])
	}
	if rest == "" {
		return s, fmt.Errorf("%s: nothing behind it", word)
	}
	return s, s.arguments(rest)
}

// arguments reads what is behind the flags.
func (s *Step) arguments(rest string) error {
	switch {
	case s.Word == "HEALTHCHECK":
		how, command := cutWord(rest)
		if how != "CMD" || !strings.HasPrefix(command, "[") {
			return fmt.Errorf("HEALTHCHECK other than CMD [...]: %w", errUnknown)
		}
		rest = command
	case s.Word == "RUN":
		if strings.Contains(rest, "<<") || strings.HasPrefix(rest, "[") {
			return fmt.Errorf("RUN that is no shell command of one line: %w", errUnknown)
		}
		s.Args = []string{rest}
		return nil
	}
	if strings.HasPrefix(rest, "[") {
		return json.Unmarshal([]byte(rest), &s.Args)
	}
	if s.Word == "CMD" || s.Word == "ENTRYPOINT" {
		return fmt.Errorf("%s by a shell: %w", s.Word, errUnknown)
	}
	if strings.ContainsAny(rest, "\"'`\\") || strings.Contains(rest, "<<") {
		return fmt.Errorf("quotes: %w", errUnknown)
	}
	s.Args = strings.Fields(rest)
	return nil
}

func parseFrom(s Step) (Stage, error) {
	switch {
	case len(s.Args) == 1:
		return Stage{Base: s.Args[0]}, nil
	case len(s.Args) == 3 && strings.EqualFold(s.Args[1], "AS"):
		return Stage{Base: s.Args[0], Name: s.Args[2]}, nil
	}
	return Stage{}, fmt.Errorf("FROM %s: %w", strings.Join(s.Args, " "), errUnknown)
}

// cutWord cuts the first word off.
func cutWord(s string) (word, rest string) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// flag is the value of a flag; empty: it is not there.
func (s Step) flag(name string) string {
	for _, f := range s.Flags {
		if value, ok := strings.CutPrefix(f, name+"="); ok {
			return value
		}
	}
	return ""
}

// words are the arguments with variables put in.
func (s Step) words(vars map[string]string) []string {
	out := make([]string, len(s.Args))
	for i, a := range s.Args {
		out[i] = os.Expand(a, func(name string) string { return vars[name] })
	}
	return out
}
