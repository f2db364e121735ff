#!/usr/bin/env python3
"""Compares the cycles of counterpoint-isa's models with those of llvm-mca, and with measurements.

check_mca.py COMMAND LLVM_MCA: the program `counterpoint-isa`, and LLVM's program, version 19 or later. Each kernel is
printed for an assembler, as it is and scheduled for each model. One of ARM's instructions for SHA-3 with the same
operands replaces each instruction of the extension. llvm-mca has its own tables and its own simulation, so a difference
shows where our shorter model leaves something out. The check fails if a difference exceeds TOLERANCE.

The measurements are from [Keccak-hybrid], of other programs for the same instructions on real processors. Differences
there come from both programs and models, and never fail the check.
"""
import json
import re
import subprocess
import sys

PROCESSORS = {"in-order": "cortex-a55", "out-of-order": "neoverse-n2"}
TOLERANCE = 10.0

# Cycles of one permutation on Cortex-A55 and on Cortex-A710, which here equals Neoverse N2, for the best program of its
# kind. The vector kernels compute two states, and so does `neon`, except for the loads and stores of the second.
MEASURED = {
    ("scalar", "in-order"): 1418,
    ("scalar", "out-of-order"): 701,
    ("neon", "in-order"): 4560,
    ("neon", "out-of-order"): 2044,
    ("armsha3x2", "out-of-order"): 1549,
}


def output(*arguments, text=None):
    """Returns the output of a program."""
    return subprocess.run(arguments, input=text, check=True, capture_output=True, text=True).stdout


def simulated(llvm_mca, processor, text):
    """The cycles of llvm-mca for instructions that run once."""
    options = ["-mtriple=aarch64", f"-mcpu={processor}", "-mattr=+sha3", "-iterations=1", "-instruction-info=false",
               "-resource-pressure=false"]
    return int(re.search(r"Total Cycles: *(\d+)", output(llvm_mca, *options, text=text))[1])


def compared(ours, other):
    """Both figures, and by how many percent ours is greater."""
    return f"{ours:>8}{other:>10}{difference(ours, other):>+9.1f} %"


def difference(ours, other):
    """By how many percent ours is greater."""
    return 100 * (ours - other) / other


def main():
    command, llvm_mca = sys.argv[1:]
    run = failed = 0
    cycles = {}
    print(f"{'set':<12}{'ordered for':<15}{'model':<15}{'ours':>8}{'llvm-mca':>10}{'error':>11}")
    for name in output(command, "sets").split():
        for order in [None, *PROCESSORS]:
            text = output(command, "assembly", name, *(["--scheduled", order] if order else []))
            for model, ours in re.findall(r"^// (\S+): (\d+) cycles$", text, re.MULTILINE):
                ours = cycles[name, model, order] = int(ours)
                other = simulated(llvm_mca, PROCESSORS[model], text)
                run += 1
                failed += abs(difference(ours, other)) > TOLERANCE
                print(f"{name:<12}{order or '-':<15}{model:<15}{compared(ours, other)}")
    print(f"\n{'set':<12}{'ordered for':<15}{'model':<15}{'ours':>8}{'measured':>10}{'difference':>11}")
    for (name, model), measured in MEASURED.items():
        for order in [None, model]:
            print(f"{name:<12}{order or '-':<15}{model:<15}{compared(cycles[name, model, order], measured)}")
    print(json.dumps({"name": "llvm-mca", "run": run, "failed": failed}))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
