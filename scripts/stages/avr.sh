#!/bin/sh
# The 8-bit assembly: assembled by Debian's avr-gcc, run in simavr, its figures compared with the record.

. scripts/need.sh
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
