#!/usr/bin/env bash
# Installs the mock server of others that the tests of internal/openai are run against, and prints the
# folder to put into PATH. Needs npm (Debian: npm). The first argument is where; by default a folder of
# the user's cache.
set -euo pipefail
to=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/tack-aimock}
if [ ! -x "$to/node_modules/.bin/llmock" ]; then
	mkdir -p "$to"
	npm install --silent --no-fund --no-audit --prefix "$to" @copilotkit/aimock@1.43.0 >&2
fi
echo "$to/node_modules/.bin"
