#!/bin/sh
# Every kernel for x86-64 and for 64-bit ARM, and every program of the 8-bit assembly, proved in all cases; and 2,000
# kernels with a flipped bit. The tables are printed.

. scripts/rust.sh
. scripts/count.sh

proofs x86-64 cargo xtask prove
cat "$logs/proof-all-x86-64.log"
check mutants cargo xtask prove --mutants 2000
tail -1 "$logs/proof-all-mutants.log"

if ! can_install && ! command -v avr-gcc >/dev/null 2>&1; then
    skip avr "needs packages of Debian, and root to install them"
else
    need_packages gcc-avr binutils-avr avr-libc
    proofs avr cargo xtask prove --avr
    cat "$logs/proof-all-avr.log"
fi

if ! can_install && ! command -v qemu-aarch64 >/dev/null 2>&1; then
    skip aarch64 "needs packages of Debian, and root to install them"
    exit
fi
. scripts/aarch64.sh
check build cargo build --locked --release --target "$arm" --package xtask-lists
check lists arm_lists
proofs aarch64 "$xtask" prove --target "$arm" --lists "$logs/proof-all-lists.log"
cat "$logs/proof-all-aarch64.log"
