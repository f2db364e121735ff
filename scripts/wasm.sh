#!/bin/sh
# Builds the WebAssembly modules in bindings/js/modules: target/wasm/FAMILY-FLAVOUR.wasm, and prints their sizes.
#
#   scripts/wasm.sh [--quick] [--wasm-opt PROGRAM] [FAMILY-FLAVOUR...]
#
# Without names, it builds all. With `--quick`, it makes the modules of the npm package in target/wasm-quick, those of
# Keccak as always, and the others in a fraction of the time, for tests of the JavaScript around them.
#
# The sizes are in bytes, and those after `gzip -9`. The modules become smaller by
# `wasm-opt` of npm's package `binaryen`, which is asked for by the option, by the variable WASM_OPT, or by its name in
# the PATH. Without it, they work as well. With it, target/wasm/named has the same modules with the names of functions,
# by which scripts/web-kernels.sh finds kernels in them.
set -eu
cd "$(dirname "$0")/.."
. scripts/rust.sh

# Luffa and AES gain nothing by relaxed SIMD, and sessions nothing by SIMD.
all="all-simd128 all-relaxed techniques-simd128"
# modules: begin, by `cargo xtask generate` from functions.toml
all="$all keccak-portable keccak-simd128"
all="$all groestl-relaxed groestl-simd128"
all="$all fugue-relaxed fugue-simd128"
all="$all luffa-simd128"
all="$all aes-simd128"
all="$all aead-portable"
# modules: end

quick=
[ "${1:-}" != --quick ] || { quick=yes && shift; }
wasm_opt=${WASM_OPT:-}
if [ "${1:-}" = --wasm-opt ]; then
    wasm_opt=${2:?"--wasm-opt needs the path of the program"}
    shift 2
fi
[ -n "$wasm_opt" ] || wasm_opt=$(command -v wasm-opt || true)
[ -z "$wasm_opt" ] || command -v "$wasm_opt" >/dev/null || die "$wasm_opt can't be run; give the path of wasm-opt"
[ $# -gt 0 ] || for name in $all; do
    case $quick:$name in
    # These are no part of the npm package.
    yes:all-* | yes:techniques-*) ;;
    *) set -- "$@" "$name" ;;
    esac
done

need_debian_rust
need_packages rust-web-src lld-22
need gzip gzip
PATH=/usr/bin:$PATH

target=wasm32-unknown-unknown
target_dir=${CARGO_TARGET_DIR:-target}
made=$target_dir/wasm${quick:+-quick}
# The standard library is built too, without the texts of its panics, which the variable allows. With reference types,
# an index of a table has five bytes, which engines before Chrome 96 and Node 18 refuse.
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22
common='-Zunstable-options -Cpanic=immediate-abort -Csymbol-mangling-version=v0'
common="$common -Ctarget-feature=-reference-types,-multivalue"

# features FLAVOUR: the compiler's options for it.
features() {
    case $1 in
    portable) ;;
    simd128) echo ',+simd128' ;;
    relaxed) echo ',+simd128,+relaxed-simd' ;;
    esac
}

# level FAMILY: how much the compiler optimizes. Keccak's code is as fast at 2 as at 3, and shorter; at `s`, a short
# message takes a tenth more time, and kernels call functions, also those of sessions. The other families' loops over
# rows and columns have to be unrolled: at `s`, they take two to three times the time. With `--quick`, only Keccak's
# modules are as they ship.
level() {
    case $quick:$1 in
    *:keccak | :aead) echo 2 ;;
    yes:*) echo 1 ;;
    :techniques) echo s ;;
    *) echo 3 ;;
    esac
}

# allowed FLAVOUR: what wasm-opt may meet, besides what all flavours have.
allowed() {
    case $1 in
    simd128) echo --enable-simd ;;
    relaxed) echo --enable-simd --enable-relaxed-simd ;;
    esac
}

# optimize FLAVOUR OPTION...: runs wasm-opt, which may meet what the flavour has.
optimize() {
    allowed=$(allowed "$1")
    shift
    "$wasm_opt" --mvp-features --enable-bulk-memory --enable-mutable-globals --enable-sign-ext \
        --enable-nontrapping-float-to-int $allowed "$@"
}

# module NAME: builds a module and prints its sizes. With `--quick`, `core` is compiled once for all levels, at
# Keccak's. From -O2 on, wasm-opt undoes what the kernels arrange: Grøstl-512 then takes 2.7 times the time, and many
# messages of Fugue twice the time. At -O1 the modules are as fast as without it, and as short.
module() {
    family=${1%-*}
    flavour=${1##*-}
    export CARGO_PROFILE_MODULE_OPT_LEVEL="$(level "$family")" CARGO_PROFILE_MODULE_STRIP="$strip"
    RUSTFLAGS=$common$(features "$flavour") cargo build --quiet --locked --profile module -Zbuild-std=core \
        --target $target --package counterpoint-wasm --no-default-features --features "$family" \
        ${quick:+--config 'profile.module.package.core.opt-level=2'}
    built=$CARGO_TARGET_DIR/$target/module/counterpoint_wasm.wasm
    named=$made/named/$1.wasm
    if [ -n "$wasm_opt" ]; then
        optimize "$flavour" "$built" -O1 --converge --debuginfo -o "$named"
        # Removes names and nothing else, so that the code is that of the module with names.
        optimize "$flavour" "$named" --strip-debug --strip-producers --strip-target-features \
            -o "$made/$1.wasm.tmp"
    else
        rm -f "$named"
        cp "$built" "$made/$1.wasm.tmp"
    fi
    file=$made/$1.wasm
    mv "$file.tmp" "$file"
    printf '%-20s %8d %8d\n' "$1" "$(wc -c <"$file")" "$(gzip -9 --stdout "$file" | wc -c)"
}

# modules FOLDER NAME...: builds these modules one after the other, with FOLDER as Cargo's target folder.
modules() {
    export CARGO_TARGET_DIR="$1"
    shift
    for name; do
        module "$name"
    done
}

# Names are removed by wasm-opt, or else by the linker.
strip=none
[ -n "$wasm_opt" ] || strip=symbols
mkdir -p "$made/named"
[ -n "$wasm_opt" ] || echo "without wasm-opt: the modules are a tenth larger" >&2
printf '%-20s %8s %8s\n' module raw gzip

# Most of a module's build is one crate, which the compiler optimizes in one thread, so two jobs run side by side, with
# target folders of their own. Built for all modules, they take about the same time. All modules of a flavour and a
# level are in the same job, since the standard library is compiled once for both. Lines are printed in the order in
# which modules are complete.
simd128=
others=
for name; do
    case $name in
    *-portable | *-relaxed | techniques-simd128) others="$others $name" ;;
    *-simd128) simd128="$simd128 $name" ;;
    *) die "$name: the flavour is none of portable, simd128 and relaxed" ;;
    esac
done
modules "$made/build-simd128" $simd128 &
first=$!
modules "$made/build" $others &
second=$!
# Jobs in the background ignore the signal of Ctrl-C. So this shell, which receives it, ends its process group.
trap 'trap "" TERM; kill 0; exit 130' INT
broke=0
wait $first || broke=1
wait $second || broke=1
exit $broke
