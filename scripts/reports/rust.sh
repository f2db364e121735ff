#!/bin/sh
# Tries the faults that were reported about builds of other Rust libraries: CPU detection where it is impossible, and
# vector code where none is allowed.
#
#   scripts/reports/rust.sh     prints a line for each, and fails at the first that occurs
#
# F40: no CPUID instruction under Miri (as far as `--cfg miri` shows without Miri itself) and in SGX enclaves.
# F41: with `--cfg counterpoint_portable`, no vector instructions except the moves that the compiler generates itself.
set -eu
cd "$(dirname "$0")/../.."
. scripts/rust.sh

export CARGO_TARGET_DIR=target/portable
mkdir -p "$CARGO_TARGET_DIR"
quick='--quiet --locked --config profile.dev.opt-level=1 --config profile.dev.debug=0'

# assembly TARGET_FOLDER OPTION...: compiles the library with all families and prints the path of its assembly.
assembly() {
    folder=$CARGO_TARGET_DIR/$1
    shift
    # A library that already exists would not be compiled again.
    rm -rf "$folder"/debug/deps/*counterpoint* "$folder"/debug/.fingerprint/counterpoint-*
    # shellcheck disable=SC2086
    cargo rustc $quick --package counterpoint --lib "$@" -- --emit asm
    ls "$folder"/debug/deps/counterpoint-*.s
}

# without PATTERN FILE: fails if an instruction in the assembly matches.
without() {
    grep -qE '^[[:space:]]+movq' "$2" || die "$2 is not assembly"
    ! grep -E '^[[:space:]]+[^.[:space:]]' "$2" | grep -E "$1" | head -3 | grep . >&2
}

cpuid='cpuid|xgetbv'
vectors='%[yz]mm|[[:space:]](aes|vaes|gf2p8|pshufb|v?pternlog|vp|p(and|or|sll|srl|add)[a-z]* .*%xmm.*%xmm)'

RUSTFLAGS='--cfg miri' assembly . --features all-families,all-techniques >"$CARGO_TARGET_DIR/path"
without "$cpuid" "$(cat "$CARGO_TARGET_DIR/path")"
echo "F40 no CPUID under Miri: ok"

# The machine's Rust lacks the target's `core`.
if [ -x /usr/bin/rustc ] && [ -e /usr/lib/rustlib/src/rust/library/core ]; then
    (
        export PATH=/usr/bin:"$PATH" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
        target=x86_64-fortanix-unknown-sgx
        # The compiler guards every load on this target. In optimised code, that takes very long.
        quick="$quick --config profile.dev.opt-level=0"
        assembly $target -Zbuild-std=core,alloc --target $target --no-default-features --features alloc,all-families
    ) >"$CARGO_TARGET_DIR/path"
    without "$cpuid" "$(cat "$CARGO_TARGET_DIR/path")"
    echo "F40 no CPUID in an SGX enclave: ok"
else
    echo "F40 no CPUID in an SGX enclave: skipped: requires rustc-web and rust-web-src"
fi

RUSTFLAGS='--cfg counterpoint_portable --deny warnings' assembly . --features all-families,all-techniques \
    >"$CARGO_TARGET_DIR/path"
without "$cpuid|$vectors" "$(cat "$CARGO_TARGET_DIR/path")"
# shellcheck disable=SC2086
RUSTFLAGS='--cfg counterpoint_portable' cargo test $quick --package counterpoint --features all-families \
    --test choice --test messages -- --skip without_all_techniques >"$CARGO_TARGET_DIR/log" 2>&1 || {
    cat "$CARGO_TARGET_DIR/log" >&2
    exit 1
}
echo "F41 no vector code with --cfg counterpoint_portable: ok"
