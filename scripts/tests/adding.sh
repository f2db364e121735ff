#!/bin/sh
# adding.sh FOLDER: tests what docs/adding.md says about a new function, a new family and a new technique.
#
# FOLDER becomes a copy of the project, in which the chapters are followed one after another: the lines that their
# examples add are inserted after the lines that they follow in the examples.
#
# * The function `sha3-320` is a row of functions.toml and a file of known answers. Every interface must offer it, every
#   implementation must produce its known answers, and many messages must have the same digests as single ones.
# * The family "hamsi" is a copy of Luffa under another name: a folder, a block of functions.toml, and a few more edits.
#   The registry and all interfaces must include it, and it must compute what Luffa computes.
# * In each family, the technique "copied" is the copy of an existing one: a file, its module, its name and one line in
#   the list. It must appear in the family's lists.
#
# All of them share one build, in which the test of every implementation must pass.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
. scripts/tests/chapter.sh
copy=$(realpath -m "${1:?usage: adding.sh FOLDER}")
before=$copy-before
copy_project "$copy"
sources=$copy/crates/counterpoint/src
vectors=$copy/crates/counterpoint-vectors

# The function. Message byte i is i mod 251. The digests come from a sponge written in Python from FIPS 202.
answers=$vectors/data/sha3/sha3_320_pattern.json
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
rm -rf "$before"
cp -r "$copy" "$before"

# renamed FILE...: replaces the name of the family that the files were copied from.
renamed() {
    sed -i 's/luffa/hamsi/g; s/Luffa\([^]-]\)/Hamsi\1/g' "$@"
}

# The family: its folder and its front page, without Luffa's own tests, and without the parts that only the page about
# techniques and the module `primitives` use.
cp -r "$sources/luffa" "$sources/hamsi"
rm -r "$sources/hamsi/tests" "$sources/hamsi/tests.rs" "$sources/hamsi/steps.rs"
sed '/^#\[cfg(feature = "steps")\]$/,+1d; /^#\[cfg(all(test, feature = "std"))\]$/,+1d; /spec::permutation;$/d' \
    "$sources/luffa.rs" >"$sources/hamsi.rs"
find "$sources/hamsi" "$sources/hamsi.rs" -name '*.rs' | while read -r file; do renamed "$file"; done
# There is no Hamsi-224.
sed -i 's/hmac!(Hamsi224 /hmac!(/' "$sources/hamsi/hash.rs"

# Known answers, and the page about techniques.
mkdir "$vectors/data/hamsi"
cp "$vectors/data/luffa/luffa256_pattern_long.json" "$vectors/data/hamsi/hamsi256_pattern_long.json"
cp "$copy/docs/techniques/perfect-shuffle.md" "$copy/docs/techniques/hamsi.md"
renamed "$vectors/data/hamsi/hamsi256_pattern_long.json" "$copy/docs/techniques/hamsi.md"
carry_out 'Adding a family' "$copy"
# The new function took the number that the chapter gives to the family's first function.
sed -i 's/c = 51, js = 1, block_bytes = 32/c = 52, js = 1, block_bytes = 32/
    s/c = 50, js = 0, block_bytes = 32/c = 51, js = 0, block_bytes = 32/' "$copy/functions.toml"
(cd "$before" && at_most 10 "$copy" hamsi)
rm -rf "$before"

