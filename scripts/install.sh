#!/bin/sh
# install.sh [PREFIX]: the command, its manual pages and its completions; the library for C.
#
# These variables of the environment choose the folders, as `make install` passes them on:
#
#   PREFIX                       the folder for everything, if it is not the argument
#   LIBDIR, INCLUDEDIR, MANDIR   [lib], [include], [share/man]: absolute, or below the prefix
#   DESTDIR                      all of it goes into that folder, from which a package is made
#   UNINSTALL                    not empty: removes what an installation with the same variables has put there
#   CC, NM, OBJCOPY              the tools that make one object of the archive [cc, nm, objcopy]

set -e
from=$PWD
cd "$(dirname "$0")/.."

# absolute PATH FOLDER: the path, below the folder if it is relative. What is installed names its folders, so they have
# to be right from anywhere.
absolute() {
    case $1 in
        /*) printf '%s\n' "$1" ;;
        *) printf '%s\n' "$2/$1" ;;
    esac
}
prefix=$(absolute "${1:-${PREFIX:?usage: install.sh PREFIX}}" "$from")
libdir=$(absolute "${LIBDIR:-lib}" "$prefix")
includedir=$(absolute "${INCLUDEDIR:-include}" "$prefix")
mandir=$(absolute "${MANDIR:-share/man}" "$prefix")
destdir=${DESTDIR:+$(absolute "$DESTDIR" "$from")}

if [ -n "${UNINSTALL:-}" ]; then
    rm -fv "$destdir$prefix/bin/counterpoint" "$destdir$mandir"/man1/counterpoint.1 \
        "$destdir$mandir"/man1/counterpoint-*.1 \
        "$destdir$prefix/share/bash-completion/completions/counterpoint" \
        "$destdir$prefix/share/zsh/site-functions/_counterpoint" \
        "$destdir$prefix/share/fish/vendor_completions.d/counterpoint.fish" \
        "$destdir$includedir/counterpoint.h" "$destdir$libdir"/libcounterpoint.* \
        "$destdir$libdir/pkgconfig/counterpoint.pc" "$destdir$libdir"/cmake/counterpoint/counterpoint-config*.cmake
    [ ! -d "$destdir$libdir/cmake/counterpoint" ] || rmdir "$destdir$libdir/cmake/counterpoint"
    exit
fi

. scripts/rust.sh
case $prefix$libdir$includedir in
    *[\$\;]* | *"
"*) die "the files of pkg-config and CMake can't name a folder with \$, a semicolon or a line end: choose another" ;;
esac

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# put PATH [MODE]: standard input as this file, in the folder of DESTDIR.
put() {
    to=$destdir$1
    mkdir -p "$(dirname "$to")"
    # Programs that use an older file now keep it.
    cat >"$to.new"
    chmod "${2:-644}" "$to.new"
    mv -f "$to.new" "$to"
    echo "$to"
}

command=$(built --package counterpoint-cli --bin counterpoint)
put "$prefix/bin/counterpoint" 755 <"$command"
mkdir "$made/pages"
"$command" man "$made/pages"
for page in "$made/pages"/*.1; do
    put "$mandir/man1/${page##*/}" <"$page"
done
"$command" completions bash | put "$prefix/share/bash-completion/completions/counterpoint"
"$command" completions zsh | put "$prefix/share/zsh/site-functions/_counterpoint"
"$command" completions fish | put "$prefix/share/fish/vendor_completions.d/counterpoint.fish"

# The library for C. Cargo names its files after the crate.
messages=$(cargo build --locked --release --message-format json-render-diagnostics --package counterpoint-capi)
# file ENDING: the file of the library that Cargo has built, with this ending.
file() {
    printf '%s\n' "$messages" | grep -o "\"[^\"]*libcounterpoint_capi\.$1\"" | tail -n 1 | tr -d '"'
}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
# As build.rs of the crate has it: before version 1.0, each minor version may change the interface.
case $version in
    0.*) interface=${version%.*} compatibility=SameMinorVersion ;;
    *) interface=${version%%.*} compatibility=SameMajorVersion ;;
esac
put "$includedir/counterpoint.h" <bindings/c/include/counterpoint.h

