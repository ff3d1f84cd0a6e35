package discordtest

import (
	"fmt"
	"strings"
)

// SlashLine runs a slash command as somebody types it: "/study start topic:redis", or "/study redis" where
// redis is then the first option that takes a text. It returns the interaction's id.
func (s *Server) SlashLine(userID, channelID, line string) (string, error) {
	words := strings.Fields(strings.TrimPrefix(line, "/"))
	if len(words) == 0 {
		return "", errUnknownCommand
	}
	s.mu.Lock()
	var declared []any
	if ch := s.channels[channelID]; ch != nil {
		declared, _ = s.commandFor(ch, words[0])["options"].([]any)
	}
	path, rest := words[:1:1], words[1:]
	for len(rest) > 0 {
		sub := declaredOption(declared, rest[0])
		if sub == nil || !isSubcommand(sub) {
			break
		}
		path, rest = append(path, rest[0]), rest[1:]
		declared, _ = sub["options"].([]any)
	}
	options, err := typed(declared, rest)
	s.mu.Unlock()
	if err != nil {
		return "", err
	}
	return s.Slash(userID, channelID, strings.Join(path, " "), options)
}

// Types of options.
const (
	subcommandOption = 1
	groupOption      = 2
	textOption       = 3
)

func isSubcommand(option object) bool {
	return kindOf(option) == subcommandOption || kindOf(option) == groupOption
}

// typed reads "name:value" pairs; words before the first one are the first text option's.
func typed(declared []any, words []string) (map[string]any, error) {
	options := map[string]any{}
	name := firstText(declared)
	for _, word := range words {
		if key, value, ok := strings.Cut(word, ":"); ok && declaredOption(declared, key) != nil {
			name = key
			word = value
		}
		if name == "" {
			return nil, fmt.Errorf("the command takes no %q: %w", word, errUnknownCommand)
		}
		if before, ok := options[name]; ok {
			word = fmt.Sprint(before, " ", word)
		}
		options[name] = word
	}
	return options, nil
}

func firstText(declared []any) string {
	for _, raw := range declared {
		option, _ := raw.(object)
		if kindOf(option) == textOption {
			name, _ := option["name"].(string)
			return name
		}
	}
	return ""
}
