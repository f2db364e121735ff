#!/bin/sh
# The Rust crates: style, tests, known answers, machine code, documentation.
# The stage check does the part of it that decides most changes.

. scripts/rust.sh
. scripts/count.sh

# Debian has the formatter and the linter in packages of their own.
[ "$(command -v cargo)" != /usr/bin/cargo ] || need_packages rustfmt-web rust-web-clippy

if cargo fmt --version >/dev/null 2>&1; then
    check fmt cargo fmt --all --check
else
    skip fmt "this Rust toolchain has no rustfmt"
fi
# The benchmark's peers: one of them is the system's library, and others are built from C.
need_peers

if cargo clippy --version >/dev/null 2>&1; then
    check clippy cargo clippy --locked --release --workspace --all-targets --all-features -- --deny warnings
else
    skip clippy "this Rust toolchain has no clippy"
fi
documentation() {
    check doc env RUSTDOCFLAGS='--deny warnings' cargo doc --locked --release --workspace --no-deps
}

# The unit tests of the library, and the traits of other crates. They are built without optimization. The optimized
# kernels are compared by the tests of every implementation and by the known answers, and proved by the stage proof.
unit_tests() {
    # shellcheck disable=SC2086
    cargo_tests unit cargo test --locked $unoptimized --package counterpoint --no-fail-fast \
        --features aead,aes,cipher,digest,fugue,groestl,luffa,rayon --lib --test aead_traits --test cipher_traits --test digest_traits \
        --test serialized_state -- --show-output
}

# default_tests: the options for all test programs of the library but those that its Cargo.toml names, because they need
# features or much time.
default_tests() {
    for file in crates/counterpoint/tests/*.rs; do
        name=$(basename "$file" .rs)
        grep -q "^name = \"$name\"\$" crates/counterpoint/Cargo.toml || echo "--test $name"
    done
}

# The crates that are tested here. Those for other languages have stages of their own: they need other features of the
# library, and all that is built together gets the features of all.
workspace='--workspace --exclude counterpoint-capi --exclude counterpoint-python'
others="$workspace --exclude counterpoint"

if [ "$stage" = check ]; then
    check rules cargo xtask lint
    unit_tests
    # In the same profile and with the same features as in `make test`, so that nothing is built for one of them alone.
    # shellcheck disable=SC2086
    cargo_tests tools cargo test --locked --release $others --no-fail-fast --lib --bins \
        -- --show-output
    # shellcheck disable=SC2086
    cargo_tests tests cargo test --locked --release $workspace --no-fail-fast \
        --test every_implementation --test registry --test types -- --show-output
    documentation
    exit
fi
check rules cargo xtask lint
check driver scripts/tests/driver.sh
check release cargo xtask release-check --list

# Some checks have builds of their own, in folders of their own. Two run side by side, since most of a build's time is
# that of one crate, which the compiler optimizes in one thread.

# A technique in a file and a line, in every family.
check technique scripts/tests/technique.sh "$PWD/target/test/technique" &
# The fuzz targets are apart from the workspace, so nothing else notices what they need from the library, or that
# their lock file has fallen behind. A check links nothing, so the path spares it compiling libFuzzer, which needs a
# C++ compiler.
check fuzz-targets env CUSTOM_LIBFUZZER_PATH=unused/libfuzzer.a \
    cargo check --locked --manifest-path fuzz/Cargo.toml --target-dir target/fuzz-check
unit_tests
wait

# All tests of the other crates. They also run examples, which only a test command without names of targets builds.
# shellcheck disable=SC2086
cargo_tests tools cargo test --locked --release $others --no-fail-fast -- --show-output
# shellcheck disable=SC2046,SC2086
cargo_tests tests cargo test --locked --release $workspace --no-fail-fast $(default_tests) -- --show-output
# The subcommand that hashes columns of files, with the crates that read them; ten million rows, too.
cargo_tests column cargo test --locked --release --package counterpoint-cli --features column --no-fail-fast \
    --lib --test column -- --show-output --include-ignored
# With the command's features of the library, so that it is not built again.
cargo_tests doctests cargo test --locked --release --package counterpoint --package counterpoint-cli --no-fail-fast \
    --doc -- --show-output
# What these features add, and that every implementation is right with them on.
cargo_tests features cargo test --locked --release --package counterpoint --no-fail-fast \
    --features aead,aes,by-value,cipher,digest,fugue,groestl,luffa,rayon,zeroize --test zeroize --test every_implementation --test modes
# Without the standard library, which else finds out what the CPU has.
# shellcheck disable=SC2086
cargo_tests no-std cargo test --locked $unoptimized --package counterpoint \
    --no-default-features --features alloc,aes,all-techniques,fugue,groestl,keccak,luffa --no-fail-fast \
    --test every_implementation --test registry --test types -- --show-output

# The oldest Rust that is promised, where this machine has it. A toolchain is not fetched for this.
oldest=$(rustup toolchain list 2>/dev/null | sed -n "s/^\($minimum[.0-9]*\)-.*/\1/p" | head -n 1)
if [ -n "$oldest" ]; then
    check "rust-$minimum" rustup run "$oldest" cargo check --locked --workspace
else
    skip "rust-$minimum" "no toolchain of this version; \`rustup toolchain install $minimum\` adds it"
fi

# The library without a warning: no family; each alone, without and with the rest that can be chosen.
feature_sets() (
    # A folder of its own: other flags would have all else built again.
    export RUSTFLAGS='--deny warnings' CARGO_TARGET_DIR=target/features
    for features in '' aes fugue groestl keccak luffa; do
        for more in '' alloc aead,cipher,digest,zeroize; do
            cargo check --locked --release --package counterpoint --no-default-features \
                --features "$features,$more" || exit
        done
    done
)
check feature-sets feature_sets
documentation
check kernels cargo xtask kernels &

installed=target/test/installed
check install scripts/tests/install.sh "$PWD/$installed"
known_answers built-in-answers $installed/bin/counterpoint selftest --format json
vectors=${COUNTERPOINT_VECTORS:-../shared/vectors}
if [ -d "$vectors" ]; then
    known_answers all-answers $installed/bin/counterpoint selftest --format json --vectors "$vectors"
else
    skip all-answers "no folder $vectors; COUNTERPOINT_VECTORS can name another"
fi

wait
check readme cargo xtask readme --check
check ketje-jr cargo xtask ketje-jr --check
if command -v chromium >/dev/null 2>&1 || can_install; then
    check report scripts/report-screenshot.sh
else
    skip report "no chromium, and it can't be installed"
fi
if [ "$(uname -m)" = x86_64 ]; then
    need valgrind valgrind
    check constant-time cargo xtask constant-time
else
    skip constant-time "valgrind is asked in x86-64 machine code only"
fi
