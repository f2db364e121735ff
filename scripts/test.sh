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

# seconds FILE: the CPU time of children, of which `times` has written into a file. In a command substitution, `times`
# would tell of the subshell.
seconds() {
    awk 'NR == 2 { gsub("s", ""); split($0, t, "[m ]"); print 60 * t[1] + t[2] + 60 * t[3] + t[4] }' "$1"
}

# more A B: whether A, which may have a fraction, is more than B.
more() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'
}

# run_stage STAGE BUDGET: in a subshell, whose children are those of the stage alone.
run_stage() (
    echo "== $1 (budget $2 min of CPU time)"
    start=$(date +%s)
    rm -f "$LOGS/$1.ended"
    # The shell lets what it starts in the background ignore SIGINT; the programs under test must not.
    setsid env --default-signal=INT,QUIT "$stages/$1.sh" 3<&- &
    pid=$!
    echo "$pid" >"$LOGS/$1.session"
    watch "$pid" "$1" >/dev/null 2>&1 3<&- &
    watcher=$!
    wait "$pid"
    code=$?
    kill "$watcher" 2>/dev/null
    wait "$watcher" 2>/dev/null
    if [ -e "$LOGS/$1.ended" ]; then
        end_session "$pid"
        echo "failed 1 $1: ended, because $(cat "$LOGS/$1.ended")" >>"$COUNTS"
    elif [ "$code" != 0 ]; then
        echo "failed 1 $1: broke off with exit code $code" >>"$COUNTS"
    fi
    rm -f "$LOGS/$1.session"
    times >"$LOGS/$1.times"
    used=$(seconds "$LOGS/$1.times")
    echo "== $1 took $(duration $(($(date +%s) - start))), $(duration "$used") of CPU time"
    ! more "$used" "$(awk -v m="$2" 'BEGIN { print 60 * m }')" ||
        echo "over-budget 1 $1 used $(duration "$used") of CPU time; its budget is $2 min" >>"$COUNTS"
)

# The stages that run end with this script.
end_all() {
    for session in "$LOGS"/*.session; do
        [ ! -e "$session" ] || end_session "$(cat "$session")"
    done
    exit 130
}
rm -f "$LOGS"/*.session
trap end_all HUP INT TERM

# A stage that runs beside the others prints what it did at the end.
beside=
while read -r stage budget mark <&3; do
    case $stage in '#'* | '') continue ;; esac
    wanted "$stage" "$mark" || continue
    if [ -n "${deadline:-}" ] && [ "$(date +%s)" -ge "$deadline" ]; then
        echo "failed 1 $stage: not begun, because the run had already taken $TEST_SECONDS s" >>"$COUNTS"
    elif [ "$mark" = beside ]; then
        run_stage "$stage" "$budget" >"$LOGS/$stage.out" 2>&1 &
        beside="$beside $stage"
    else
        # In the background, because a shell handles a signal only after the command in its foreground.
        run_stage "$stage" "$budget" &
        wait $!
    fi
done 3<"$stages/budgets"
wait
for stage in $beside; do
    cat "$LOGS/$stage.out"
done

sed -n 's/^noted [0-9]* /noted: /p
    s/^skipped [0-9]* /skipped: /p
    s/^over-budget [0-9]* /OVER BUDGET: /p
    s/^failed \([0-9]*\) /FAILED (\1): /p' "$COUNTS"
times >"$LOGS/all.times"
echo "all stages took $(duration $(($(date +%s) - begin))), $(duration "$(seconds "$LOGS/all.times")") of CPU time"
awk '{ n[$1] += $2 }
    END {
        printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skipped"]
        exit n["failed"] > 0 || n["passed"] == 0
    }' "$COUNTS"
