#!/bin/sh
# The Rust crates: style, tests, known answers, machine code, documentation.

. scripts/rust.sh
. scripts/count.sh

# Debian has the formatter and the linter in packages of their own.
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
check rules cargo xtask lint

cargo_tests tests cargo test --locked --release --workspace --no-fail-fast -- --show-output
check install scripts/install.sh "$PWD/target/test/installed"

counterpoint=target/test/installed/bin/counterpoint
known_answers built-in-answers "$counterpoint" selftest --format json
vectors=${COUNTERPOINT_VECTORS:-../shared/vectors}
if [ -d "$vectors" ]; then
    known_answers all-answers "$counterpoint" selftest --format json --vectors "$vectors"
else
    skip all-answers "no folder $vectors; COUNTERPOINT_VECTORS can name another"
fi

check kernels cargo xtask kernels
if [ "$(uname -m)" = x86_64 ]; then
    need valgrind valgrind
    check constant-time cargo xtask constant-time
else
    skip constant-time "valgrind is asked in x86-64 machine code only"
fi

for family in aes fugue groestl keccak luffa; do
    check "only-$family" cargo check --locked --release --package counterpoint --no-default-features --features "$family"
done
check doc env RUSTDOCFLAGS='--deny warnings' cargo doc --locked --release --workspace --no-deps
