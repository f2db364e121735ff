#!/bin/sh
# The hardware cores: lint, test benches, the short proofs, and the area of two cores against the record.
# The stage rtl-all does every proof, every mutant, the netlists and the area of every core.

. scripts/need.sh
. scripts/count.sh

if ! can_install && ! command -v c++ >/dev/null 2>&1; then
    skip all "needs a C++ compiler, make and python3, and root to install them"
    exit
fi
. scripts/rtl.sh

known_answers lint rtl/lint.py
known_answers models rtl/tb/check_models.py
if [ "$stage" = rtl-all ]; then
    known_answers simulation rtl/tb/run.py
    known_answers netlists rtl/tb/run.py --netlist
    known_answers proofs rtl/formal/prove.py --all
    known_answers mutants rtl/formal/prove.py --mutants --all
    known_answers area rtl/syn/flow.py check
    . scripts/rust.sh
    command=$(built --package counterpoint-isa)
    known_answers unit-mutants rtl/formal/prove_units.py "$command" --mutants
    grep '^proved\|^caught' "$logs/$stage-proofs.log" "$logs/$stage-mutants.log" | sed 's/^[^:]*:/    /'
else
    known_answers simulation rtl/tb/run.py
    known_answers netlist rtl/tb/run.py --netlist aes
    known_answers proofs rtl/formal/prove.py
    known_answers area rtl/syn/flow.py check aes fugue
fi
