#!/bin/sh
# Examines the code of kernels in WebAssembly with `cargo xtask kernels`.
#
#   scripts/web-kernels.sh [--record] [portable|simd128|relaxed|aes|modules...]
#
# A flavour means all kernels of the library, compiled for it; `aes` means the kernels of AES, compiled for `relaxed`;
# `modules` means the kernels in the modules, except `techniques`, that scripts/wasm.sh builds where it finds wasm-opt.
# The default is the flavours and `modules`. The script fails if a kernel calls a function, or if a kernel that promises
# constant time has a branch or an address that depends on data. `--record` updates the flavours in
# benchmarks/kernels.json. `relaxed`, `aes` and `modules` require Node.js 21 or later, which `make test-all` puts first
# in the PATH.
#
# The modules `all` contain every kernel except those of AES, so `modules` and `aes` together cover all kernels, and
# those of the npm package as they ship, without a build of the whole library.
set -eu
cd "$(dirname "$0")/.."
. scripts/rust.sh

record=
[ "${1:-}" != --record ] || { record=--record && shift; }
[ $# -gt 0 ] || set -- portable simd128 relaxed modules

# The program that reads machine code runs on this machine, so the machine's own toolchain builds it. The gates have
# built it already.
code=${XTASK_CODE:-$(built --package xtask-code)}
need node nodejs
node=$(command -v node)
modules=${CARGO_TARGET_DIR:-target}/wasm
need_debian_rust
need_packages rust-web-src lld-22
PATH=/usr/bin:$PATH
target=wasm32-unknown-unknown
export CARGO_TARGET_DIR=target/debian RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22

# flags FLAVOUR: prints the compiler's options for it, as in scripts/wasm.sh.
flags() {
    case $1 in
    portable) features= ;;
    simd128) features=,+simd128 ;;
    relaxed | aes) features=,+simd128,+relaxed-simd ;;
    esac
    echo "-Ctarget-feature=-reference-types,-multivalue$features"
}

# Each flavour adds a tier to the one before it, so its lists contain those of all flavours before it.
largest=portable
for name; do
    case $name in
    relaxed | aes | modules) largest=relaxed ;;
    simd128) [ $largest = relaxed ] || largest=simd128 ;;
    portable) ;;
    *) die "unknown name $name; choose from portable, simd128, relaxed, aes and modules" ;;
    esac
done
lists=$CARGO_TARGET_DIR/web-lists
# The lists are only printed, so the library need not be optimized.
library=profile.release.package.counterpoint
RUSTFLAGS=$(flags $largest) cargo build --quiet --locked --release -Zbuild-std=std,panic_abort --target $target \
    --package xtask-lists --features all-techniques --config $library.opt-level=0 --config $library.codegen-units=16
"$node" tools/xtask/lists/print.mjs $CARGO_TARGET_DIR/$target/release/xtask-lists.wasm >$lists.txt ||
    die "$node can't run a module for $largest; relaxed SIMD requires Node.js 21 or later, first in the PATH"

# lists_of FLAVOUR: prints the lines of its tiers. The tier is the third field.
lists_of() {
    case $1 in
    portable) awk -F '\t' '$3 == "portable"' $lists.txt ;;
    simd128) awk -F '\t' '$3 == "portable" || $3 == "simd128"' $lists.txt ;;
    relaxed) cat $lists.txt ;;
    aes) awk -F '\t' '$1 ~ /^aes/' $lists.txt ;;
    esac
}

# contains_all REPORT: whether the number in its last line is that of all kernels in the lists except those of AES.
contains_all() {
    counted=$(tail -n 1 "$1" | cut -d ' ' -f 1)
    listed=$(awk -F '\t' '$1 !~ /^aes/ { print $2, $3 }' $lists.txt | sort -u | wc -l)
    [ "$counted" = "$listed" ] || { echo "the module contains $counted of $listed kernels"; false; }
}

# in_modules: examines the kernels in the modules, of which scripts/wasm.sh keeps versions with names. `techniques` is
# left out: it is optimized for size, so its kernels call functions.
in_modules() {
    found=
    wrong=0
    for named in "$modules"/named/*.wasm; do
        case ${named##*/} in
        techniques-* | '*.wasm') continue ;;
        esac
        found=yes
        echo "${named##*/}:"
        "$code" kernels --module "$named" --lists $lists.txt >$lists-module.txt || wrong=1
        cat $lists-module.txt
        [ "${named##*/}" != all-relaxed.wasm ] || contains_all $lists-module.txt || wrong=1
    done
    [ "$found" ] || die "no module with names in $modules/named; scripts/wasm.sh writes them if it finds wasm-opt"
    return $wrong
}

broke=0
for name; do
    if [ "$name" = modules ]; then
        in_modules || broke=1
    else
        lists_of "$name" >"$lists-$name.txt"
        # The record covers whole flavours.
        case $name in
        aes) kernels='the kernels of AES, compiled for relaxed' renew= ;;
        *) kernels="all kernels, compiled for $name" renew=$record ;;
        esac
        echo "$kernels:"
        RUSTFLAGS=$(flags "$name") "$code" kernels --target $target --all-techniques \
            --lists "$lists-$name.txt" $renew || broke=1
    fi
done
exit $broke
