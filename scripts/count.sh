# shellcheck shell=sh
# To be sourced by a stage: runs checks, prints a line on each, and counts for the last line of `make test`.
#
# Each check's full output is in target/test/STAGE-CHECK.log; of a failed one it is shown. A line of it that begins with
# `skipped` tells of a part that this machine can't run; one that begins with `noted:` is repeated at the end of the run.
# Checks may run side by side: `check ... & check ... & wait`.

logs=${LOGS:-target/test}
counts=${COUNTS:-/dev/null}
stage=$(basename "$0" .sh)
mkdir -p "$logs"

# Options of `cargo test` for a build that takes a fraction of the time, with overflow checks and debug assertions.
# To be used without quotation marks.
unoptimized='--config profile.dev.opt-level=0 --config profile.dev.debug=0'

# count passed|failed|skipped NUMBER [WHAT...]
count() {
    echo "$@" >>"$counts"
}

# skip NAME REASON: a check that this machine can't run.
skip() {
    printf '  %-7s %-18s %s\n' skipped "$1" "$2"
    count skipped 1 "$stage: $1: $2"
}

# check NAME COMMAND...: one test, passed if the command succeeds.
check() {
    if run "$@"; then
        tell "$1" ok
        count passed 1
    else
        tell "$1" FAILED
        count failed 1 "$stage: $1"
    fi
}

# cargo_tests NAME COMMAND...: as many tests as cargo's harness counts. An ignored test could have run, so it has failed.
cargo_tests() {
    broke=0
    run "$@" || broke=1
    tally "$1" "$broke" "$(harness passed)" "$(($(harness failed) + $(harness ignored)))"
}

# known_answers NAME COMMAND...: as many tests as `selftest --format json` counts records.
known_answers() {
    broke=0
    run "$@" || broke=1
    tally "$1" "$broke" "$(($(records run) - $(records failed)))" "$(records failed)"
}

# proofs NAME COMMAND...: as many tests as `cargo xtask prove` counts kernels or programs.
proofs() {
    broke=0
    run "$@" || broke=1
    failed=$(kernels 2)
    tally "$1" "$broke" "$(($(kernels 1) - failed))" "$failed"
}

# tally NAME BROKE PASSED FAILED
tally() {
    [ "$4" -gt 0 ] || [ "$2" = 0 ] || set -- "$1" "$2" "$3" 1
    [ "$3" -gt 0 ] || [ "$4" -gt 0 ] || set -- "$1" "$2" "$3" 1
    count passed "$3"
    if [ "$4" = 0 ]; then
        tell "$1" ok "$3 passed"
    else
        tell "$1" FAILED "$3 passed, $4 failed"
        count failed "$4" "$stage: $1"
    fi
}

# harness passed|failed|ignored: the sum over the test programs in the log.
harness() {
    sed -n "s/^test result:.* \([0-9]*\) $1;.*/\1/p" "$log" | awk '{ sum += $1 } END { print sum + 0 }'
}

# records run|failed: the sum over the results in the log.
records() {
    grep -o "\"$1\": *[0-9][0-9]*" "$log" | awk '{ sum += $NF } END { print sum + 0 }'
}

# kernels 1|2: from the log, the number of kernels or programs, or of those that are not proved.
kernels() {
    sed -n "s/^\([0-9]*\) [a-z]*, \([0-9]*\) not proved.*/\\$1/p" "$log" | awk '{ sum += $1 } END { print sum + 0 }'
}

# run NAME COMMAND...
run() {
    log=$logs/$stage-$1.log
    shift
    start=$(date +%s)
    "$@" >"$log" 2>&1
}

# tell NAME ok|FAILED [NUMBERS]
tell() {
    printf '  %-7s %-18s %4d s  %s\n' "$2" "$1" $(($(date +%s) - start)) "${3:-}"
    [ "$2" = ok ] || sed 's/^/    | /' "$log"
    sed -n 's/^skipped:* //p' "$log" | while read -r what; do
        count skipped 1 "$stage: $1: $what"
    done
    sed -n 's/^noted: //p' "$log" | while read -r what; do
        count noted 1 "$stage: $1: $what"
    done
}
