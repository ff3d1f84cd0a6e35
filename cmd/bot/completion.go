package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd prints a script for a shell, which asks completionWordsCmd at each tab.
type completionCmd struct {
	Bash  completionBashCmd  `cmd:"" help:"Print the script for bash."`
	Zsh   completionZshCmd   `cmd:"" help:"Print the script for zsh."`
	Fish  completionFishCmd  `cmd:"" help:"Print the script for fish."`
	Words completionWordsCmd `cmd:"" hidden:"" help:"Print what may follow words of a command line."`
}

func (completionCmd) Help() string {
	return `A script completes commands, flags and the values of those that have few; files where a file may stand.

Example:

    bot completion bash --help`
}

type completionBashCmd struct{}

func (completionBashCmd) Help() string {
	return `Put the line into ~/.bashrc.

Example:

    eval "$(bot completion bash)"`
}

// Run prints. COMP_WORDBREAKS parts --flag=value into three words; completionWordsCmd joins them.
func (completionBashCmd) Run(s *streams) error {
	_, err := io.WriteString(s.out, `_bot() {
	local IFS=$'\n'
	COMPREPLY=($("$1" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _bot bot
`)
	return err
}

type completionZshCmd struct{}

func (completionZshCmd) Help() string {
	return `Put the line into ~/.zshrc, below compinit.

Example:

    eval "$(bot completion zsh)"`
}

// Run prints. _describe wants WORD:DESCRIPTION, colons in the word escaped.
func (completionZshCmd) Run(s *streams) error {
	_, err := io.WriteString(s.out, `#compdef bot
_bot() {
	local -a found
	found=("${(@f)$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	found=("${(@)found:#}")
	found=("${(@)found//:/\\:}")
	found=("${(@)found/$'\t'/:}")
	if (( $#found )); then
		_describe bot found
	else
		_files
	fi
}
compdef _bot bot
`)
	return err
}

type completionFishCmd struct{}

func (completionFishCmd) Help() string {
	return `Put the line into ~/.config/fish/config.fish.

Example:

    bot completion fish | source`
}

// Run prints. Files are offered where there is nothing else.
func (completionFishCmd) Run(s *streams) error {
	_, err := io.WriteString(s.out, `function __bot_words
	set -l tokens (commandline -opc) (commandline -ct)
	$tokens[1] completion words -- $tokens[2..-1] 2>/dev/null
end
complete -c bot -n 'test -n "$(__bot_words)"' -f -a '(__bot_words)'
`)
	return err
}

// completionWordsCmd is asked by the scripts.
type completionWordsCmd struct {
	Words []string `arg:"" optional:"" passthrough:"" help:"The words behind bot; the last is the one to complete, perhaps empty."`
}

func (completionWordsCmd) Help() string {
	return `Prints a line for each word that may stand in place of the last: the word, and behind a tab what it is.
Nothing is printed where a file, or any text, may stand.

Example:

    bot completion words -- config pr`
}

// Run prints.
func (c completionWordsCmd) Run(s *streams, bot *kong.Node) error {
	words := c.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, next := range complete(bot, words) {
		line := strings.TrimSuffix(next.word+"\t"+next.means, "\t")
		if _, err := fmt.Fprintln(s.out, line); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}
