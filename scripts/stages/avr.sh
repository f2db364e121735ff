#!/bin/sh
# The 8-bit assembly: assembled by Debian's avr-gcc, run in simavr, its figures compared with the record. Then every
# program is proved equal to the specification, the prover's model of the instructions is compared with simavr, and
# programs with a flipped bit are tried.

. scripts/rust.sh
. scripts/count.sh

if ! can_install && ! command -v avr-gcc >/dev/null 2>&1; then
    skip all "needs packages of Debian, and root to install them"
    exit
fi
need cc gcc libc6-dev
need python3 python3
need_packages gcc-avr binutils-avr avr-libc simavr libsimavr-dev libelf-dev

known_answers simavr avr/harness/check.py
grep -v '^{' "$logs/avr-simavr.log"
proofs proof cargo xtask prove --avr
check model cargo xtask prove --avr --validate
check mutants cargo xtask prove --avr --mutants 48
