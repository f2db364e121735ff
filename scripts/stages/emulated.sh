#!/bin/sh
# 64-bit ARM, and a processor without an operating system: built by Debian's Rust, the former run under an emulator.

. scripts/rust.sh
. scripts/count.sh

if ! can_install && ! command -v qemu-aarch64 >/dev/null 2>&1; then
    skip all "needs packages of Debian, and root to install them"
    exit
fi
# The task runner is for this machine, by its own toolchain.
check xtask built xtask
xtask=$(built xtask 2>/dev/null)

dpkg --print-foreign-architectures | grep -qx arm64 || dpkg --add-architecture arm64
need_debian_rust
need_packages libstd-rust-web-dev:arm64 rust-web-src gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
PATH=/usr/bin:$PATH
export CARGO_TARGET_DIR=target/debian
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
target=aarch64-unknown-linux-gnu
built=target/debian/$target/release

# emulated CPU COMMAND...
emulated() {
    cpu=$1
    shift
    qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu "$cpu" "$@"
}

check no-std env RUSTC_BOOTSTRAP=1 cargo build --locked --release -Zbuild-std=core --target thumbv7em-none-eabi \
    --package counterpoint --no-default-features --features aes,fugue,groestl,keccak,luffa

check build cargo build --locked --release --target $target --package xtask-cards --package counterpoint-cli --bins
check cards emulated max $built/xtask-cards
check kernels $xtask kernels --target $target --cards "$logs/aarch64-cards.log"

# One job, because a program that starts a thread hangs under this emulator. The processor `max` has ARM's instructions for
# SHA-3 and AES, `cortex-a57` only those for AES.
for cpu in max cortex-a57; do
    known_answers "answers-$cpu" emulated $cpu $built/counterpoint selftest --jobs 1 --format json &
done
wait
