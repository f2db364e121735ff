#!/bin/sh
# Builds the WebAssembly modules of bindings/js/modules as target/wasm/FAMILY-FLAVOUR.wasm and prints their sizes.
#
#   scripts/wasm.sh [--quick] [--wasm-opt PROGRAM] [FAMILY-FLAVOUR...]
#
# Without names, it builds all. With `--quick`, it builds the modules of the npm package in target/wasm-quick, those of
# Keccak as usual and the others in a fraction of the time, for tests of the JavaScript around them. Modules for relaxed
# SIMD are then copies of those for SIMD, which work in the same engines.
#
# The sizes are in bytes, before and after `gzip -9`. `wasm-opt`, from the npm package `binaryen`, makes the modules
# smaller; it is taken from the option, from the variable WASM_OPT, or from the PATH. Modules work without it too. With
# it, target/wasm/named has the same modules with the names of functions, which scripts/web-kernels.sh needs to find
# kernels.
set -eu
cd "$(dirname "$0")/.."
. scripts/rust.sh

# Luffa and AES gain nothing from relaxed SIMD, and sessions nothing from SIMD.
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
    wasm_opt=${2:?"--wasm-opt requires the path of the program"}
    shift 2
fi
[ -n "$wasm_opt" ] || wasm_opt=$(command -v wasm-opt || true)
[ -z "$wasm_opt" ] || command -v "$wasm_opt" >/dev/null || die "can't run $wasm_opt; pass the path of wasm-opt"
copies=
[ $# -gt 0 ] || for name in $all; do
    case $quick:$name in
    # These are not part of the npm package.
    yes:all-* | yes:techniques-*) ;;
    yes:*-relaxed) copies="$copies ${name%-relaxed}" ;;
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
# RUSTC_BOOTSTRAP allows building the standard library too, without its panic messages. With reference types, a table
# index has five bytes, which engines before Chrome 96 and Node 18 reject.
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22
common='-Zunstable-options -Cpanic=immediate-abort -Csymbol-mangling-version=v0'
common="$common -Ctarget-feature=-reference-types,-multivalue"

# features FLAVOUR: prints the compiler's options for it.
features() {
    case $1 in
    portable) ;;
    simd128) echo ',+simd128' ;;
    relaxed) echo ',+simd128,+relaxed-simd' ;;
    esac
}

# level FAMILY: prints the level of optimization. At 2, Keccak's code is as fast as at 3, and shorter; at `s`, a short
# message takes a tenth longer, and kernels, including those of sessions, call functions. The other families' loops over
# rows and columns must be unrolled: at `s`, they take two to three times as long. With `--quick`, only Keccak's modules
# are as they ship.
level() {
    case $quick:$1 in
    *:keccak | :aead) echo 2 ;;
    yes:*) echo 1 ;;
    :techniques) echo s ;;
    *) echo 3 ;;
    esac
}

# allowed FLAVOUR: prints wasm-opt's options for features of this flavour that not all flavours have.
allowed() {
    case $1 in
    simd128) echo --enable-simd ;;
    relaxed) echo --enable-simd --enable-relaxed-simd ;;
    esac
}

# optimize FLAVOUR OPTION...: runs wasm-opt with the features of the flavour.
optimize() {
    allowed=$(allowed "$1")
    shift
    "$wasm_opt" --mvp-features --enable-bulk-memory --enable-mutable-globals --enable-sign-ext \
        --enable-nontrapping-float-to-int $allowed "$@"
}

# module NAME: builds a module and prints its sizes. With `--quick`, `core` is compiled once for all levels, at
# Keccak's. From -O2 on, wasm-opt undoes the arrangement of instructions in kernels: Grøstl-512 then takes 2.7 times as
# long, and many messages of Fugue twice as long. At -O1 modules are as fast as without wasm-opt, and as short as at
# -O2.
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
        # Removes only names, so that the code is the same as in the module with names.
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

# modules FOLDER NAME...: builds these modules one after another, with FOLDER as Cargo's target folder.
modules() {
    export CARGO_TARGET_DIR="$1"
    shift
    for name; do
        module "$name"
    done
}

# Names are removed by wasm-opt, or otherwise by the linker.
strip=none
[ -n "$wasm_opt" ] || strip=symbols
mkdir -p "$made/named"
[ -n "$wasm_opt" ] || echo "without wasm-opt, the modules are a tenth larger" >&2
printf '%-20s %8s %8s\n' module raw gzip

# Most of a module's build is one crate, which the compiler optimizes in one thread, so two jobs run side by side with
# their own target folders. If all modules are built, both take about the same time. All modules of the same flavour and
# level are in the same job, so that the standard library is compiled only once for them. Lines are printed in the order
# in which modules are finished.
simd128=
others=
for name; do
    case $name in
    *-portable | *-relaxed | techniques-simd128) others="$others $name" ;;
    *-simd128) simd128="$simd128 $name" ;;
    *) die "$name: the flavour must be portable, simd128 or relaxed" ;;
    esac
done
modules "$made/build-simd128" $simd128 &
first=$!
modules "$made/build" $others &
second=$!
# Background jobs ignore the signal of Ctrl-C, so this shell, which receives it, ends its process group.
trap 'trap "" TERM; kill 0; exit 130' INT
broke=0
wait $first || broke=1
wait $second || broke=1
[ $broke = 0 ] || exit $broke
for family in $copies; do
    cp "$made/$family-simd128.wasm" "$made/$family-relaxed.wasm"
done
