#!/bin/sh
# Other processors, by Debian's Rust and under emulators: 64-bit ARM with its vectors; one whose integers are big-endian
# (s390x) and one of 32 bits (i686, without an emulator where possible), which have the implementations on plain
# integers. For a processor without an operating system, the library is only checked by the compiler.

. scripts/rust.sh
. scripts/count.sh

if ! can_install && ! command -v qemu-aarch64 >/dev/null 2>&1; then
    skip all "needs packages of Debian, and root to install them"
    exit
fi
. scripts/aarch64.sh
need_packages rust-web-src gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-i686-linux-gnu libc6-dev-i386-cross
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc

check no-std env RUSTC_BOOTSTRAP=1 cargo check --locked --release -Zbuild-std=core --target thumbv7em-none-eabi \
    --package counterpoint --no-default-features --features aes,fugue,groestl,keccak,luffa

# The processor `max` has ARM's instructions for SHA-3 and AES, `cortex-a57` only those for AES.
arm64() {
    check build cargo build --locked --release --target $arm --package xtask-lists --package counterpoint-cli --bins \
        --features xtask-lists/all-techniques
    check lists arm_lists
    check kernels $xtask kernels --target $arm --lists "$logs/$stage-lists.log"
    proofs proof $xtask prove --target $arm --lists "$logs/$stage-lists.log" --principal
    check model $xtask prove --target $arm --lists "$logs/$stage-lists.log" --validate
    for cpu in max cortex-a57; do
        emulator="qemu-aarch64 -L / -cpu $cpu"
        # shellcheck disable=SC2086
        known_answers answers-$cpu $emulator target/debian/$arm/release/counterpoint selftest --format json
        # What lies around the kernels is the same on every processor: it is tested once.
        skipped=
        [ $cpu = max ] || skipped='--skip hash::tests --skip keyak::tests --skip ketje::tests'
        # The methods of every vector, among others. Without optimisation they are built in a fraction of the time.
        # shellcheck disable=SC2086
        cargo_tests tests-$cpu cargo test --locked $unoptimized \
            --target $arm --config "target.$arm.runner='$emulator'" --package counterpoint \
            --features aes,fugue,groestl,luffa --lib --test choice -- $skipped
    done
}

# plain ARCHITECTURE EMULATOR...: Debian has no standard library of its current Rust for the architecture, so it is
# built from its source. The command and the tests use the same build of it and of the library, because they agree in
# the crates of the one and in the features of the other. The unit tests have a build of the library with little or no
# optimization, as in the stage rust.
plain() {
    plain=$1
    triple=$1-unknown-linux-gnu
    shift
    emulator=$*
    options="--locked --release -Zbuild-std=std,test --target $triple"
    tests="--package counterpoint --features aes,all-techniques,fugue,groestl,luffa,zeroize"
    library=profile.release.package.counterpoint
    # An emulator makes the tests some twenty times slower, so that some optimization of them pays, and what lies around
    # the kernels is tested without one.
    level=0
    skipped=
    [ "$plain" = i686 ] || {
        level=1
        skipped='--skip hash::tests'
    }
    # shellcheck disable=SC2086
    {
        check build-$plain env RUSTC_BOOTSTRAP=1 cargo build $options --package counterpoint-cli --bin counterpoint \
            --features all-techniques
        known_answers answers-$plain $emulator $CARGO_TARGET_DIR/$triple/release/counterpoint selftest --format json
        cargo_tests tests-$plain env RUSTC_BOOTSTRAP=1 cargo test $options \
            --config "target.$triple.runner='$emulator'" $tests --test every_implementation --test types
        cargo_tests unit-$plain env RUSTC_BOOTSTRAP=1 cargo test $options \
            --config "target.$triple.runner='$emulator'" $tests --lib \
            --config $library.opt-level=$level --config $library.codegen-units=16 -- $skipped
    }
}

# Two processors at a time, each with builds in a folder of its own: most of a build's time is that of one crate, which
# the compiler optimizes in one thread.
arm64 &
export CARGO_TARGET_DIR=target/debian-plain
plain s390x qemu-s390x -L /usr/s390x-linux-gnu
# Most machines of x86-64 run programs for i686 by themselves, in a fraction of the time. The loader finds their
# libraries.
libraries=/usr/i686-linux-gnu/lib
if $libraries/ld-linux.so.2 --version >/dev/null 2>&1; then
    plain i686 $libraries/ld-linux.so.2 --library-path $libraries
else
    plain i686 qemu-i386 -L /usr/i686-linux-gnu
fi
wait
