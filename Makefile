.DEFAULT_GOAL := help
.PHONY: help chat fake-slack fake-discord build test lint fmt cases eval bench bench-engine versus-slack versus-discord crash fuzz cover fixture release

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

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

# One after the other on a quiet machine: the numbers of docs/benchmarks.md.
versus-slack: build ## measure bot serve beside an echo bot on Slack's own framework (needs npm)
	npm install --silent --prefix adapters/slack/slacktest/versus
	go run ./adapters/slack/slacktest/versus -bot bin/bot

versus-discord: build ## measure bot serve beside an echo bot on discord.js (needs npm)
	npm install --silent --prefix adapters/discord/discordtest/versus
	go run ./adapters/discord/discordtest/versus -bot bin/bot

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

fixture: ## keep what this version writes, for the tests of the next: make fixture NAME=v1.2
	@test -n "$(NAME)" -a ! -e "cmd/bot/testdata/upgrade/$(NAME)" || { echo 'name a version that is not there yet: make fixture NAME=v1.2'; exit 2; }
	go test ./cmd/bot -count 1 -run TestUpgrade_Fixture -fixture "$(NAME)"

release: ## build dist/ for the tag that is checked out: binaries, licences, SBOM, checksums
	go run ./deploy/release --version "$$(git describe --tags --always --dirty)" --out dist
