#!/bin/sh
# install.sh FOLDER: tests that `make install` installs the program that Cargo has just built, wherever Cargo builds,
# and puts all files of a package below DESTDIR, under the prefix that they name.
#
# Cargo builds in a copy of the target folder, so that nothing is compiled again, and the program in the copy is marked.
# The program in the target folder itself has no mark.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
stage=${1:?usage: install.sh FOLDER}
prefix=$stage/usr

# The only path from Cargo with the same meaning on every system is that of the program, next to its build folders.
folder=$(dirname "$(built --package counterpoint-cli --bin counterpoint)")
elsewhere=$PWD/target/elsewhere
trap 'rm -rf "$elsewhere"' EXIT
trap 'exit 130' HUP INT TERM
rm -rf "$elsewhere" "$stage"
mkdir -p "$elsewhere/release"
# Links take no space and no time, and keep the timestamps that tell Cargo that nothing has changed.
cp -Rpl "$folder/." "$elsewhere/release" 2>/dev/null || cp -Rp "$folder/." "$elsewhere/release"
rm -f "$elsewhere/release/.cargo-lock"

# The program that Cargo links, and the name that Cargo gives it in the parent folder.
for program in "$elsewhere"/release/deps/counterpoint-*; do
    case $program in *.*) continue ;; esac
    cp -p "$program" "$program.new"
    printf 'built elsewhere' >>"$program.new"
    touch -r "$program" "$program.new"
    mv -f "$program.new" "$program"
done
rm -f "$elsewhere/release/counterpoint"

CARGO_TARGET_DIR=$elsewhere DESTDIR=$stage scripts/install.sh /usr
[ "$(tail -c 15 "$prefix/bin/counterpoint")" = 'built elsewhere' ] || {
    echo "the installed program is not the one that Cargo built in $elsewhere"
    exit 1
}

grep -qx 'prefix=/usr' "$prefix/lib/pkgconfig/counterpoint.pc" || {
    echo "$prefix/lib/pkgconfig/counterpoint.pc does not name the prefix /usr"
    exit 1
}
# The names of the libraries depend on the system; the C programs test them by linking.
(cd "$stage" && find . ! -type d ! -name 'libcounterpoint.*' | LC_ALL=C sort) | diff - scripts/tests/install.txt || {
    echo "the files in $stage differ from scripts/tests/install.txt"
    exit 1
}
