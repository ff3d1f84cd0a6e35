// Command bot is Tack, a study coach: it chats in a terminal, replays recorded sessions and
// measures itself.
package main

import (
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Chat        chatCmd        `cmd:"" help:"Learn in this terminal."`
	Serve       serveCmd       `cmd:"" help:"Serve Slack and Discord."`
	Handoff     handoffCmd     `cmd:"" help:"List, show, export or import hand-off documents."`
	Learner     learnerCmd     `cmd:"" help:"List the learners; write, or erase, all that is kept of one."`
	Config      configCmd      `cmd:"" help:"Check or print the settings of bot serve; list what can be set."`
	Doctor      doctorCmd      `cmd:"" help:"Say whether bot serve can work here, and what to do."`
	Healthcheck healthcheckCmd `cmd:"" help:"Ask the bot that serves here whether it is alive."`
	Replay      replayCmd      `cmd:"" help:"Run recorded sessions over the core and print its decisions."`
	Eval        evalCmd        `cmd:"" help:"Measure the reading of text, or the whole core, on labelled data."`
	Tracks      tracksCmd      `cmd:"" help:"List or check the tracks: what is taught, step by step."`
	Completion  completionCmd  `cmd:"" help:"Print a script that completes bot's commands and flags in a shell."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
}

// newCLI is the command line before parsing. A parser wants one of its own each time.
func newCLI() cli {
	return cli{Serve: newServeCmd(), Config: newConfigCmd(), Doctor: newDoctorCmd(), Healthcheck: newHealthcheckCmd()}
}

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run runs the program with these arguments and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := newCLI()
	helped := false
	parser := kong.Must(&c, kong.Name("bot"), kong.Description(about), kong.Writers(stdout, stderr),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Exit(func(int) { helped = true }))
	ctx, err := parser.Parse(args)
	if helped {
		return exitOK
	}
	err = suggested(parser, err)
	if err == nil {
		err = ctx.Run(&streams{stdin, stdout, stderr}, parser.Model.Node)
	}
	return exitCode(err, stderr)
}
