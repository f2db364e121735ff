#!/bin/sh
# mutants.sh SET [MINUTES]: runs cargo-mutants, which changes one expression or one function at a time. At least one
# test must fail for each mutant. The sets:
#
#   library   hashers, batches, Merkle trees, Keccak's modes, tags (scripts/mutants/library.toml)
#   rest      padding, columns, tables, the sponge, the duplex, Keyak, Ketje (scripts/mutants/rest.toml)
#   command   `sum`, `check`, `column` (scripts/mutants/command.toml)
#   c         the C interface (scripts/mutants/c.toml)
#
# mutants.sh --sample: one in 150 mutants of `library`, always the same ones, in at most 30 minutes.
#
# Mutants of the library are tried up to three times: first with only the unit tests and no detection of CPU features,
# so that the library has no vector kernels and builds in seconds; then the survivors, with the test programs of
# crates/counterpoint/tests that are named below; and then what still survives, with all kernels.
#
# It fails if a mutant survives that scripts/mutants/survivors does not list; one that times out does not count as a
# survivor. It also fails when MINUTES (40 by default) are over. The next call with the same SET then continues with
# the mutants that have not been caught, unless the code has changed since then; the tests may have.
#
# target/mutants/SET/mutants.out (target/mutants-sample/mutants.out) contains missed.txt, timeout.txt, and a log and a
# diff for each mutant.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
version=27.1.0
set=$1
minutes=${2:-40}
which=--iterate
folder=target/mutants/$set
case $set in
library | rest | command | c) ;;
--sample)
    set=library
    folder=target/mutants-sample
    minutes=30
    which='--shard 17/150 --sharding round-robin'
    ;;
*)
    echo "usage: mutants.sh library|rest|command|c [MINUTES], or mutants.sh --sample" >&2
    exit 2
    ;;
esac
case $set in
library | rest) package=counterpoint features=all-families,aead,cipher,digest,rand_core,rayon,serde,zeroize ;;
command) package=counterpoint-cli features=column ;;
c) package=counterpoint-capi features= ;;
esac
config=scripts/mutants/$set.toml
end=$(($(date +%s) + minutes * 60))

# right PROGRAM: whether this cargo-mutants exists and has the right version.
right() {
    [ "$("$1" mutants --version 2>/dev/null)" = "cargo-mutants $version" ]
}

tool=cargo-mutants
if ! right $tool; then
    tool=target/cargo-mutants/bin/cargo-mutants
    right $tool || cargo install --quiet --locked --version $version --root target/cargo-mutants cargo-mutants
fi

# Each mutant is built in a copy of the project that has its own target folder, so only what it changes is recompiled.
unset CARGO_TARGET_DIR CARGO_ENCODED_RUSTFLAGS
CARGO_INCREMENTAL=1
export CARGO_INCREMENTAL

limit=
mkdir -p $folder
sources=$(git ls-files -- crates/counterpoint/src "crates/$package/src" Cargo.lock Cargo.toml $config |
    grep -v '/tests[./]' | tr '\n' '\0' | xargs -0 cat | cksum)
if [ "$sources" != "$(cat $folder/sources 2>/dev/null)" ] || [ "$which" != --iterate ]; then
    rm -rf $folder
    mkdir $folder
    echo "$sources" >$folder/sources
fi

# mutants ARGUMENT...: runs cargo-mutants on the set. No mutants are made of tests, of the specification, or of code
# that only the WebAssembly modules contain, which the tests of the npm package cover.
mutants() {
    # shellcheck disable=SC2086
    $limit "$tool" mutants --package $package --features "$features" --config $config --colors never \
        --exclude '**/tests.rs' --exclude '**/tests/**' --exclude '**/spec.rs' --exclude '**/hash/by_value.rs' \
        --exclude-re 'impl .*(Debug|Display) for ' --exclude-re tests:: --exclude-re 'Encoded::(new|first_word)' "$@"
}

# lines NAME...: prints the number of lines of these files, as far as they exist.
lines() {
    (cd $folder/mutants.out 2>/dev/null && cat "$@" 2>/dev/null | wc -l)
}

# keep_late: keeps mutants that timed out from being tried again; cargo-mutants skips only those that were caught.
keep_late() {
    [ -s $folder/mutants.out/timeout.txt ] || return 0
    cat $folder/mutants.out/timeout.txt >>$folder/out-of-time
    cat $folder/mutants.out/timeout.txt >>$folder/mutants.out/caught.txt
    : >$folder/mutants.out/timeout.txt
}

