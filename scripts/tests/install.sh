#!/bin/sh
# install.sh PREFIX: tests that `make install` installs the program that Cargo has just built, wherever Cargo builds.
#
# Cargo builds in a copy of the target folder, so that nothing is compiled again, and the program there is marked. The
# target folder itself has the program without the mark.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
prefix=${1:?usage: install.sh PREFIX}

# A path of Cargo's has one meaning on every system: the program, beside the folders of its build.
folder=$(dirname "$(built --package counterpoint-cli --bin counterpoint)")
elsewhere=$PWD/target/elsewhere
trap 'rm -rf "$elsewhere"' EXIT
trap 'exit 130' HUP INT TERM
rm -rf "$elsewhere" "$prefix"
mkdir -p "$elsewhere/release"
# Links take no room and no time, and keep the times by which Cargo knows that nothing has changed.
cp -Rpl "$folder/." "$elsewhere/release" 2>/dev/null || cp -Rp "$folder/." "$elsewhere/release"
rm -f "$elsewhere/release/.cargo-lock"

# The program that Cargo links, and the name that it gives to it in the folder above.
for program in "$elsewhere"/release/deps/counterpoint-*; do
    case $program in *.*) continue ;; esac
    cp -p "$program" "$program.new"
    printf 'built elsewhere' >>"$program.new"
    touch -r "$program" "$program.new"
    mv -f "$program.new" "$program"
done
rm -f "$elsewhere/release/counterpoint"

CARGO_TARGET_DIR=$elsewhere scripts/install.sh "$prefix"
[ "$(tail -c 15 "$prefix/bin/counterpoint")" = 'built elsewhere' ] || {
    echo "installed is not what Cargo has built in $elsewhere"
    exit 1
}
