package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"
)

// The exit codes.
const (
	exitOK      = 0
	exitProblem = 1   // a check or a lint found something
	exitUsage   = 2   // wrong use or bad input
	exitSignal  = 128 // and the number of the signal that ended the command
)

// errProblem ends a command whose findings are printed already.
var errProblem = errors.New("problems found")

// exitCode prints an error that is not printed yet and returns its exit code.
func exitCode(err error, stderr io.Writer) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errProblem):
		return exitProblem
	}
	var sig signalled
	if errors.As(err, &sig) {
		return sig.code()
	}
	fmt.Fprintf(stderr, "bot: %v\n", err)
	var usage *kong.ParseError
	if errors.As(err, &usage) {
		fmt.Fprintln(stderr, "Run bot --help for the commands, bot COMMAND --help for one of them.")
	}
	return exitUsage
}
