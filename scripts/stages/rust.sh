#!/bin/sh
# The Rust crates: style, tests, known answers, machine code, documentation.

. scripts/rust.sh
. scripts/count.sh

# Debian's toolchain has the formatter and the linter in packages of their own.
[ "$(command -v cargo)" != /usr/bin/cargo ] || need_packages rustfmt-web rust-web-clippy

if cargo fmt --version >/dev/null 2>&1; then
    check fmt cargo fmt --all --check
else
    skip fmt "this Rust toolchain has no rustfmt"
fi
if cargo clippy --version >/dev/null 2>&1; then
    check clippy cargo clippy --locked --release --workspace --all-targets --all-features -- --deny warnings
else
    skip clippy "this Rust toolchain has no clippy"
fi
check lint cargo xtask lint

cargo_tests tests cargo test --locked --release --workspace --no-fail-fast -- --show-output

# What these features add, and that every implementation is right with them on.
cargo_tests features cargo test --locked --release --package counterpoint --features digest,zeroize --no-fail-fast \
    --test digest_traits --test zeroize --test every_implementation

check kernels cargo xtask kernels
check doc env RUSTDOCFLAGS='--deny warnings' cargo doc --locked --release --workspace --no-deps

# features LIST: the library with these features alone, without a warning.
features() {
    # A folder of its own: other flags would have all else built again.
    RUSTFLAGS='--deny warnings' CARGO_TARGET_DIR=target/features cargo check --locked --release --package counterpoint --no-default-features --features "$1"
}

# Each family alone, without and with the rest that can be chosen; then no family at all.
for family in aes fugue groestl keccak luffa; do
    check "only-$family" features "$family"
    check "$family-alloc" features "$family,alloc"
    check "$family-traits" features "$family,digest,zeroize"
done
check no-family features ""
