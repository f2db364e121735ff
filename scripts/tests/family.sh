#!/bin/sh
# family.sh FOLDER: tests what ARCHITECTURE.md says of a new family: a folder, a block of functions.toml, and few places
# more.
#
# FOLDER becomes a copy of the project, in which the chapter "Adding a family" is carried out: the family "hamsi" is a
# copy of Luffa under another name, and the added lines of the chapter's examples are put after the lines that they
# follow there. It must then be in the registry and at the doors, and compute what Luffa computes.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
. scripts/tests/chapter.sh
copy=$(realpath -m "${1:?usage: family.sh FOLDER}")
copy_project "$copy"

# renamed FILE...: gives what it was copied from another name.
renamed() {
    sed -i 's/luffa/hamsi/g; s/Luffa\([^]-]\)/Hamsi\1/g' "$@"
}

# The folder and its front page, without Luffa's own tests, and without what the page that teaches techniques and the
# module `primitives` take from it.
sources=$copy/crates/counterpoint/src
cp -r "$sources/luffa" "$sources/hamsi"
rm -r "$sources/hamsi/tests" "$sources/hamsi/tests.rs" "$sources/hamsi/steps.rs"
sed '/^#\[cfg(feature = "steps")\]$/,+1d; /^#\[cfg(all(test, feature = "std"))\]$/,+1d; /spec::permutation;$/d' \
    "$sources/luffa.rs" >"$sources/hamsi.rs"
find "$sources/hamsi" "$sources/hamsi.rs" -name '*.rs' | while read -r file; do renamed "$file"; done

# Known answers, and the page of the techniques.
vectors=$copy/crates/counterpoint-vectors
mkdir "$vectors/data/hamsi"
cp "$vectors/data/luffa/luffa256_pattern_long.json" "$vectors/data/hamsi/hamsi256_pattern_long.json"
cp "$copy/docs/techniques/perfect-shuffle.md" "$copy/docs/techniques/hamsi.md"
renamed "$vectors/data/hamsi/hamsi256_pattern_long.json" "$copy/docs/techniques/hamsi.md"
carry_out 'Adding a family' "$copy"
at_most 10 "$copy" hamsi

cd "$copy"
unoptimised='--config profile.dev.opt-level=0 --config profile.dev.debug=0'
export CARGO_TARGET_DIR=target
# shellcheck disable=SC2086
cargo run --locked --quiet $unoptimised --package xtask -- generate >/dev/null
# shellcheck disable=SC2086
cargo run --locked --quiet $unoptimised --package xtask -- generate --check >/dev/null
for file in npm/src/hamsi.js npm/src/hamsi.d.ts fuzz/fuzz_targets/hamsi.rs; do
    [ -e "$file" ] || {
        echo "there is no $file" >&2
        exit 1
    }
done

cat >crates/counterpoint/tests/example.rs <<'RUST'
use counterpoint::{Algorithm, Hamsi256, Hamsi512, Luffa256, Luffa512};

#[test]
fn it_computes_what_it_was_copied_from() {
    assert_eq!(Hamsi256::digest(b"abc"), Luffa256::digest(b"abc"));
    assert_eq!(Hamsi512::digest_many(&["a", "bc"]), Luffa512::digest_many(&["a", "bc"]));
    assert_eq!(Algorithm::by_name("hamsi512").unwrap().family, "hamsi");
}
RUST
# shellcheck disable=SC2086
cargo test --locked --quiet $unoptimised --package counterpoint --features all-families --test example \
    --test registry --test types
# shellcheck disable=SC2086
cargo test --locked --quiet $unoptimised --package counterpoint-capi --lib
cd ..
rm -rf "$copy"
