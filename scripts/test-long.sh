#!/bin/sh
# Known answers of messages of 1 GiB and more, once each, through the default implementations.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
cargo run --locked --release --package counterpoint-cli -- selftest --vectors "${COUNTERPOINT_VECTORS:-../shared/vectors}" \
    --min-message 16MiB --max-message 1TiB --implementation best
