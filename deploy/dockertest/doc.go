// Package dockertest runs the project's Dockerfile where there is no container engine.
//
//	go test ./deploy/dockertest
//
// Goals: the context is copied as .dockerignore says; the build stage's commands run in a root of their
// own with the Go that is here, at the places where the golang image has it; the last stage is laid out
// file by file; its entry point runs there, as its user, with nothing to write to but its volumes, and
// its health check is asked. So a file that passes here works, as far as it depends on what is in it.
//
// Non-goals: images other than golang and scratch, networks, layers, and instructions or flags that the
// Dockerfile does not use: they are refused, so that nothing is passed over in silence. What Parse takes,
// it reads as BuildKit does; BuildKit's own parser would be a module of the bot for a hundred lines of test.
package dockertest
