#!/bin/sh
# Updates past 2^32 bytes through every implementation but spec, then the known answers that `make test` leaves out for
# their length, a gigabyte and more, once through the default implementations: about two hours. In the end, the code of
# all kernels in WebAssembly, compiled without SIMD, with SIMD and with relaxed SIMD.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
cargo test --locked --release --package counterpoint --test past_4_gib -- --nocapture
vectors=${COUNTERPOINT_VECTORS:-../shared/vectors}
cargo run --locked --release --package counterpoint-cli -- selftest --vectors "$vectors" --implementation best \
    --min-message 16MiB --max-message 16TiB
# Relaxed SIMD needs a newer Node.js than many machines have; that of npm's package is first in the PATH afterwards.
. scripts/web.sh
scripts/web-kernels.sh portable simd128 relaxed
