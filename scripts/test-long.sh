#!/bin/sh
# Updates past 2^32 bytes through every implementation but spec, then every known answer once through the default
# implementations, those of gigabytes too: about two hours.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
cargo test --locked --release --package counterpoint --test past_4_gib -- --nocapture
vectors=${COUNTERPOINT_VECTORS:-../shared/vectors}
cargo run --locked --release --package counterpoint-cli -- selftest --vectors "$vectors" --implementation default \
    --max-message 18446744073709551615
