#!/usr/bin/env python3
"""Proves the assertions of formal/*.sv with yosys' SAT solver, and shows that they would fail if a mixer were wrong.

    studies/rtl/formal/prove.py                     every proof that takes seconds
    studies/rtl/formal/prove.py --all               also the long ones
    studies/rtl/formal/prove.py --mutants           instead: drops each XOR term of the mixers in turn; the proof must then fail
    studies/rtl/formal/prove.py mix_columns_equal   the named ones

proofs.toml lists the proofs. A proof holds for all inputs and all values of registers; with `cycles`, for all inputs in
that many cycles after a reset.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import sys
import time
import tomllib

FORMAL = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FORMAL), str(FORMAL.parent), str(FORMAL.parent / "syn")]

from command import chosen, need  # noqa: E402

PROOFS = tomllib.loads((FORMAL / "proofs.toml").read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proofs", nargs="*", metavar="PROOF", help=", ".join(PROOFS))
    parser.add_argument("--all", action="store_true", help="also the long ones")
    parser.add_argument("--mutants", action="store_true", help="proofs of mutants, which must fail")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    names = chosen(parser, options.proofs, PROOFS, "proof") or [name for name, proof in PROOFS.items() if options.all or not proof.get("long")]
    need(modules=["pyosys"])
    if options.mutants:
        jobs = [(name, module) for name in names for module in PROOFS[name].get("mutate", [])]
        task = mutants
    else:
        jobs = [(name,) for name in names]
        task = prove
    failed = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        try:
            for result in pool.map(task, *zip(*jobs)):
                failed += result["failed"]
                print(result.pop("line"))
                print(json.dumps(result), flush=True)
        except concurrent.futures.process.BrokenProcessPool:
            sys.exit("error: yosys failed; see its message above")
    return failed > 0


def prove(name):
    start = time.time()
    proof = PROOFS[name]
    holds = satisfied(prepared(name), proof) and all(linear(name, module) for module in proof.get("linear", []))
    seconds = time.time() - start
    line = f"{'proved' if holds else 'FALSE '} {name:28} {seconds:7.1f} s  {proof['says']}"
    return {"name": name, "run": 1, "failed": int(not holds), "line": line}


def mutants(name, module):
    """Drops each input of each XOR in `module` in turn, and counts the mutants that no proof catches."""
    start = time.time()
    design = prepared(name, flatten=False)
    design("simplemap", "opt_expr", "opt_clean", "design -save whole")
    changes = mutations(design, module)
    survivors = []
    for change in changes:
        design("design -load whole", change, "flatten", "opt_clean")
        if satisfied(design, PROOFS[name]):
            survivors.append(change)
    number = len(changes)
    line = f"{'caught' if not survivors and number else 'MISSED'} {name:28} {time.time() - start:7.1f} s  "
    line += f"{number - len(survivors)} of {number} mutants of {module}" + "".join(f"\n    {text}" for text in survivors[:5])
    return {"name": f"{name} mutants of {module}", "run": max(1, number), "failed": len(survivors) or int(not number), "line": line}


def prepared(name, flatten=True):
    from flow import Design
    from sources import sources

    proof = PROOFS[name]
    design = Design()
    chosen = " ".join(f"-G {key}={value}" for key, value in proof.get("parameters", {}).items())
    top = proof.get("top", name)
    hierarchy = "" if flatten else "--keep-hierarchy"
    design(f"read_slang {hierarchy} --top {top} {chosen} {' '.join(map(str, sources(top)))}", f"hierarchy -check -top {top}",
           "proc", "memory", "async2sync", "chformal -lower")
    if flatten:
        design("flatten", "opt -full")
    return design


def linear(name, module):
    """Whether `module` has only XOR gates."""
    design = prepared(name, flatten=False)
    design("simplemap", "opt_expr", "opt_clean")
    place = instance(design, module)
    return design.output(f"select -list {place}/t:* {place}/t:$_XOR_ %d").strip() == ""


def instance(design, module):
    return next(name for name in design.modules() if name.split("$")[0] == module)


def mutations(design, module):
    """The commands that drop one input of one XOR gate each, in one instance of `module`."""
    place = instance(design, module)
    listed = design.folder / "mutations"
    design(f"mutate -list 1000000 -mode const0 -module {place} -o {listed} {place}/t:$_XOR_ {place}/t:$_XNOR_")
    return sorted(set(re.sub(r" -(wire|wirebit|src) \S+", "", line) for line in listed.read_text().splitlines()))


def satisfied(design, proof):
    """Whether no assertion can fail."""
    how = "-set-def-inputs"
    if "cycles" in proof:
        how += f" -seq {proof['cycles']} -prove-skip 1 -set-at 1 rst 1 -set-init-undef"
    said = design.output(f"sat -prove-asserts {how}")
    if "SUCCESS!" in said or "Q.E.D." in said:
        return True
    assert "FAIL!" in said or "model found" in said or "Reached maximum number" in said, said[-2000:]
    return False


if __name__ == "__main__":
    sys.exit(main())
