#!/bin/sh
# Compares ordinary code of Luffa with code that uses no vector registers, as [Luffa-shuffle] measures its 64-bit forms.
#
#   scripts/nosse.sh code                   checks that no function has a vector instruction; prints counts, and those
#                                           of the ordinary code
#   scripts/nosse.sh test                   tests its results, through the benchmark
#   scripts/nosse.sh measure [ARGUMENT...]  runs the benchmark with both, built by one compiler
#
# The machine's Rust may lack the target's `core`, so Debian's Rust compiles it from source, and everything else that is
# compared too.
set -eu
cd "$(dirname "$0")/.."
. scripts/rust.sh

case ${1:-} in
code | test | measure) ;;
*) die "usage: scripts/nosse.sh code | test | measure [ARGUMENT...]" ;;
esac

# The program that reads machine code runs on this machine, so the machine's own toolchain builds it.
[ "$1" != code ] || reader=$(built --package xtask-code)
need_debian_rust
need_packages rust-web-src
need ld binutils
PATH=/usr/bin:$PATH
export CARGO_TARGET_DIR=target/nosse RUSTC=/usr/bin/rustc

# Code for this target must not touch vector registers. The options are those of an ordinary program, so that the code
# can be linked into one.
target=x86_64-unknown-none
package=tools/bench/nosse/Cargo.toml
RUSTC_BOOTSTRAP=1 RUSTFLAGS='-Csymbol-mangling-version=v0 -Crelocation-model=pic -Ccode-model=small' \
    cargo build --quiet --locked --release -Zbuild-std=core --target $target --manifest-path $package
library=$CARGO_TARGET_DIR/$target/release/libcounterpoint_nosse.a

# linked: makes what the benchmark links: the same code as one object, with a prefix for all symbols, since the
# benchmark has functions with the same names.
linked() {
    folder=$PWD/$CARGO_TARGET_DIR/linked
    mkdir -p "$folder"
    rm -f "$folder/libnosse.a"
    ld -r --gc-sections --undefined luffa -o "$folder/nosse.o" "$library"
    objcopy --prefix-symbols nosse_ "$folder/nosse.o"
    ar rcs "$folder/libnosse.a" "$folder/nosse.o"
    export BENCH_NOSSE="$folder"
}

case $1 in
code)
    rustc --version
    # The same library for this machine.
    cargo build --quiet --locked --release --manifest-path $package --package counterpoint
    "$reader" kernels --no-vectors "$library" --beside $CARGO_TARGET_DIR/release/libcounterpoint.rlib
    ;;
test)
    linked
    # Only the linked library needs to be fast.
    cargo test --quiet --locked --config profile.dev.opt-level=0 --config profile.dev.debug=0 \
        --package counterpoint-bench --lib nosse
    ;;
measure)
    shift
    linked
    cargo run --quiet --locked --release --package counterpoint-bench -- "$@"
    ;;
esac
