//go:build !unix

package main

import (
	"context"
	"log/slog"
)

// backUp does nothing where there is no SIGUSR1: there the file is copied while the bot is stopped.
func backUp(context.Context, store, *slog.Logger) (stop func()) { return func() {} }
