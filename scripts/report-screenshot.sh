#!/bin/sh
# report-screenshot.sh [FOLDER]: makes the benchmark's page from the example record, opens it in headless Chromium with
# a light and a dark colour scheme, and checks that every plot has marks and that something was painted. The screenshots
# stay in FOLDER.
#
# BENCH is the program to test, by default the one that cargo builds.

set -e
cd "$(dirname "$0")/.."
. scripts/need.sh
need chromium chromium
need python3 python3
folder=${1:-target/test/report}
record=tools/bench/tests/data/example.json
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT

if [ -z "$BENCH" ]; then
    . scripts/rust.sh
    # Nothing is measured here, so optimisation is not needed.
    BENCH="cargo run --locked --quiet --config profile.dev.opt-level=0 --config profile.dev.debug=0
        --package counterpoint-bench --"
fi
$BENCH report "$record" -o "$folder/report.html"

# browse FLAG...: opens the page in a browser that does not use the network.
browse() {
    timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
        --user-data-dir="$profile" --window-size=1300,4200 "$@" "file://$folder/report.html" 2>>"$folder/chromium.log"
}

browse --dump-dom >"$folder/dom.html"
# 0 is dark, 1 is light.
browse --blink-settings=preferredColorScheme=1 --screenshot="$folder/light.png" >>"$folder/chromium.log"
browse --blink-settings=preferredColorScheme=0 --screenshot="$folder/dark.png" >>"$folder/chromium.log"
python3 scripts/report_check.py "$folder/dom.html" "$folder/light.png" "$folder/dark.png"
