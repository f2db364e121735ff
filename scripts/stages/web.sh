#!/bin/sh
# WebAssembly: the modules and their machine-independent code, the npm package in Node.js, the page in Chromium; sizes
# and speeds beside other packages.

. scripts/rust.sh
. scripts/count.sh

if ! can_install && ! { command -v npm && command -v chromium && command -v wasm-ld-22; } >/dev/null 2>&1; then
    skip all "needs npm, Chromium, Debian's Rust with its sources and lld-22, and root to install them"
    exit
fi
# The task runner is for this machine, by its own toolchain.
check xtask built --package xtask
xtask=$(built --package xtask 2>/dev/null)
. scripts/web.sh

# node_tests NAME COMMAND...: as many tests as Node's test runner counts, in its format TAP. One that was skipped could
# have run, so it has failed.
node_tests() {
    broke=0
    run "$@" || broke=1
    tally "$1" "$broke" "$(tap pass)" "$(($(tap fail) + $(tap cancelled) + $(tap skipped) + $(tap todo)))"
}
# tap pass|fail|cancelled|skipped|todo: the sum over the runs in the log.
tap() {
    sed -n "s/^# $1 \([0-9]*\)$/\1/p" "$log" | awk '{ sum += $1 } END { print sum + 0 }'
}

check modules scripts/wasm.sh
cat "$logs/$stage-modules.log"
# The machine code of WebAssembly, as a compiler leaves it in the library, is the same for all machines.
check kernels scripts/web-kernels.sh
node_tests module-tests node --test --test-reporter=tap crates/counterpoint-wasm/tests/*.test.mjs
node_tests package npm/test.sh
check types npm run --silent --prefix npm types
check page node web/build.mjs
node_tests browser env COUNTERPOINT="$command" web/test.sh

# Told, not judged: other stages may run at the same time.
check speed npm run --silent --prefix npm bench
cat "$logs/$stage-speed.log"