# one_object ARCHIVE NEW: makes an archive of one object, which offers the functions of the header and nothing else. In
# Cargo's archive, Rust's standard library is visible too, and a program with a second archive of Rust's has it twice.
one_object() {
    "${NM:-nm}" -g --defined-only "$1" 2>/dev/null | sed -n 's/.* T \(cpt_[a-z0-9_]*\)$/\1/p' >"$made/functions"
    [ -s "$made/functions" ] || die "${NM:-nm} finds no function in $1"
    # Without its groups, what C++ and Rust may define more than once becomes this object's own. A compiler may be
    # several words, as `ccache gcc`.
    # shellcheck disable=SC2046,SC2086
    ${CC:-cc} -r -nostdlib -Wl,--force-group-allocation $(sed 's/^/-Wl,-u,/' "$made/functions") "$1" \
        -o "$made/counterpoint.o" ||
        die "${CC:-cc} can't make one object of $1: its linker has to be GNU's ld, or LLVM's from version 19 on"
    # The bitcode is for a link by Rust, and one of several objects together is not valid.
    "${OBJCOPY:-objcopy}" --keep-global-symbols="$made/functions" -R .llvmbc -R .llvmcmd "$made/counterpoint.o"
    rm -f "$2"
    "${AR:-ar}" rcs "$2" "$made/counterpoint.o"
}

if [ "$(uname -s)" = Darwin ]; then
    put "$libdir/libcounterpoint.a" <"$(file a)"
    shared=libcounterpoint.$version.dylib
    soname=libcounterpoint.$interface.dylib
    unversioned=libcounterpoint.dylib
    library=$(file dylib)
else
    one_object "$(file a)" "$made/libcounterpoint.a"
    put "$libdir/libcounterpoint.a" <"$made/libcounterpoint.a"
    shared=libcounterpoint.so.$version
    soname=libcounterpoint.so.$interface
    unversioned=libcounterpoint.so
    library=$(file so)
fi
# A toolchain that links all programs statically, as rustup's for musl does, makes no shared library.
if [ -n "$library" ]; then
    put "$libdir/$shared" <"$library"
    ln -sf "$shared" "$destdir$libdir/$soname"
    ln -sf "$soname" "$destdir$libdir/$unversioned"
else
    echo "this Rust toolchain makes no shared library, so only the archive is installed" >&2
    shared=
fi

# What a program that links the archive links besides. The compiler's own runtime is not among it: a compiler adds that
# by itself: libgcc_s, or its static form, or another unwinder.
system_libraries=$(cargo rustc --locked --release --package counterpoint-capi --crate-type staticlib --quiet -- \
    --print native-static-libs 2>&1 | sed -n 's/.*native-static-libs: //p' | tail -n 1 |
    sed 's/-lgcc_s *//g; s/-lunwind *//g; s/ *$//')
[ -n "$system_libraries" ] || die "Cargo does not say what the archive needs"

# in_pc FOLDER: the folder as a file of pkg-config names it, relative to the prefix if it is below it.
in_pc() {
    case $1 in
        "$prefix"/*) printf '${prefix}%s\n' "$(escaped "${1#"$prefix"}")" ;;
        *) escaped "$1" ;;
    esac
}
# As pkg-config itself escapes the folder of a package that was moved. Quotes around that would be quotes too many.
escaped() {
    printf '%s\n' "$1" | sed "s/[[:blank:]\"#'\\\`]/\\\\&/g"
}
# value TEXT: the text as the replacement of a command of sed.
value() {
    printf '%s\n' "$1" | sed 's/[\&|]/\\&/g'
}
sed -e "s|@PREFIX@|$(value "$(escaped "$prefix")")|" -e "s|@LIBDIR@|$(value "$(in_pc "$libdir")")|" \
    -e "s|@INCLUDEDIR@|$(value "$(in_pc "$includedir")")|" -e "s|@VERSION@|$version|" \
    -e "s|@SYSTEM_LIBRARIES@|$system_libraries|" bindings/c/install/counterpoint.pc.in |
    put "$libdir/pkgconfig/counterpoint.pc"

if command -v cmake >/dev/null 2>&1; then
    MADE=$made PREFIX=$prefix LIBDIR=$libdir INCLUDEDIR=$includedir VERSION=$version COMPATIBILITY=$compatibility \
        SHARED_LIBRARY=$shared SONAME=$soname SYSTEM_LIBRARIES=$system_libraries \
        cmake -P bindings/c/install/package.cmake
    for name in counterpoint-config.cmake counterpoint-config-version.cmake; do
        put "$libdir/cmake/counterpoint/$name" <"$made/$name"
    done
else
    echo "cmake writes the files by which it finds the library, and is not here: install it, and run this again" >&2
fi
