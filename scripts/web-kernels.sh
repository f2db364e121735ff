#!/bin/sh
# Looks at the code of kernels in WebAssembly, by `cargo xtask kernels`.
#
#   scripts/web-kernels.sh [--record] [portable|simd128|relaxed|modules...]
#
# A flavour stands for all kernels of the library, compiled for it; `modules` for those in the modules of the npm
# package, after scripts/wasm.sh with wasm-opt. Without names, it takes all. It fails if a kernel calls a function, or
# if a kernel that promises constant time has a branch or an address that depends on data. `--record` renews what
# benchmarks/kernels.json says of the flavours. `relaxed` and `modules` need Node.js 21 or newer, which the stage `web`
# has.
set -eu
cd "$(dirname "$0")/.."
. scripts/rust.sh

record=
[ "${1:-}" != --record ] || { record=--record && shift; }
[ $# -gt 0 ] || set -- portable simd128 relaxed modules

# The task runner is for this machine, by its own toolchain.
xtask=$(built --package xtask)
need node nodejs
node=$(command -v node)
modules=${CARGO_TARGET_DIR:-target}/wasm
need_debian_rust
need_packages rust-web-src lld-22
PATH=/usr/bin:$PATH
target=wasm32-unknown-unknown
export CARGO_TARGET_DIR=target/debian RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22

# flags FLAVOUR: the compiler's options for it, as in scripts/wasm.sh.
flags() {
    case $1 in
    portable) features= ;;
    simd128) features=,+simd128 ;;
    relaxed) features=,+simd128,+relaxed-simd ;;
    esac
    echo "-Ctarget-feature=-reference-types,-multivalue$features"
}

# Flavours have one tier after the other, so the lists of one flavour contain those of the flavours before it.
largest=portable
for name; do
    case $name in
    relaxed | modules) largest=relaxed ;;
    simd128) [ $largest = relaxed ] || largest=simd128 ;;
    portable) ;;
    *) die "$name is none of portable, simd128, relaxed and modules" ;;
    esac
done
lists=$CARGO_TARGET_DIR/web-lists
# The lists are only printed, so that the library does not have to be optimized.
library=profile.release.package.counterpoint
RUSTFLAGS=$(flags $largest) cargo build --quiet --locked --release -Zbuild-std=std,panic_abort --target $target \
    --package xtask-lists --config $library.opt-level=0 --config $library.codegen-units=16
"$node" xtask/lists/print.mjs $CARGO_TARGET_DIR/$target/release/xtask-lists.wasm >$lists.txt ||
    die "$node can't run a module for $largest; relaxed SIMD needs Node.js 21 or newer, first in the PATH"

# lists_of FLAVOUR: the lines of the tiers that it has. The tier is the third field.
lists_of() {
    case $1 in
    portable) awk -F '\t' '$3 == "portable"' $lists.txt ;;
    simd128) awk -F '\t' '$3 == "portable" || $3 == "simd128"' $lists.txt ;;
    relaxed) cat $lists.txt ;;
    esac
}

# in_modules: the kernels in the modules of the npm package, of which scripts/wasm.sh keeps versions with names.
in_modules() {
    found=
    wrong=0
    for named in "$modules"/named/*.wasm; do
        case ${named##*/} in
        all-* | techniques-* | '*.wasm') continue ;;
        esac
        found=yes
        echo "${named##*/}:"
        "$xtask" kernels --module "$named" --lists $lists.txt || wrong=1
    done
    [ "$found" ] || die "no module with names in $modules/named; scripts/wasm.sh makes them where it finds wasm-opt"
    return $wrong
}

broke=0
for name; do
    if [ "$name" = modules ]; then
        in_modules || broke=1
    else
        lists_of "$name" >"$lists-$name.txt"
        echo "all kernels, compiled for $name:"
        RUSTFLAGS=$(flags "$name") "$xtask" kernels --target $target --lists "$lists-$name.txt" $record || broke=1
    fi
done
exit $broke
