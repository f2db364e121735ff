#!/bin/sh
# Builds the page and tests it in Chromium; ends with `# pass N` and `# fail N`.
#
#   bindings/js/page/test.sh [FILE OF TESTS...]
#
# Requires bindings/js/npm/dist (bindings/js/npm/build.mjs), target/wasm (scripts/wasm.sh with all, techniques), the
# command `counterpoint` (COUNTERPOINT, or target/release/counterpoint), and Chromium (CHROMIUM, or the system's).
set -eu
cd "$(dirname "$0")"
[ -d node_modules ] || npm ci --silent --no-audit --no-fund
node build.mjs ${WEB_BUILD:-}
[ $# -gt 0 ] || set -- tests/*.test.mjs
exec node --test --test-reporter=tap --test-concurrency=1 "$@"
