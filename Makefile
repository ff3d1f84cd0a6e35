.DEFAULT_GOAL := help
.PHONY: help chat fake-slack fake-discord build test lint fmt cases eval bench bench-engine crash fuzz cover release

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

chat: ## learn in this terminal
	go run ./cmd/bot chat

fake-slack: ## a Slack of your own on 127.0.0.1:8090, to try bot serve on
	go run ./adapters/slack/slacktest/fakeslack

fake-discord: ## a Discord of your own, to try bot serve on
	go run ./adapters/discord/discordtest/fakediscord

build: ## build bin/bot
	CGO_ENABLED=0 go build -trimpath -o bin/bot ./cmd/bot

test: ## run every test, installing what they need
	.ci/test

lint: ## vet and staticcheck
	go vet ./...
	go tool -modfile=go.tools.mod staticcheck ./...

fmt: ## format
	go tool -modfile=go.tools.mod gofumpt -w .

cases: ## replay the transcripts of the tests
	go run ./cmd/bot replay --check internal/transcript/testdata/cases/*.jsonl

eval: ## measure the reading on labelled data: make eval EVAL=DIR, dialogues in DIR/real
	@test -n "$(EVAL)" || { echo 'name the folder: make eval EVAL=DIR'; exit 2; }
	go run ./cmd/bot eval reading $(EVAL)
	go run ./cmd/bot eval dialogues $(EVAL)/real

bench: ## the benchmarks of docs/benchmarks.md
	go test -run '^$$' -bench . -benchmem ./coach/...  ./internal/...

bench-engine: ## the whole way of a turn on both stores, beside what the stores alone can do
	go test ./internal/engine -run '^$$' -bench 'Turn$$|RoundTrips|Raw|HalfLoad' -benchtime 20000x
	go test ./internal/engine -run '^$$' -bench OpenThreads -benchtime 10000x
	go test ./internal/engine -run '^$$' -bench Stored -benchtime 200x

CRASH ?= 5m
crash: ## kill bot serve and Redis at random under load: make crash CRASH=5m
	TACK_TEST_CRASH=$(CRASH) go test ./cmd/bot -run TestCrash_ -v -timeout 0

fuzz: ## fuzz each parser for a minute
	@for f in $$(grep -rlE '^func Fuzz' --include='*_test.go' .); do \
		for name in $$(grep -ohE '^func Fuzz[A-Za-z_]+' $$f | sed 's/func //'); do \
			go test -run '^$$' -fuzz "^$$name$$" -fuzztime 60s ./$$(dirname $$f) || exit 1; \
		done; \
	done

cover: ## coverage by package
	go test -cover ./...

release: ## build dist/ for the tag that is checked out: binaries, licences, SBOM, checksums
	go run ./deploy/release --version "$$(git describe --tags --always --dirty)" --out dist
