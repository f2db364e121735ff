#!/usr/bin/env python3
"""Proves that units of instructions compute what the definitions say, for all operands and every code.

    studies/rtl/formal/prove_units.py COMMAND              each instruction alone, and the unit of each set
    studies/rtl/formal/prove_units.py COMMAND --mutants    instead: drops each choice of the datapaths and each pattern of
                                                           the decoders in turn; the proof must then fail
    studies/rtl/formal/prove_units.py COMMAND k            the units whose names begin with this

COMMAND is the program `counterpoint-isa`. It prints both the definitions and the units to compare with them. The units
of whole sets must be the files in studies/rtl/isa.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import sys
import tempfile
import time

FORMAL = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FORMAL), str(FORMAL.parent), str(FORMAL.parent / "syn")]

from command import need  # noqa: E402
from units import ISA, PACKAGE, PARTS, SETS, Printer  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", metavar="COMMAND")
    parser.add_argument("units", nargs="*", metavar="UNIT")
    parser.add_argument("--mutants", action="store_true", help="proofs of mutants, which must fail")
    parser.add_argument("--widths", action="store_true", help="units that rotate within lanes of 64, 32, 16 or 8 bits")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    need(modules=["pyosys"])
    printer = Printer(options.command, options.widths)
    units = [unit for unit in printer.units() if unit[0].startswith(tuple(options.units or [""]))]
    if options.mutants:
        units = [unit for unit in units if unit[0] in SETS]
    if not units:
        parser.error(f"no unit begins with {' or '.join(options.units)}; the sets are {', '.join(SETS)}")
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for result in pool.map(mutants if options.mutants else prove, *zip(*[(printer, *unit) for unit in units])):
            failed += result["failed"]
            print(result.pop("line"))
            print(json.dumps(result), flush=True)
    return failed > 0


def prove(printer, module, name, only):
    start = time.time()
    texts = sources(printer, module, name, only)
    holds = equal(module, texts)
    parts = PARTS if module in SETS and not printer.widths else ()
    written = all((ISA / f"{module}_{part}.sv").read_text() == texts[part] for part in parts)
    line = f"{'proved' if holds else 'FALSE '} {module:16} {time.time() - start:7.1f} s"
    line += "" if written else f"\nstudies/rtl/isa/{module}_*.sv are out of date; run studies/rtl/syn/gates.py"
    return {"name": f"{module}_unit", "run": 1, "failed": int(not (holds and written)), "line": line}


def mutants(printer, module, name, only):
    start = time.time()
    texts = sources(printer, module, name, only)
    # A mutant is wrong in every bit of a lane, so one bit suffices, which is compared almost instantly.
    lowest = "{{{0}[1][0], {0}[0][0]}}".format
    texts["reference"] = texts["reference"].replace("unit == reference", f"{lowest('unit')} == {lowest('reference')}")
    changed = [texts | {part: text} for part in ("decode", "datapath") for text in mutated(texts[part])]
    survivors = [number for number, mutant in enumerate(changed) if equal(module, mutant)]
    line = f"{'MISSED' if survivors else 'caught'} {module:16} {time.time() - start:7.1f} s  "
    line += f"{len(changed) - len(survivors)} of {len(changed)} mutants"
    line += "".join(f", not number {number}" for number in survivors)
    return {"name": f"mutants of {module}_unit", "run": len(changed), "failed": len(survivors), "line": line}


def sources(printer, module, name, only):
    return {part: printer(name, part, only, module) for part in (*PARTS, "reference")}


def mutated(text):
    """The mutants of a text: without a choice, a mask, a part of a sum, or a pattern of codes."""
    changes = {
        r"gate\((?:[^()]|\([^()]*\))*\)": "64'h0",
        r" & ~\w+\b(?!\()": "",
        r" \^ \w+(?:\[\d\])?(?=[ ;])": "",
        r"\d+'b[01?]+, |, \d+'b[01?]+(?=})": "",
    }
    for pattern, instead in changes.items():
        for found in re.finditer(pattern, text):
            yield text[: found.start()] + instead + text[found.end():]


def equal(module, texts):
    """Whether the unit in these texts computes what the definitions say, for every input."""
    from flow import Design
    from prove import satisfied

    design = Design()
    with tempfile.TemporaryDirectory(dir=design.folder) as folder:
        files = [PACKAGE]
        for part, text in texts.items():
            files.append(pathlib.Path(folder) / f"{module}_{part}.sv")
            files[-1].write_text(text)
        top = f"{module}_equal"
        design(f"read_slang --top {top} {' '.join(map(str, files))}", f"hierarchy -check -top {top}", "proc",
               "chformal -lower", "flatten", "pmuxtree", "simplemap", "opt_clean", "opt_expr", "opt_merge", "opt_clean")
    return satisfied(design, {})


if __name__ == "__main__":
    sys.exit(main())
