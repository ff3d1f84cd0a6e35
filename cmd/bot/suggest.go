package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"tack/internal/nearest"

	"github.com/alecthomas/kong"
)

// What kong says of a word that it does not know. It finds the near one within two changes; suggested
// looks further, and among the values that an argument or flag takes.
var (
	unknownFlag    = regexp.MustCompile(`^unknown flag (--\S+)$`)
	unknownCommand = regexp.MustCompile(`^unexpected argument (\S+)$`)
	unknownValue   = regexp.MustCompile(`^.+ must be one of (".*") but got "(.*)"$`)
)

// suggested adds the word that was meant to an error of parsing, where it names none and one is near.
func suggested(parser *kong.Kong, err error) error {
	var parsing *kong.ParseError
	if !errors.As(err, &parsing) {
		return err
	}
	node := parsing.Context.Selected()
	if node == nil {
		node = parser.Model.Node
	}
	text, near := err.Error(), ""
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		near = nearest.Name(m[1], flagsOf(node))
	} else if m := unknownCommand.FindStringSubmatch(text); m != nil {
		near = nearest.Name(m[1], commandsOf(node))
	} else if m := unknownValue.FindStringSubmatch(text); m != nil {
		near = nearest.Name(m[2], strings.Split(strings.Trim(m[1], `"`), `","`))
	}
	if near == "" {
		return err
	}
	return fmt.Errorf("%w, did you mean %q?", err, near)
}

// flagsOf are the flags that a command takes, with their dashes.
func flagsOf(n *kong.Node) []string {
	var names []string
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			names = append(names, "--"+f.Name)
		}
	}
	return names
}

// commandsOf are the commands below one.
func commandsOf(n *kong.Node) []string {
	var names []string
	for _, child := range n.Children {
		if !child.Hidden {
			names = append(names, child.Name)
		}
	}
	return names
}
