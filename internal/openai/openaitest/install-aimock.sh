#!/usr/bin/env bash
# Installs the mock server of others that the tests of internal/openai are run against, and prints the
# folder to put at the head of PATH. Needs node and npm. The versions are pinned, and the package has no
# dependencies, so it is the same everywhere; where node is older than the mock takes, as Debian 12's
# is, one for the mock alone comes with it. The first argument is where; by default a folder of the user's
# cache, in which the next run finds it.
set -euo pipefail
version=1.43.0
to=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/tack-aimock-$version}
if [ ! -x "$to/node_modules/.bin/llmock" ]; then
	need=("@copilotkit/aimock@$version")
	if ! node -e 'process.exit("20.15.0".localeCompare(process.versions.node, "en", {numeric: true}) > 0 ? 1 : 0)'; then
		need+=("node-linux-$(node -p process.arch)@22.23.5")
	fi
	mkdir -p "$to"
	npm install --silent --no-fund --no-audit --no-save --ignore-scripts --prefix "$to" "${need[@]}" >&2
fi
echo "$to/node_modules/.bin"
