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

check kernels cargo xtask kernels
check doc env RUSTDOCFLAGS='--deny warnings' cargo doc --locked --release --workspace --no-deps

for family in aes fugue groestl keccak luffa; do
    check "only-$family" cargo check --locked --release --package counterpoint --no-default-features --features "$family"
done
