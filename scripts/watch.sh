# shellcheck shell=sh
# To be sourced by test.sh: ends a stage that hangs. A stage is a session of its own, so that all of its processes can be found.

# processes SESSION: their ids.
processes() {
    sed -n "s/^\([0-9]*\) (.*) [A-Z] [0-9]* [0-9]* $1 .*/\1/p" /proc/[0-9]*/stat 2>/dev/null
}

# ticks SESSION: the CPU time of its processes and of the children that they have waited for, in hundredths of a second.
ticks() {
    sed -n "s/^[0-9]* (.*) [A-Z] [0-9]* [0-9]* $1 //p" /proc/[0-9]*/stat 2>/dev/null |
        awk '{ sum += $8 + $9 + $10 + $11 } END { print sum + 0 }'
}

# end_session SESSION: asks its processes to end; ends those that are still there after some seconds.
end_session() {
    for signal in TERM TERM TERM TERM TERM KILL; do
        ids=$(processes "$1")
        [ -n "$ids" ] || return 0
        # shellcheck disable=SC2086
        kill -s "$signal" $ids 2>/dev/null
        sleep 1
    done
}

# watch SESSION STAGE: ends the stage when it hangs, or at the deadline; writes the reason into a file.
watch() {
    limit=${HANG_SECONDS:-600}
    period=$(((limit + 19) / 20))
    quiet=0
    before=0
    written=
    while sleep "$period"; do
        now=$(ticks "$1")
        size=$(cat "$LOGS/$2"-*.log 2>/dev/null | wc -c)
        # One tick each second is 1 % of a core. The sum falls when a process ends that nobody has waited for.
        if [ "$size" != "$written" ] || [ "$now" -ge $((before + period)) ] || [ "$now" -lt "$before" ]; then
            quiet=0
        else
            quiet=$((quiet + period))
        fi
        before=$now
        written=$size
        if [ "$quiet" -ge "$limit" ]; then
            echo "for $quiet s it wrote nothing and used next to no CPU time" >"$LOGS/$2.ended"
        elif [ -n "${deadline:-}" ] && [ "$(date +%s)" -ge "$deadline" ]; then
            echo "the run had taken $TEST_SECONDS s" >"$LOGS/$2.ended"
        else
            continue
        fi
        end_session "$1"
        return
    done
}
