#!/bin/sh
# WebAssembly: the modules, the npm package in Node.js, the page in Chromium; sizes and speeds beside other packages.

. scripts/rust.sh
. scripts/count.sh

if ! can_install && ! { command -v npm && command -v chromium && command -v wasm-ld-22; } >/dev/null 2>&1; then
    skip all "needs npm, Chromium, Debian's Rust with its sources and lld-22, and root to install them"
    exit
fi
# This machine's own toolchain builds the command, with whose lines those of the page are compared, and the task runner.
command=$(built --package counterpoint-cli)
check xtask built --package xtask
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

# The kernels are looked at in the modules. The modules `all` contain every kernel but those of AES. All kernels of the
# library, compiled for each flavour, are a part of `make test-long`, which also compares how long they are.
check aes-kernels scripts/web-kernels.sh aes &
check modules scripts/wasm.sh
wait
cat "$logs/$stage-modules.log"
check module-kernels scripts/web-kernels.sh modules

# The tests of the package make npm/dist first, which the page consists of, and take longer than those of the modules.
node_tests package npm/test.sh &
node_tests module-tests node --test --test-reporter=tap crates/counterpoint-wasm/tests/*.test.mjs
wait
check types npm run --silent --prefix npm types
check page node web/build.mjs
node_tests browser env COUNTERPOINT="$command" web/test.sh

# The speeds are printed and not compared with limits, because other stages may run at the same time.
check speed npm run --silent --prefix npm bench -- --seconds 2
cat "$logs/$stage-speed.log"
