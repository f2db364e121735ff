#!/bin/sh
# fuzz.sh TARGET [SECONDS]: runs a fuzz target (command, fugue, groestl, keccak, luffa), by default for 10 minutes.
# Findings go to tools/fuzz/artifacts, and the corpus grows in tools/fuzz/corpus.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
need c++ g++
target=$1
seconds=${2:-600}
[ -f "tools/fuzz/fuzz_targets/$target.rs" ] || {
    echo "fuzz.sh: unknown target '$target'; targets:" tools/fuzz/fuzz_targets/*.rs >&2
    exit 2
}
corpus=tools/fuzz/corpus/$target
mkdir -p "$corpus" tools/fuzz/artifacts

# Length of the longest input.
bytes=4096
limits=
if [ "$target" = command ]; then
    # The contents of a file must not determine how much memory the command uses.
    limits='-rss_limit_mb=256 -malloc_limit_mb=64'
    scripts/fuzz_seeds.sh "$corpus" $bytes
fi

host=$(rustc -vV | sed -n 's/^host: //p')
# Counters and comparisons for libFuzzer, as cargo-fuzz sets them, but without a sanitizer, which would require a
# nightly compiler.
coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares'
# shellcheck disable=SC2086
RUSTFLAGS="$(echo $coverage) --cfg fuzzing" cargo run --locked --release --manifest-path tools/fuzz/Cargo.toml --target "$host" \
    --target-dir target/fuzz --bin "$target" -- "$corpus" -artifact_prefix=tools/fuzz/artifacts/ -max_total_time="$seconds" \
    -max_len=$bytes $limits -print_final_stats=1
