#!/bin/sh
# c.sh PREFIX: tries, with the library installed under PREFIX, the faults that users of other C libraries reported.
# Prints a line for each: its number, what should work, and `ok` or `FAILED`.

set -e
cd "$(dirname "$0")/../.."
prefix=$(cd "${1:?usage: c.sh PREFIX}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# report TEXT FUNCTION [ARGUMENT...]: runs the function and prints whether it succeeded.
report() {
    text=$1
    shift
    # `set -e` does not work in conditions, so the function runs outside of one.
    set +e
    (
        set -e
        "$@"
    ) >"$work/log" 2>&1
    code=$?
    set -e
    if [ $code = 0 ]; then
        echo "$text: ok"
    else
        echo "$text: FAILED"
        sed 's/^/    /' "$work/log"
        failed=1
    fi
}

# pkg_config OPTION...: runs pkg-config for the library.
pkg_config() {
    PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config "$@" counterpoint
}
# prints PROGRAM: checks that the program prints the beginning of the digest of `abc`.
prints() {
    test "$(LD_LIBRARY_PATH="$prefix/lib" "$@")" = 3a985da7
}

cat >"$work/abc.c" <<'PROGRAM'
#include <counterpoint.h>
#include <counterpoint.h>
#include <stdio.h>
int main(void) {
  uint8_t d[CPT_SHA3_256_DIGEST_BYTES];
  if (cpt_sha3_256("abc", 3, d) != CPT_OK) return 1;
  printf("%02x%02x%02x%02x\n", d[0], d[1], d[2], d[3]);
  return 0;
}
PROGRAM

included_twice() {
    {
        printf '#ifdef __cplusplus\nextern "C" {\n#endif\n#include <counterpoint.h>\n#ifdef __cplusplus\n}\n#endif\n'
        cat "$work/abc.c"
    } >"$work/inside.c"
    for language in c:c89 c:gnu89 c:c99 c:c11 c:c2x c++:c++98 c++:c++11 c++:c++20; do
        only_cxx=
        [ "${language%%:*}" = c ] || only_cxx='-Wold-style-cast -Wzero-as-null-pointer-constant'
        for source in abc.c inside.c; do
            # shellcheck disable=SC2086
            gcc -x "${language%%:*}" -std="${language#*:}" -Wall -Wextra -Wconversion -Wshadow -Wundef $only_cxx \
                -pedantic-errors -Werror "-I$prefix/include" -c "$work/$source" -o "$work/abc.o"
        done
    done
}
report 'F21 the header can be included twice, in C from C89 on and in C++ from C++98 on' included_twice

static_by_pkg_config() {
    for way in -static -static-pie; do
        # shellcheck disable=SC2046
        gcc $way "$work/abc.c" $(pkg_config --static --cflags --libs) -o "$work/abc"
        prints "$work/abc"
    done
    # The archive in a program that links the system's shared libraries.
    libraries=$(pkg_config --static --libs-only-l | sed 's/-lcounterpoint//')
    # shellcheck disable=SC2086
    gcc "$work/abc.c" "-I$prefix/include" "$prefix/lib/libcounterpoint.a" $libraries -o "$work/abc"
    prints "$work/abc"
}
report 'F14 static programs link with the flags from pkg-config' static_by_pkg_config

# project FOLDER LINE...: creates a CMake project with these lines and configures it for the library under PREFIX.
project() {
    folder=$work/$1
    shift
    mkdir -p "$folder"
    {
        printf 'cmake_minimum_required(VERSION 3.13)\nproject(user C)\n'
        printf '%s\n' "$@"
    } >"$folder/CMakeLists.txt"
    cp "$work/abc.c" "$folder"
    cmake -S "$folder" -B "$folder/build" "-DCMAKE_PREFIX_PATH=$prefix"
}

static_by_cmake() {
    project static 'find_package(counterpoint REQUIRED COMPONENTS static)' 'add_executable(abc abc.c)' \
        'target_link_libraries(abc PRIVATE counterpoint::static -static)'
    cmake --build "$work/static/build"
    prints "$work/static/build/abc"
}
report 'F14 static programs link with CMake' static_by_cmake

two_archives() {
    cat >"$work/other.rs" <<'PROGRAM'
#[unsafe(no_mangle)]
pub extern "C" fn other(n: u32) -> u32 {
    let length = || if n > 9 { panic!("large") } else { (0..n).collect::<Vec<u32>>().len() as u32 };
    std::panic::catch_unwind(length).unwrap_or(7)
}
PROGRAM
    cat >"$work/both.c" <<'PROGRAM'
#include <counterpoint.h>
unsigned other(unsigned);
int main(void) {
  uint8_t d[CPT_SHA3_256_DIGEST_BYTES];
  return !(cpt_sha3_256("abc", 3, d) == CPT_OK && d[0] == 0x3a && other(5) == 5 && other(100) == 7);
}
PROGRAM
    for lto in off fat; do
        rustc --edition 2024 -O -C lto=$lto -C codegen-units=1 --crate-type staticlib "$work/other.rs" \
            -o "$work/libother.a"
        for archives in "-lother -l:libcounterpoint.a" "-l:libcounterpoint.a -lother"; do
            for way in '' -static -Wl,--gc-sections; do
                # shellcheck disable=SC2086
                gcc $way "$work/both.c" "-I$prefix/include" "-L$prefix/lib" "-L$work" $archives -lpthread -lm -ldl \
                    -o "$work/both"
                "$work/both"
            done
        done
    done
}
report 'two Rust archives link into one program, in both orders' two_archives

two_texts() {
    cat >"$work/texts.c" <<'PROGRAM'
#include <counterpoint.h>
#include <stdio.h>
#include <string.h>
static int says(int number, const char *text) {
  uint8_t d[32];
  cpt_status status = cpt_hash(cpt_function_of(number), "abc", 3, d, 32);
  puts(cpt_error_message());
  return status != CPT_OK && strstr(cpt_error_message(), text) != NULL;
}
int main(void) {
  return !(says(9999, "there is no algorithm with number 9999") && says(CPT_KMAC128, "kmac128 needs a key") &&
           says(CPT_LAKE_KEYAK, "lake-keyak"));
}
PROGRAM
    gcc "$work/texts.c" "-I$prefix/include" "-L$prefix/lib" -lcounterpoint -o "$work/texts"
    LD_LIBRARY_PATH="$prefix/lib" "$work/texts"
}
report 'an unknown number and a missing key have different messages' two_texts

any_prefix() {
    for odd in "a b" "a'b&c|d#e" 'a%b,c=d@e~f' 'a"b\c'; do
        scripts/install.sh "$work/$odd"
        flags=$(PKG_CONFIG_PATH="$work/$odd/lib/pkgconfig" pkg-config --cflags --libs counterpoint)
        eval "gcc \"\$work/abc.c\" $flags -o \"\$work/abc\""
        LD_LIBRARY_PATH="$work/$odd/lib" prints "$work/abc"
    done
    # A package that was moved to a folder with a space in its name, as Conan and vcpkg move theirs.
    cp -a "$work/a b" "$work/moved to"
    flags=$(PKG_CONFIG_PATH="$work/moved to/lib/pkgconfig" pkg-config --define-prefix --cflags --libs counterpoint)
    eval "set -- $flags"
    test "$1 $2" = "-I$work/moved to/include -L$work/moved to/lib"
    if scripts/install.sh "$work/a\$b" || [ -e "$work/a\$b" ]; then
        echo 'a prefix that pkg-config cannot name was accepted'
        return 1
    fi
    rm -rf "$work/a b/share"
    (prefix="$work/a b" && project blank 'find_package(counterpoint REQUIRED)' 'add_executable(abc abc.c)' \
        'target_link_libraries(abc PRIVATE counterpoint::counterpoint)')
    cmake --build "$work/blank/build"
    prints "$work/blank/build/abc"
}
report 'F36 the prefix can contain spaces and other characters' any_prefix

components_and_versions() {
    # A component that does not exist is not found, and CMake reports it.
    if project unknown 'find_package(counterpoint REQUIRED COMPONENTS nonsense)'; then
        echo 'the component "nonsense" was found'
        return 1
    fi
    # Whether each of these requests succeeds.
    project versions 'macro(expect found)' '  set(counterpoint_DIR counterpoint_DIR-NOTFOUND CACHE PATH "" FORCE)' \
        '  find_package(counterpoint ${ARGN} QUIET)' '  if(NOT counterpoint_FOUND EQUAL ${found})' \
        '    message(FATAL_ERROR "${ARGN}: ${counterpoint_FOUND}")' '  endif()' 'endmacro()' \
        'expect(1)' 'expect(1 0.1)' 'expect(1 0.1.0 EXACT)' 'expect(1 COMPONENTS shared static)' \
        'expect(1 0.0...1)' 'expect(1 0.1...0.2)' 'expect(1 0.1.0...<0.1.1)' \
        'expect(0 0.2...1)' 'expect(0 0.0...<0.1)' 'expect(0 0.0)' 'expect(0 0.1.99)' 'expect(0 0.2)' 'expect(0 1)' \
        'expect(1 OPTIONAL_COMPONENTS nonsense)'
    DESTDIR="$work/stage" scripts/install.sh /usr
    grep -q 'set(PACKAGE_PREFIX_DIR "/usr")' "$work/stage/usr/lib/cmake/counterpoint/counterpoint-config.cmake"
}
report 'F37 CMake: components, versions, version ranges, /lib as a link' components_and_versions

folders() {
    DESTDIR="$work/staged" LIBDIR=/usr/lib64 INCLUDEDIR=include/counterpoint MANDIR=/opt/man make -s install PREFIX=/usr
    for file in usr/bin/counterpoint usr/lib64/libcounterpoint.so usr/lib64/libcounterpoint.a \
        usr/lib64/pkgconfig/counterpoint.pc usr/lib64/cmake/counterpoint/counterpoint-config.cmake \
        usr/include/counterpoint/counterpoint.h opt/man/man1/counterpoint.1; do
        test -f "$work/staged/$file"
    done
    test ! -e "$work/staged/usr/lib"
    DESTDIR="$work/staged" LIBDIR=/usr/lib64 INCLUDEDIR=include/counterpoint MANDIR=/opt/man make -s uninstall PREFIX=/usr
    test -z "$(find "$work/staged" ! -type d)"
    # A folder relative to the caller's.
    scripts=$PWD/scripts
    (cd "$work" && CC='env gcc' DESTDIR=there "$scripts/install.sh" /usr && "$scripts/install.sh" near && "$scripts/install.sh" near)
    test -f "$work/there/usr/include/counterpoint.h"
    flags=$(PKG_CONFIG_PATH="$work/near/lib/pkgconfig" pkg-config --cflags --libs counterpoint)
    # shellcheck disable=SC2086
    gcc "$work/abc.c" $flags -o "$work/abc"
    LD_LIBRARY_PATH="$work/near/lib" prints "$work/abc"
    make -s install PREFIX="$work/own" LIBDIR="$work/own/lib/x86_64-linux-gnu"
    flags=$(PKG_CONFIG_PATH="$work/own/lib/x86_64-linux-gnu/pkgconfig" pkg-config --static --cflags --libs counterpoint)
    # shellcheck disable=SC2086
    gcc -static "$work/abc.c" $flags -o "$work/abc"
    prints "$work/abc"
    (prefix=$work/own && project own 'find_package(counterpoint REQUIRED)' 'add_executable(abc abc.c)' \
        'target_link_libraries(abc PRIVATE counterpoint::static)')
    cmake --build "$work/own/build"
    prints "$work/own/build/abc"
}
report 'F38 make install accepts LIBDIR, INCLUDEDIR, MANDIR and DESTDIR' folders

exit $failed
