# shellcheck shell=sh
# To be sourced by a stage: builds for 64-bit ARM, by Debian's Rust, and runs programs of it under qemu-user.
# Afterwards $arm is the target, and $xtask the task runner of this machine.

# The task runner is for this machine, by its own toolchain.
check xtask built --package xtask
xtask=$(built --package xtask 2>/dev/null)

dpkg --print-foreign-architectures | grep -qx arm64 || dpkg --add-architecture arm64
need_debian_rust
need_packages libstd-rust-web-dev:arm64 qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
PATH=/usr/bin:$PATH
arm=aarch64-unknown-linux-gnu
export CARGO_TARGET_DIR=target/debian
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc

# arm_lists: prints every list of implementations of an ARM machine. The processor `max` has all instructions. The
# libraries are those of the package libc6:arm64: a program that mixes them with the cross compiler's, which are of
# another version, hangs when it starts a thread.
arm_lists() {
    qemu-aarch64 -L / -cpu max target/debian/$arm/release/xtask-lists
}
