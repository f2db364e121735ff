#!/bin/sh
# function.sh FOLDER: tests what ARCHITECTURE.md says of a new function: a row of functions.toml and known answers are
# all that is written by hand.
#
# FOLDER becomes a copy of the project, in which the chapter "Adding a function" is carried out: the added lines of its
# examples are put after the lines that they follow there. The function must then be at every door, every implementation
# must give its known answers, and many messages must have the digests of single ones.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
. scripts/tests/chapter.sh
copy=$(realpath -m "${1:?usage: function.sh FOLDER}")
copy_project "$copy"

# Message byte i is i mod 251. The digests are those of a sponge that was written in Python from FIPS 202.
answers=$copy/crates/counterpoint-vectors/data/sha3/sha3_320_pattern.json
cat >"$answers" <<'JSON'
{
 "algorithm": "sha3_320",
 "format": "message byte i = i mod 251, for length_bytes bytes",
 "origin": "computed with an independent Python reference",
 "kind": "computed",
 "count": 7,
 "vectors": [
  {"algorithm": "sha3_320", "length_bytes": 0, "digest_hex": "40e6b1d2fb8658566a239aae3c1f52d08f825acc2527ee81cb9b426dc915e0ae34585eaf9120b9bc"},
  {"algorithm": "sha3_320", "length_bytes": 3, "digest_hex": "ff4595f9126f668dbd844ee5c07898fb1d9f0a2d4ba834536caabc0309faef45ec18b429d64ad65e"},
  {"algorithm": "sha3_320", "length_bytes": 119, "digest_hex": "0f59548ef85b8938cb8aba8c50ca738cb18d392ebb875e21fd65dc13423c13c0c32dcd5a859f9a47"},
  {"algorithm": "sha3_320", "length_bytes": 120, "digest_hex": "fa296815682d576d8be23d6c60f318fd5961fcb4efa9eb871c4a8c34fb55c8aaa09e2ca9101c30ea"},
  {"algorithm": "sha3_320", "length_bytes": 121, "digest_hex": "b6964c7a6d90c6f289b61199f161367caaaf4be28b039384f5e5632d84e05e7eaaa3792538e899e0"},
  {"algorithm": "sha3_320", "length_bytes": 240, "digest_hex": "35c5d0fee6d936f3f27364819e02ea579be6f8388d98a4e6f3686bdfdba686f96156c73c26fee7a9"},
  {"algorithm": "sha3_320", "length_bytes": 1000, "digest_hex": "cc58046a6936c62e1497ca0fc11916deeba7c27e235cd32abcb4d70f3418f7eec44024369bb7e763"}
 ]
}
JSON
carry_out 'Adding a function' "$copy"
at_most 3 "$copy" keccak

cd "$copy"
unoptimised='--config profile.dev.opt-level=0 --config profile.dev.debug=0'
export CARGO_TARGET_DIR=target
# shellcheck disable=SC2086
cargo run --locked --quiet $unoptimised --package xtask -- generate >/dev/null
# shellcheck disable=SC2086
cargo run --locked --quiet $unoptimised --package xtask -- generate --check >/dev/null

# contains FILE LINE: fails if the file lacks the line.
contains() {
    grep --quiet --line-regexp --fixed-strings -- "$2" "$1" || {
        echo "$1 lacks the line: $2" >&2
        exit 1
    }
}
contains crates/counterpoint-capi/include/counterpoint.h '  CPT_SHA3_320 = 50,'
contains crates/counterpoint-capi/include/counterpoint.h '#define CPT_SHA3_320_DIGEST_BYTES 40'
contains crates/counterpoint-python/python/counterpoint/__init__.py '    sha3_320,'
contains crates/counterpoint-python/python/counterpoint/_native.pyi \
    'def sha3_320(data: Optional[Buffer] = None, *, usedforsecurity: bool = True) -> Hash: ...'
contains npm/src/keccak.js "export const sha3_320 = /* @__PURE__ */ fixedHash(K, 28, 'sha3_320', 120, 40)"
contains npm/src/keccak.d.ts 'export const sha3_320: HashFunction'
contains crates/counterpoint-vectors/src/embedded.rs '    "sha3/sha3_320_pattern.json"'
contains web/src/algorithms.js "      fixed('sha3-320', 40),"
# The numbers of other functions stay.
contains npm/src/keccak.js "export const sha3_512 = /* @__PURE__ */ fixedHash(K, 3, 'sha3_512', 72, 64)"
contains crates/counterpoint/src/keccak/by_value.rs '    4 => plain(168, 0x1f, 32, true); // shake128'

# The command, and every implementation in it.
# shellcheck disable=SC2086
cargo build --locked --quiet $unoptimised --package counterpoint-cli
counterpoint=target/debug/counterpoint
digest=$(printf abc | $counterpoint sum -a sha3-320)
[ "${digest%% *}" = 582f4f18fc093a397c330c980caa80e967e0e1478643aac4f7ae63379ba3a8f9d1a4f08fe8a7ac2c ] || {
    echo "sha3-320 of abc is not ${digest%% *}" >&2
    exit 1
}
$counterpoint selftest --vectors "$answers"

# Many messages have the digests of single ones, by every implementation; the type computes what the registry does.
cat >crates/counterpoint/tests/example.rs <<'RUST'
use counterpoint::{Algorithm, Sha3_320};

#[test]
fn many_messages_have_the_digests_of_single_ones() {
    let messages: Vec<Vec<u8>> = (0..40).map(|n| (0..n * 13).map(|i| (i % 251) as u8).collect()).collect();
    let single: Vec<[u8; 40]> = messages.iter().map(|message| Sha3_320::digest(message)).collect();
    assert_eq!(Sha3_320::digest_many(&messages), single);
    let algorithm = Algorithm::by_name("sha3-320").unwrap();
    for implementation in algorithm.implementations().filter(|i| i.available()) {
        let mut digests = vec![0; 40 * messages.len()];
        algorithm.as_hash().unwrap().digest_many(Some(implementation.name()), &&messages[..], &mut digests).unwrap();
        assert_eq!(digests, single.concat(), "{implementation}");
    }
}
RUST
# shellcheck disable=SC2086
cargo test --locked --quiet $unoptimised --package counterpoint --test example --test types
# shellcheck disable=SC2086
cargo test --locked --quiet $unoptimised --package counterpoint-capi --lib
cd ..
rm -rf "$copy"
