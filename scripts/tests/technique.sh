#!/bin/sh
# technique.sh FOLDER: tests what ARCHITECTURE.md says of a new technique: a file with the kernel, its module, its name
# and one line in the list are all that it takes.
#
# FOLDER becomes a copy of the project, in which each family gets a technique "copied", which is the copy of one that it
# has. It must then be in the family's lists, and the test of every implementation must pass.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
copy=$(realpath -m "${1:?usage: technique.sh FOLDER}")
rm -rf "$copy"
mkdir -p "$copy"
tar -c --exclude=./target --exclude=./.git . | tar -x -C "$copy"
cd "$copy/crates/counterpoint/src"

# add FAMILY FILE [SPEC KERNEL]...: copies a technique's file and folder. In the lists that begin with the kernel SPEC,
# KERNEL becomes the second entry.
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

add aes bitslice.rs 'Cipher<spec::Spec>' 'Cipher<copied::Planes<u64, 4>>'
add fugue bitslice.rs 'spec::Spec<COLUMNS, SUB_ROUNDS>' 'copied::OneByOne<COLUMNS, SUB_ROUNDS>'
add groestl bitslice.rs 'spec::Spec<8>' 'copied::OneByOne<8, 2>' 'spec::Spec<16>' 'copied::OneByOne<16, 4>'
add keccak interleaved.rs 'spec::Spec<u64>' 'lanes::OneByOneIn<copied::Interleaved, false>'
add luffa pairs.rs 'spec::Spec<CHAINS>' 'copied::InPairs<false, CHAINS>'

cat >../tests/copied.rs <<'RUST'
#[test]
fn every_family_lists_it() {
    for family in ["aes", "fugue", "groestl", "keccak", "luffa"] {
        let mut algorithms = counterpoint::Algorithm::all().filter(|algorithm| algorithm.family == family);
        let lists_it = algorithms.any(|algorithm| algorithm.implementations().any(|i| i.technique() == "copied"));
        assert!(lists_it, "{family} does not list it");
    }
}
RUST

cd ../../..
# A build of its own: the checkout's is of other sources. What the copies leave unused does not matter here. Without
# optimisation it takes a third of the time.
CARGO_TARGET_DIR=target CARGO_INCREMENTAL=0 RUSTFLAGS=-Awarnings cargo test --locked --config profile.dev.opt-level=0 \
    --config profile.dev.debug=0 --package counterpoint --features all-families,all-techniques \
    --test copied --test every_implementation
cd ..
rm -rf "$copy"
