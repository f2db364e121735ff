#!/bin/sh
# The faults that were reported of a Rust library's builds: where no CPU may be asked, and where no vector code may be.
#
#   scripts/reports/rust.sh     prints a line for each, and fails at the first that is back
#
# F40: under Miri (as far as `--cfg miri` shows it: no Miri is needed) and in an enclave of SGX, no CPUID instruction.
# F41: with `--cfg counterpoint_portable`, no instruction on vectors but the moves that the compiler makes itself.
set -eu
cd "$(dirname "$0")/../.."
. scripts/rust.sh

export CARGO_TARGET_DIR=target/portable
mkdir -p "$CARGO_TARGET_DIR"
quick='--quiet --locked --config profile.dev.opt-level=1 --config profile.dev.debug=0'

# assembly TARGET_FOLDER OPTION...: compiles the library with all families, and prints the path of its assembly.
assembly() {
    folder=$CARGO_TARGET_DIR/$1
    shift
    # A library that is there already would not be compiled again.
    rm -rf "$folder"/debug/deps/*counterpoint* "$folder"/debug/.fingerprint/counterpoint-*
    # shellcheck disable=SC2086
    cargo rustc $quick --package counterpoint --lib "$@" -- --emit asm
    ls "$folder"/debug/deps/counterpoint-*.s
}

# without PATTERN FILE: fails if an instruction in the assembly is like this.
without() {
    grep -qE '^[[:space:]]+movq' "$2" || die "$2 is no assembly"
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
        assembly $target -Zbuild-std=core,alloc --target $target --no-default-features --features alloc,all-families
    ) >"$CARGO_TARGET_DIR/path"
    without "$cpuid" "$(cat "$CARGO_TARGET_DIR/path")"
    echo "F40 no CPUID in an enclave of SGX: ok"
else
    echo "F40 no CPUID in an enclave of SGX: skipped: it needs rustc-web and rust-web-src"
fi

RUSTFLAGS='--cfg counterpoint_portable' assembly . --features all-families,all-techniques >"$CARGO_TARGET_DIR/path"
without "$cpuid|$vectors" "$(cat "$CARGO_TARGET_DIR/path")"
# shellcheck disable=SC2086
RUSTFLAGS='--cfg counterpoint_portable' cargo test $quick --package counterpoint --features all-families \
    --test choice --test messages -- --skip without_all_techniques >"$CARGO_TARGET_DIR/log" 2>&1 || {
    cat "$CARGO_TARGET_DIR/log" >&2
    exit 1
}
echo "F41 no vector code by --cfg counterpoint_portable: ok"
