#!/bin/sh
# The tests, stage by stage. The last line is `N passed, N failed, N skipped`; the exit code is 0 if none failed.
#
# A stage is a line here and a script in scripts/stages; its budget is in minutes on two cores, and a stage that is over
# it is ended and has failed. `scripts/test.sh rust` runs only that stage; PATIENCE=3 makes budgets three times as long.

stages='
rust 25
aarch64 5
avr 4
rtl 10
'

cd "$(dirname "$0")/.." || exit 1
mkdir -p target/test
COUNTS=$PWD/target/test/counts
export COUNTS
: >"$COUNTS"
only=$*
begin=$(date +%s)

wanted() {
    [ -n "$1" ] && case " ${only:-$1} " in *" $1 "*) ;; *) return 1 ;; esac
}

# The stage that runs ends with this script.
trap 'kill "$pid" 2>/dev/null; exit 130' INT TERM

while read -r stage budget <&3; do
    wanted "$stage" || continue
    budget=$((budget * ${PATIENCE:-1}))
    echo "== $stage (budget $budget min)"
    start=$(date +%s)
    timeout --kill-after=10 "${budget}m" "scripts/stages/$stage.sh" &
    pid=$!
    wait "$pid"
    case $? in
        0) ;;
        124 | 137) echo "failed 1 $stage: over its budget of $budget min" >>"$COUNTS" ;;
        *) echo "failed 1 $stage: broke off" >>"$COUNTS" ;;
    esac
    seconds=$(($(date +%s) - start))
    echo "== $stage took $((seconds / 60)) min $((seconds % 60)) s"
done 3<<STAGES
$stages
STAGES

sed -n 's/^skipped [0-9]* /skipped: /p; s/^failed \([0-9]*\) /FAILED (\1): /p' "$COUNTS"
seconds=$(($(date +%s) - begin))
echo "all stages took $((seconds / 60)) min $((seconds % 60)) s"
awk '{ n[$1] += $2 }
    END {
        printf "%d passed, %d failed, %d skipped\n", n["passed"], n["failed"], n["skipped"]
        exit n["failed"] > 0 || n["passed"] == 0
    }' "$COUNTS"