# add FAMILY FILE [SPEC KERNEL]...: copies the file and folder of a technique. In the lists that begin with the kernel
# SPEC, KERNEL becomes the second entry.
add() {
    family=$1 file=$2
    shift 2
    {
        sed '/^pub(super) const TECHNIQUE/{:a;/;$/!{N;ba};d}' "$family/$file"
        echo 'pub(super) const TECHNIQUE: crate::list::Technique = crate::list::Technique::new("copied", "a copy");'
    } >"$family/copied.rs"
    if [ -d "$family/${file%.rs}" ]; then
        cp -r "$family/${file%.rs}" "$family/copied"
    fi
    sed -i '0,/^mod spec;/s//mod copied;\n&/' "$family.rs"
    while [ $# -gt 0 ]; do
        sed -i "/^ *$1, spec::TECHNIQUE;/a\\        in \"all-techniques\": $2, copied::TECHNIQUE, named;" "$family.rs"
        shift 2
    done
}

cd "$sources"
add aes bitslice.rs 'Cipher<spec::Spec>' 'Cipher<copied::Planes<u64, 4>>'
add fugue bitslice.rs 'spec::Spec<COLUMNS, SUB_ROUNDS>' 'copied::OneByOne<COLUMNS, SUB_ROUNDS>'
add groestl bitslice.rs 'spec::Spec<8>' 'copied::OneByOne<8, 2>' 'spec::Spec<16>' 'copied::OneByOne<16, 4>'
add keccak interleaved.rs 'spec::Spec<u64>' 'lanes::OneByOneIn<copied::Interleaved, false>'
add luffa pairs.rs 'spec::Spec<CHAINS>' 'copied::InPairs<false, CHAINS>'

# A separate build, because the checkout's has other sources. Unused code in the copies does not matter here. Without
# optimisation, it takes a third of the time.
cd "$copy"
export CARGO_TARGET_DIR=target CARGO_INCREMENTAL=0 RUSTFLAGS=-Awarnings
unoptimised='--config profile.dev.opt-level=0 --config profile.dev.debug=0'
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
contains bindings/c/include/counterpoint.h '  CPT_SHA3_320 = 50,'
contains bindings/c/include/counterpoint.h '#define CPT_SHA3_320_DIGEST_BYTES 40'
contains bindings/python/python/counterpoint/__init__.py '    sha3_320,'
contains bindings/python/python/counterpoint/_native.pyi \
    'def sha3_320(data: Buffer = ..., *, usedforsecurity: bool = True, string: Buffer = ...) -> Hash: ...'
contains bindings/js/npm/src/keccak.js "export const sha3_320 = /* @__PURE__ */ fixedHash(K, 28, 'sha3_320', 120, 40)"
contains bindings/js/npm/src/keccak.d.ts 'export const sha3_320: HashFunction'
contains crates/counterpoint-vectors/src/embedded.rs '    "sha3/sha3_320_pattern.json"'
contains bindings/js/page/src/algorithms.js "      fixed('sha3-320', 40),"
# The numbers of other functions don't change.
contains bindings/js/npm/src/keccak.js "export const sha3_512 = /* @__PURE__ */ fixedHash(K, 3, 'sha3_512', 72, 64)"
contains crates/counterpoint/src/keccak/by_value.rs '    4 => plain(168, 0x1f, 32, true); // shake128'

for file in bindings/js/npm/src/hamsi.js bindings/js/npm/src/hamsi.d.ts tools/fuzz/fuzz_targets/hamsi.rs; do
    [ -e "$file" ] || {
        echo "there is no $file" >&2
        exit 1
    }
done


cat >crates/counterpoint/tests/example.rs <<'RUST'
use counterpoint::{Algorithm, Hamsi256, Hamsi512, Luffa256, Luffa512, Sha3_320};

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

#[test]
fn it_computes_what_it_was_copied_from() {
    assert_eq!(Hamsi256::digest(b"abc"), Luffa256::digest(b"abc"));
    assert_eq!(Hamsi512::digest_many(&["a", "bc"]), Luffa512::digest_many(&["a", "bc"]));
    assert_eq!(Algorithm::by_name("hamsi512").unwrap().family, "hamsi");
}

#[test]
fn every_family_lists_it() {
    for family in ["aes", "fugue", "groestl", "keccak", "luffa"] {
        let mut algorithms = counterpoint::Algorithm::all().filter(|algorithm| algorithm.family == family);
        let lists_it = algorithms.any(|algorithm| algorithm.implementations().any(|i| i.technique() == "copied"));
        assert!(lists_it, "{family} does not list it");
    }
}
RUST

# Requested together, the command, the C interface and the tests share one build of the library.
build="--locked --quiet $unoptimised --package counterpoint-cli --package counterpoint-capi"
build="$build --features counterpoint/all-techniques"
# shellcheck disable=SC2086
cargo build $build --bin counterpoint
counterpoint=target/debug/counterpoint
digest=$(printf abc | $counterpoint sum -a sha3-320)
[ "${digest%% *}" = 582f4f18fc093a397c330c980caa80e967e0e1478643aac4f7ae63379ba3a8f9d1a4f08fe8a7ac2c ] || {
    echo "sha3-320 of abc is not ${digest%% *}" >&2
    exit 1
}
$counterpoint selftest --vectors "$answers"
# shellcheck disable=SC2086
cargo test $build --lib
# shellcheck disable=SC2086
cargo test $build --package counterpoint --test example --test registry --test types --test every_implementation
cd ..
rm -rf "$copy"
