#!/bin/sh
# The C interface: its header, its functions, and the examples by several compilers, under valgrind and with sanitizers.

. scripts/rust.sh
. scripts/count.sh

need g++ g++
need pkg-config pkg-config
need cmake cmake
need valgrind valgrind

cargo_tests interface cargo test --locked --release --package counterpoint-capi --no-fail-fast
check header cargo xtask header --check

installed=$PWD/target/test/capi
rm -rf "$installed"
check install scripts/install.sh "$installed"

# What the library offers to a linker: the functions of the header, and nothing else.
symbols() {
    nm --dynamic --defined-only --format=posix "$installed/lib/libcounterpoint.so" |
        sed -n 's/^\([a-z_0-9]*\) T .*/\1/p' | sort >"$logs/capi-symbols"
    sed 's/\/\*.*\*\///; /^ \*/d; /^static inline/d' "$installed/include/counterpoint.h" | grep -o 'cpt_[a-z0-9_]*(' |
        tr -d '(' | sort -u >"$logs/capi-functions"
    grep -vxFf "$logs/capi-symbols" "$logs/capi-functions" | while read -r name; do
        grep -q "static inline cpt_status $name(" "$installed/include/counterpoint.h" ||
            echo "not in the library: $name"
    done >"$logs/capi-missing"
    grep -v '^cpt_' "$logs/capi-symbols" >>"$logs/capi-missing"
    cat "$logs/capi-missing"
    ! [ -s "$logs/capi-missing" ]
}
check symbols symbols

examples() {
    scripts/tests/c_examples.sh "$installed" "$@"
}
warnings='-Wall -Wextra -Wpedantic -Werror'
# shellcheck disable=SC2086
{
    check gcc-c99 examples '' gcc -std=c99 $warnings -O2
    check g++ examples '' g++ -x c++ -std=c++11 $warnings -O2
    check valgrind examples 'valgrind --quiet --error-exitcode=9 --leak-check=full' gcc -std=c99 $warnings -g
    check address examples '' gcc -std=c99 $warnings -g -fsanitize=address
    check undefined examples '' gcc -std=c99 $warnings -g -fsanitize=undefined -fno-sanitize-recover=all
}

# A project of CMake finds the library, the shared one and the archive.
cmake_project() {
    project=$(mktemp -d)
    cat >"$project/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.13)
project(user C)
find_package(counterpoint 0.1 REQUIRED)
foreach(kind counterpoint static)
  add_executable(digest-${kind} ${EXAMPLES}/digest.c)
  target_link_libraries(digest-${kind} PRIVATE counterpoint::${kind})
endforeach()
PROJECT
    cmake -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$installed" \
        -DEXAMPLES="$PWD/crates/counterpoint-capi/examples" &&
        cmake --build "$project/build" &&
        "$project/build/digest-counterpoint" >"$project/shared" &&
        "$project/build/digest-static" >"$project/archive" &&
        cmp "$project/shared" "$project/archive" &&
        [ -s "$project/shared" ]
    code=$?
    rm -rf "$project"
    return $code
}
check cmake cmake_project
