#!/bin/sh
# install.sh [PREFIX]: installs the command with its manual pages and completions, and the library for C.
#
# `make install` passes on these environment variables, which choose folders and tools (defaults in brackets):
#
#   PREFIX                       the folder for everything, unless given as the argument
#   LIBDIR, INCLUDEDIR, MANDIR   [lib], [include], [share/man]: absolute, or relative to the prefix
#   DESTDIR                      a staging folder for everything, to make a package from
#   UNINSTALL                    not empty: removes what was installed with the same variables
#   CC, NM, OBJCOPY              the tools that turn the archive into one object [cc, nm, objcopy]

set -e
from=$PWD
cd "$(dirname "$0")/.."

# absolute PATH FOLDER: prints the path, joined to the folder if it is relative. Installed files contain the names of
# folders, which must be valid from anywhere.
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
"*) die "files of pkg-config and CMake can't name a folder with \$, a semicolon or a line end; choose another" ;;
esac

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# put PATH [MODE]: installs standard input as this file below DESTDIR.
put() {
    to=$destdir$1
    mkdir -p "$(dirname "$to")"
    # Programs that are using an older file keep it.
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

# The library for C, whose files Cargo names after the crate.
messages=$(cargo build --locked --release --message-format json-render-diagnostics --package counterpoint-capi)
# file ENDING: prints the path of the library file with this extension that Cargo built.
file() {
    printf '%s\n' "$messages" | grep -o "\"[^\"]*libcounterpoint_capi\.$1\"" | tail -n 1 | tr -d '"'
}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
# As in the crate's build.rs: before version 1.0, each minor version may change the interface.
case $version in
    0.*) interface=${version%.*} compatibility=SameMinorVersion ;;
    *) interface=${version%%.*} compatibility=SameMajorVersion ;;
esac
put "$includedir/counterpoint.h" <bindings/c/include/counterpoint.h

# one_object ARCHIVE NEW: makes an archive of one object that exports the functions of the header and nothing else.
# Cargo's archive exports Rust's standard library too, which a program with a second Rust archive would then have twice.
one_object() {
    "${NM:-nm}" -g --defined-only "$1" 2>/dev/null | sed -n 's/.* T \(cpt_[a-z0-9_]*\)$/\1/p' >"$made/functions"
    [ -s "$made/functions" ] || die "${NM:-nm} found no functions in $1"
    # Without section groups, what C++ and Rust may define more than once becomes local to this object. CC may consist
    # of several words, such as `ccache gcc`.
    # shellcheck disable=SC2046,SC2086
    ${CC:-cc} -r -nostdlib -Wl,--force-group-allocation $(sed 's/^/-Wl,-u,/' "$made/functions") "$1" \
        -o "$made/counterpoint.o" ||
        die "${CC:-cc} can't link $1 into one object: its linker must be GNU ld, or LLVM's lld 19 or later"
    # The bitcode is only for links by Rust, and the bitcode of several objects put together is not valid.
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
# A toolchain that links all programs statically, such as rustup's for musl, does not build shared libraries.
if [ -n "$library" ]; then
    put "$libdir/$shared" <"$library"
    ln -sf "$shared" "$destdir$libdir/$soname"
    ln -sf "$soname" "$destdir$libdir/$unversioned"
else
    echo "this Rust toolchain does not build shared libraries, so only the archive is installed" >&2
    shared=
fi

# The libraries that a program must link along with the archive, except the compiler's own runtime (libgcc_s, its
# static form, or another unwinder), which every compiler adds itself.
system_libraries=$(cargo rustc --locked --release --package counterpoint-capi --crate-type staticlib --quiet -- \
    --print native-static-libs 2>&1 | sed -n 's/.*native-static-libs: //p' | tail -n 1 |
    sed 's/-lgcc_s *//g; s/-lunwind *//g; s/ *$//')
[ -n "$system_libraries" ] || die "Cargo did not report which libraries the archive requires"

# in_pc FOLDER: prints the folder as pkg-config files name it, relative to the prefix if it is below that.
in_pc() {
    case $1 in
        "$prefix"/*) printf '${prefix}%s\n' "$(escaped "${1#"$prefix"}")" ;;
        *) escaped "$1" ;;
    esac
}
# Escapes as pkg-config itself does for the folder of a package that was moved, so the result must not be quoted again.
escaped() {
    printf '%s\n' "$1" | sed "s/[[:blank:]\"#'\\\`]/\\\\&/g"
}
# value TEXT: prints the text, escaped for the replacement of sed's `s`.
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
    echo "skipped the CMake package, which cmake writes: install cmake and run this again" >&2
fi
