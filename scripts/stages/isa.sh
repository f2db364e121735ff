#!/bin/sh
# The study of instructions for Keccak: its kernels are proved, and run by an independent emulator instruction by
# instruction; the macros make the same words; sets in files are costed. The units of rtl/isa are proved to compute what
# the instructions are defined to do, and their area is compared with the record. The crate's own tests are those of the
# stage rust; the stage rtl-all has all mutants.

. scripts/rust.sh
. scripts/count.sh

need python3 python3
command=$(built --package counterpoint-isa)
check proofs "$command" prove
check table "$command" table
cat "$logs/$stage-table.log"
check cycles "$command" cycles
cat "$logs/$stage-cycles.log"
check ascon "$command" ascon
cat "$logs/$stage-ascon.log"
check cost "$command" cost isa/sets/*.toml
cat "$logs/$stage-cost.log"
known_answers errors isa/check_errors.py "$command"

if command -v aarch64-linux-gnu-as >/dev/null 2>&1 || can_install; then
    need aarch64-linux-gnu-as binutils-aarch64-linux-gnu
    known_answers macros isa/check_macros.py "$command" aarch64-linux-gnu-as
else
    skip macros "needs an assembler for AArch64 (Debian's binutils-aarch64-linux-gnu), and root to install it"
fi

environment=$PWD/target/test/isa
environment() {
    [ -x "$environment/bin/python" ] || {
        python3 -c 'import ensurepip' 2>/dev/null || need_packages python3-venv
        python3 -m venv "$environment"
    } && "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement isa/requirements.txt
}
check environment environment
known_answers unicorn "$environment/bin/python" isa/check_unicorn.py "$command"

# The models of processors, compared with those of LLVM, which has known the instructions for SHA-3 since version 19.
if command -v llvm-mca-19 >/dev/null 2>&1 || can_install; then
    need llvm-mca-19 llvm-19
    known_answers llvm-mca python3 isa/check_mca.py "$command" llvm-mca-19
else
    skip llvm-mca "needs Debian's llvm-19, and root to install it"
fi

if ! can_install && ! command -v c++ >/dev/null 2>&1; then
    skip units "needs a C++ compiler, make and python3, and root to install them"
    exit
fi
. scripts/rtl.sh
known_answers units rtl/formal/prove_units.py "$command"
known_answers mutants rtl/formal/prove_units.py "$command" k --mutants
if [ -d /usr/share/qflow/tech/osu018 ] || can_install; then
    need_packages qflow-tech-osu018
    known_answers gates rtl/syn/gates.py "$command" check
    known_answers search rtl/syn/search.py "$command" check
else
    skip gates "needs Debian's qflow-tech-osu018, and root to install it"
fi
