#!/bin/sh
# install.sh PREFIX: tests that `make install` installs the program that Cargo has just built, wherever Cargo builds.
#
# During the test the build's folder is under another name, so that nothing is compiled again, and a stale program is in its place.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
prefix=${1:?usage: install.sh PREFIX}

command=$(built --package counterpoint-cli --bin counterpoint)
folder=$(dirname "$command")
target=$(cargo metadata --locked --no-deps --format-version 1 | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
elsewhere=$target/elsewhere
moved=$elsewhere/${folder#"$target"/}

restore() {
    rm -rf "$folder"
    mv "$moved" "$folder"
    rm -rf "$elsewhere"
}
# An earlier test that was killed may have left the build there.
[ ! -d "$moved" ] || restore
mkdir -p "$(dirname "$moved")"
mv "$folder" "$moved"
trap restore EXIT
trap 'exit 130' HUP INT TERM
mkdir "$folder"
printf '#!/bin/sh\necho a stale program\n' >"$command"
chmod +x "$command"

CARGO_TARGET_DIR=$elsewhere scripts/install.sh "$prefix"
cmp "$moved/counterpoint" "$prefix/bin/counterpoint"
