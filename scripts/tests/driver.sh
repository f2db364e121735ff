#!/bin/sh
# Tests scripts/test.sh with small stages in place of the real ones: what counts as failed, and what is only named.

cd "$(dirname "$0")/../.." || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/stages"

# stage NAME BUDGET [MARK]: a stage whose script is standard input.
stage() {
    {
        echo '#!/bin/sh'
        cat
    } >"$folder/stages/$1.sh"
    chmod +x "$folder/stages/$1.sh"
    echo "$@" >>"$folder/stages/budgets"
}

# expect CODE SETTING... -- STAGE...: runs the stages; the exit code has to be this one.
expect() {
    expected=$1
    shift
    settings=
    while [ "$1" != -- ]; do
        settings="$settings $1"
        shift
    done
    shift
    # shellcheck disable=SC2086
    env STAGES="$folder/stages" LOGS="$folder/logs" TEST_SECONDS= $settings scripts/test.sh "$@" >"$folder/output" 2>&1
    code=$?
    [ "$code" = "$expected" ] || complain "exit code $code, not $expected"
}

# says PATTERN...: each pattern matches a line of the output.
says() {
    for pattern in "$@"; do
        grep -q "$pattern" "$folder/output" || complain "no line matches '$pattern'"
    done
}

# says_not PATTERN
says_not() {
    ! grep -q "$1" "$folder/output" || complain "a line matches '$1'"
}

complaints=0
complain() {
    echo "$1; the output was:"
    sed 's/^/    /' "$folder/output"
    complaints=$((complaints + 1))
}

stage passes 1 <<'STAGE'
echo 'passed 3' >>"$COUNTS"
echo 'skipped 1 passes: a part of it' >>"$COUNTS"
STAGE
stage burns 0.001 <<'STAGE'
i=0
while [ "$i" -lt 200000 ]; do i=$((i + 1)); done
echo 'passed 2' >>"$COUNTS"
STAGE
stage beside 1 beside <<'STAGE'
echo 'beside the others'
sleep 2
echo 'passed 1' >>"$COUNTS"
STAGE
stage breaks 1 <<'STAGE'
exit 7
STAGE
stage hangs 1 named <<STAGE
sleep 600 &
echo \$! >"$folder/child"
wait
STAGE
stage spins 100 named <<STAGE
sh -c 'while :; do :; done' &
echo \$! >"$folder/child"
wait
STAGE

# child_is_gone: what the stage had started has ended too.
child_is_gone() {
    ! kill -0 "$(cat "$folder/child")" 2>/dev/null || complain "a process of the stage is still there"
}

expect 0 -- passes
says '^== passes (budget 1 min of CPU time)$' '^== passes took 0 min [0-9]* s, 0 min 0 s of CPU time$' \
    '^skipped: passes: a part of it$' '^3 passed, 0 failed, 1 skipped$'

expect 0 -- burns
says '^OVER BUDGET: burns used 0 min [0-9]* s of CPU time; its budget is 0.001 min$' '^2 passed, 0 failed, 0 skipped$'

expect 0 -- beside burns
says '^== beside took 0 min [2-9] s' '^beside the others$' '^OVER BUDGET: burns' '^3 passed, 0 failed, 0 skipped$'
says_not 'OVER BUDGET: beside'

expect 1 --
says '^FAILED (1): breaks: broke off with exit code 7$' '^6 passed, 1 failed, 1 skipped$'
says_not hangs

expect 1 HANG_SECONDS=2 -- hangs passes
says '^FAILED (1): hangs: ended, because for 2 s it wrote nothing' '^3 passed, 1 failed, 1 skipped$'
child_is_gone

expect 1 HANG_SECONDS=2 TEST_SECONDS=5 -- spins passes
says '^3 passed, 1 failed, 1 skipped$' '^FAILED (1): spins: ended, because the run had taken 5 s$'
says_not 'it wrote nothing'
child_is_gone

expect 1 TEST_SECONDS=0 -- passes
says '^FAILED (1): passes: not begun' '^0 passed, 1 failed, 0 skipped$'

[ "$complaints" = 0 ]
