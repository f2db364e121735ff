#!/bin/sh
# The machine code of every kernel of this machine's build: two cases of each are proved equal to the specification, the
# prover's model of the instructions is compared with the CPU, and kernels with a flipped bit are tried: one that is
# proved nevertheless has to answer correctly on random values.
# `make prove` proves all cases. The kernels for AArch64 are proved by the stage emulated, which builds them.

. scripts/rust.sh
. scripts/count.sh

proofs principal cargo xtask prove --principal
check model cargo xtask prove --validate
check mutants cargo xtask prove --mutants 200
