#!/bin/sh
# 64-bit ARM, and a target without an operating system: built by Debian's Rust, the former run under an emulator.

. scripts/rust.sh
. scripts/count.sh

if ! can_install && ! command -v qemu-aarch64 >/dev/null 2>&1; then
    skip aarch64 "needs Debian's packages, and root to install them"
    exit
fi
dpkg --print-foreign-architectures | grep -qx arm64 || dpkg --add-architecture arm64
need_debian_rust
need_packages libstd-rust-web-dev:arm64 rust-web-src gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user

PATH=/usr/bin:$PATH
target=aarch64-unknown-linux-gnu
export CARGO_TARGET_DIR=target/debian
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc

check no-std env RUSTC_BOOTSTRAP=1 cargo build --locked --release -Zbuild-std=core --target thumbv7em-none-eabi \
    --package counterpoint --no-default-features --features aes,fugue,groestl,keccak,luffa
check build cargo build --locked --release --target $target --package counterpoint-vectors --example walk

# A program that starts a thread hangs under Debian's emulator, so it is no test harness that is run but a plain program.
for cpu in max cortex-a57; do
    cargo_tests "walk-$cpu" qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu $cpu \
        target/debian/$target/release/examples/walk
done
