#!/bin/sh
# The study of instructions for Keccak: its kernels are proved, and run by an independent emulator instruction by
# instruction. The crate's own tests are those of the stage rust.

. scripts/rust.sh
. scripts/count.sh

need python3 python3
command=$(built --package counterpoint-cli --features isa)
check proofs "$command" isa prove
check table "$command" isa table
cat "$logs/$stage-table.log"
check cycles "$command" isa cycles
cat "$logs/$stage-cycles.log"

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
need llvm-mca-19 llvm-19
known_answers llvm-mca python3 isa/check_mca.py "$command" llvm-mca-19
