#!/bin/sh
# install.sh PREFIX: the command, its manual pages and its completions; the library for C.
# With DESTDIR, all of it goes into that folder, from which a package is made that is installed under PREFIX.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
prefix=${1:?usage: install.sh PREFIX}
case $prefix in
    /*) ;;
    # What is installed names the prefix, so it has to be right from any folder.
    *) prefix=$PWD/$prefix ;;
esac
to=${DESTDIR:-}$prefix

pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT

# put PATH [MODE]: standard input as a file under the prefix.
put() {
    mkdir -p "$to/$(dirname "$1")"
    # Programs that use an older file now keep it.
    cat >"$to/$1.new"
    chmod "${2:-644}" "$to/$1.new"
    mv -f "$to/$1.new" "$to/$1"
    echo "$to/$1"
}

command=$(built --package counterpoint-cli --bin counterpoint)
put bin/counterpoint 755 <"$command"
"$command" man "$pages"
for page in "$pages"/*.1; do
    put "share/man/man1/${page##*/}" <"$page"
done
"$command" completions bash | put share/bash-completion/completions/counterpoint
"$command" completions zsh | put share/zsh/site-functions/_counterpoint
"$command" completions fish | put share/fish/vendor_completions.d/counterpoint.fish

# The library for C. Cargo names its files after the crate.
messages=$(cargo build --locked --release --message-format json-render-diagnostics --package counterpoint-capi)
# file ENDING: the file of the library that Cargo has built, with this ending.
file() {
    printf '%s\n' "$messages" | grep -o "\"[^\"]*libcounterpoint_capi\.$1\"" | tail -n 1 | tr -d '"'
}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
# As build.rs of the crate has it: before version 1.0, each minor version may change the interface.
case $version in
    0.*) interface=${version%.*} ;;
    *) interface=${version%%.*} ;;
esac
put include/counterpoint.h <crates/counterpoint-capi/include/counterpoint.h
put lib/libcounterpoint.a <"$(file a)"
if [ "$(uname -s)" = Darwin ]; then
    shared=libcounterpoint.$version.dylib
    soname=libcounterpoint.$interface.dylib
    unversioned=libcounterpoint.dylib
    put "lib/$shared" <"$(file dylib)"
else
    shared=libcounterpoint.so.$version
    soname=libcounterpoint.so.$interface
    unversioned=libcounterpoint.so
    # A toolchain that links all programs statically, as rustup's for musl does, makes no shared library.
    library=$(file so)
    if [ -n "$library" ]; then
        put "lib/$shared" <"$library"
    else
        echo "this Rust toolchain makes no shared library, so only the archive is installed" >&2
        shared=libcounterpoint.a soname=
    fi
fi
[ -z "$soname" ] || ln -sf "$shared" "$to/lib/$soname"
[ -z "$soname" ] || ln -sf "$soname" "$to/lib/$unversioned"

# What a program that links the archive links besides.
system_libraries=$(cargo rustc --locked --release --package counterpoint-capi --crate-type staticlib --quiet -- \
    --print native-static-libs 2>&1 | sed -n 's/.*native-static-libs: //p' | tail -n 1)

[ -n "$system_libraries" ] || die "Cargo does not say what the archive needs"

# fill NAME PATH: a template of the crate with the facts of this installation.
fill() {
    sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" -e "s|@INTERFACE_VERSION@|$interface|" \
        -e "s|@SHARED_LIBRARY@|$shared|" -e "s|@SONAME@|$soname|" -e "s|@SYSTEM_LIBRARIES@|$system_libraries|" \
        "crates/counterpoint-capi/install/$1.in" | put "$2/$1"
}
fill counterpoint.pc lib/pkgconfig
fill counterpoint-config.cmake lib/cmake/counterpoint
fill counterpoint-config-version.cmake lib/cmake/counterpoint
