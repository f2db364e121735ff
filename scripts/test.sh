#!/bin/sh
# The tests, stage by stage. The last line is `N passed, N failed, N skipped`; the exit code is 0 if none failed.
# `scripts/test.sh rust` runs only that stage. scripts/stages/budgets lists the stages.
#
# A budget is CPU time (of all processes of the stage together), because the time on the clock depends on what else the machine
# does. A stage that needs more than its budget is named at the end, but has not failed.
#
# A stage that hangs is ended, and has failed: it wrote nothing and used less than 1 % of a core for HANG_SECONDS.
# Where the whole run may take only TEST_SECONDS on the clock, the stage that runs at that time is ended, and the stages
# after it do not begin; they have failed.

cd "$(dirname "$0")/.." || exit 1
. scripts/watch.sh

stages=${STAGES:-scripts/stages}
LOGS=${LOGS:-$PWD/target/test}
COUNTS=$LOGS/counts
export LOGS COUNTS
mkdir -p "$LOGS"
: >"$COUNTS"
only=$*
begin=$(date +%s)
[ -z "${TEST_SECONDS:-}" ] || deadline=$((begin + TEST_SECONDS))

# wanted STAGE MARK
wanted() {
    case $only in
        '') [ "$2" != named ] ;;
        *) case " $only " in *" $1 "*) ;; *) return 1 ;; esac ;;
    esac
}

# duration SECONDS: in minutes and seconds.
duration() {
    awk -v s="$1" 'BEGIN { s = int(s); printf "%d min %d s", s / 60, s % 60 }'
}

# cpu_seconds: what all stages up to now have used.
cpu_seconds() {
    # In a subshell `times` would tell of that subshell.
    times >"$LOGS/times"
    awk 'NR == 2 { gsub("s", ""); split($0, t, "[m ]"); print 60 * t[1] + t[2] + 60 * t[3] + t[4] }' "$LOGS/times"
}

# more A B: whether A, which may have a fraction, is more than B.
more() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'
}

# run_stage STAGE BUDGET
run_stage() {
    echo "== $1 (budget $2 min of CPU time)"
    start=$(date +%s)
    cpu_seconds >"$LOGS/cpu-before"
    rm -f "$LOGS/ended"
    # The shell lets what it starts in the background ignore SIGINT; the programs under test must not.
    setsid env --default-signal=INT,QUIT "$stages/$1.sh" 3<&- &
    pid=$!
    watch "$pid" "$1" >/dev/null 2>&1 3<&- &
    watcher=$!
    wait "$pid"
    code=$?
    cpu_seconds >"$LOGS/cpu-after"
    kill "$watcher" 2>/dev/null
    wait "$watcher" 2>/dev/null
    if [ -e "$LOGS/ended" ]; then
        end_session "$pid"
        echo "failed 1 $1: ended, because $(cat "$LOGS/ended")" >>"$COUNTS"
    elif [ "$code" != 0 ]; then
        echo "failed 1 $1: broke off with exit code $code" >>"$COUNTS"
    fi
    used=$(cat "$LOGS/cpu-before" "$LOGS/cpu-after" | awk '{ used = $1 - used } END { print used }')
    echo "== $1 took $(duration $(($(date +%s) - start))), $(duration "$used") of CPU time"
    ! more "$used" "$(awk -v m="$2" 'BEGIN { print 60 * m }')" ||
        echo "over-budget 1 $1 used $(duration "$used") of CPU time; its budget is $2 min" >>"$COUNTS"
}

# The stage that runs ends with this script.
trap 'end_session "$pid"; kill "$watcher" 2>/dev/null; exit 130' HUP INT TERM

while read -r stage budget mark <&3; do
    case $stage in '#'* | '') continue ;; esac
    wanted "$stage" "$mark" || continue
    if [ -n "${deadline:-}" ] && [ "$(date +%s)" -ge "$deadline" ]; then
        echo "failed 1 $stage: not begun, because the run had already taken $TEST_SECONDS s" >>"$COUNTS"
        continue
    fi
    run_stage "$stage" "$budget"
done 3<"$stages/budgets"

sed -n 's/^noted [0-9]* /noted: /p
    s/^skipped [0-9]* /skipped: /p
    s/^over-budget [0-9]* /OVER BUDGET: /p
    s/^failed \([0-9]*\) /FAILED (\1): /p' "$COUNTS"
cpu_seconds >"$LOGS/cpu"
echo "all stages took $(duration $(($(date +%s) - begin))), $(duration "$(cat "$LOGS/cpu")") of CPU time"
awk '{ n[$1] += $2 }
    END {
        printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skipped"]
        exit n["failed"] > 0 || n["passed"] == 0
    }' "$COUNTS"