# try FLAGS ARGUMENT...: runs the mutants until time is up; returns whether all have run. The tests try as many cases as
# in an unoptimised build, in a fortieth of the time. With LTO between codegen units, a mutant would take five times as
# long to build, since a short function is inlined into many units.
try() {
    keep_late
    RUSTFLAGS="--cfg unoptimised $1"
    export RUSTFLAGS
    shift
    left=$((end - $(date +%s)))
    [ $left -gt 0 ] || return 1
    status=0
    limit="timeout --signal INT $left"
    mutants --cargo-arg=--locked --cargo-arg=--config=profile.dev.debug=0 --cargo-arg=--config=profile.dev.opt-level=1 \
        --cargo-arg=--config='profile.dev.lto="off"' --minimum-test-timeout 20 --jobs "$(nproc)" --output $folder \
        "$@" || status=$?
    limit=
    case $status in
    0 | 2 | 3) return 0 ;; # all that ran were caught; some survived; some timed out
    124 | 130) return 1 ;; # time is up
    *) exit $status ;;
    esac
}

# unknown: whether there are survivors that are not in the list; writes them to $folder/unknown. The list has no lines
# and columns, because they move.
unknown() {
    sed 's/:[0-9]*:[0-9]*:/:/' $folder/mutants.out/missed.txt | sort -u >$folder/survivors
    grep -v '^#' scripts/mutants/survivors | grep -v '^$' | sort -u | comm -13 - $folder/survivors >$folder/unknown
    [ -s $folder/unknown ]
}

# Each pass after the first tries the mutants that the previous one did not catch.
unit_tests() {
    # shellcheck disable=SC2086
    try '--cfg counterpoint_portable' $which --cargo-arg=--lib
}

# all_tests FLAGS
all_tests() {
    flags=$1
    # For a sample, the survivors are named, because --iterate would continue with all other mutants.
    if [ "$which" = --iterate ]; then
        set -- --iterate
    else
        set --
        sed 's/[][\\.*^$(){}?+|]/\\&/g' $folder/mutants.out/missed.txt >$folder/patterns
        while read -r pattern; do
            set -- "$@" --re "^$pattern\$"
        done <$folder/patterns
        keep_late
        caught=$((caught + $(lines caught.txt unviable.txt)))
    fi
    # These tests require the kernels.
    [ -n "$flags" ] || set -- "$@" --cargo-arg=--test=registry --cargo-arg=--test=zeroize
    # shellcheck disable=SC2046
    try "$flags" "$@" --cargo-arg=--lib $(printf -- '--cargo-arg=--test=%s ' aead_traits cipher_traits digest_serde \
        digest_traits digest_value every_length merkle_shapes messages modes properties rand_traits readers \
        serialized_state sponge threads types)
}

# passes: makes the remaining passes; returns whether all mutants have run.
passes() {
    if [ ! -e $folder/unit-tests ]; then
        unit_tests || return 1
        touch $folder/unit-tests
        unknown || return 0
    fi
    if [ ! -e $folder/without-kernels ]; then
        all_tests '--cfg counterpoint_portable' || return 1
        touch $folder/without-kernels
        unknown || return 0
    fi
    all_tests ''
}

caught=0
ended=early
if [ $package != counterpoint ]; then
    try '' --iterate && ended=
else
    passes && ended=
fi

# For a sample, only its own mutants count.
[ "$which" != --iterate ] || which=
# shellcheck disable=SC2086
all=$(mutants --list $which | wc -l)
late=$(lines ../out-of-time)
caught=$((caught + $(lines caught.txt unviable.txt previously_caught.txt) - late))
late=$((late + $(lines timeout.txt)))
survived=$(lines missed.txt)
echo "mutants: $all; caught or did not compile: $caught; timed out: $late; survived: $survived;" \
    "not run: $((all - caught - late - survived))"
[ -z "$ended" ] || {
    echo "time is up; a call with a set continues from here, but --sample starts over" >&2
    exit 1
}

! unknown || {
    echo "survivors not listed in scripts/mutants/survivors:" >&2
    cat $folder/unknown >&2
    exit 1
}
