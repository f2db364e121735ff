# shellcheck shell=sh
# To be sourced by a stage: runs checks, tells each one's outcome and time, and counts for the last line of `make test`.
#
# Each check's full output is in target/test/STAGE-CHECK.log; of a failed one it is shown.

logs=target/test
counts=${COUNTS:-/dev/null}
stage=$(basename "$0" .sh)

# count passed|failed|skipped NUMBER [WHAT...]
count() {
    echo "$@" >>"$counts"
}

# skip NAME REASON...: a check that this machine cannot run.
skip() {
    echo "  skipped $*"
    count skipped 1 "$stage: $*"
}

# check NAME COMMAND...: one test, passed if the command succeeds.
check() {
    if run "$@"; then
        count passed 1
    else
        count failed 1 "$stage: $1"
    fi
}

# cargo_tests NAME COMMAND...: as many tests as cargo's harness counts. An ignored test could have run, so it has failed.
cargo_tests() {
    outcome=0
    run "$@" || outcome=1
    set -- "$1" "$(results passed)" "$(results failed)" "$(results ignored)"
    count passed "$2"
    [ "$outcome" = 0 ] || count failed "$(($3 > 0 ? $3 : 1))" "$stage: $1"
    [ "$4" = 0 ] || count failed "$4" "$stage: $1: ignored tests"
    grep '^skipped ' "$log" | while read -r _ what; do
        count skipped 1 "$stage: $1: $what"
    done
}

# results passed|failed|ignored: the sum over the test programs in the log.
results() {
    sed -n "s/^test result:.* \([0-9]*\) $1;.*/\1/p" "$log" | awk '{ sum += $1 } END { print sum + 0 }'
}

run() {
    log=$logs/$stage-$1.log
    start=$(date +%s)
    shift
    outcome=ok
    "$@" >"$log" 2>&1 || outcome=FAILED
    printf '  %-7s %-12s %4d s\n' "$outcome" "$(basename "${log#"$logs/$stage-"}" .log)" $(($(date +%s) - start))
    [ "$outcome" = ok ] && return
    sed 's/^/    | /' "$log"
    return 1
}
