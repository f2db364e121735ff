#!/bin/sh
# Builds and packs the package, and tests the tarball with each given Node:
#
#   sh bindings/js/npm/test.sh [--no-browser] [MODULES]
#
# MODULES is the folder with the modules, relative to this one. `--no-browser` skips the tests in browsers.
# Environment: NODES (by default this machine's node, and the newest one from npm's package `node`),
# OLD_CHROMIUM_PYTHON (by default one with PySide6 6.4.3, installed in target/old-chromium),
# COUNTERPOINT_VECTORS (the folder with all known answers), COUNTERPOINT_LONG=1 (also messages of a gibibyte).
set -eu
cd "$(dirname "$0")"
browser=yes
[ "${1:-}" != --no-browser ] || { browser= && shift; }
: "${COUNTERPOINT_VECTORS:=../../../../shared/vectors}"
if [ -d "$COUNTERPOINT_VECTORS" ]; then
    COUNTERPOINT_VECTORS=$(cd "$COUNTERPOINT_VECTORS" && pwd)
    export COUNTERPOINT_VECTORS
fi
[ -d node_modules/esbuild ] || npm ci --silent
node build.mjs "$@"
rm -rf target && mkdir target
(cd dist && npm pack --silent --pack-destination ../target >/dev/null)
mv target/counterpoint-*.tgz target/counterpoint.tgz

# Puts the packed package where Node finds it, so that the tests import it.
rm -rf node_modules/counterpoint && mkdir node_modules/counterpoint
tar -xzf target/counterpoint.tgz -C node_modules/counterpoint --strip-components 1

# The names of tests contain no spaces.
tests=
for file in tests/*.test.mjs; do
    case $browser:$file in
    :tests/browser.test.mjs | :tests/old-chromium.test.mjs) ;;
    *) tests="$tests $file" ;;
    esac
done

# Chromium 102 is part of this version of PySide6.
if [ -n "$browser" ] && [ -z "${OLD_CHROMIUM_PYTHON:-}" ]; then
    venv=../../../target/old-chromium
    [ -d $venv/lib/python3*/site-packages/PySide6 ] ||
        { python3 -m venv $venv && $venv/bin/pip install --quiet PySide6==6.4.3; }
    export OLD_CHROMIUM_PYTHON="$PWD/$venv/bin/python"
fi

status=0
for node in ${NODES:-node node_modules/node/bin/node}; do
    echo "# npm package with Node $("$node" --version)"
    "$node" --test --test-reporter=tap $tests || status=1
done
exit $status
