#!/bin/sh
# Every known answer once through the default implementations, those of gigabytes too: about an hour.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
vectors=${COUNTERPOINT_VECTORS:-../shared/vectors}
cargo run --locked --release --package counterpoint-cli -- selftest --vectors "$vectors" --implementation default \
    --max-message 18446744073709551615
