#!/usr/bin/env python3
"""Searches instruction sets for Keccak: makes, schedules and synthesises each, and prints those that no other beats.

    studies/rtl/syn/search.py COMMAND          every candidate: writes the record and the drawing in isa/
    studies/rtl/syn/search.py COMMAND check    the kernels of all candidates, and the units of some, against the record

COMMAND is the program `counterpoint-isa`. It makes the candidates, their kernels and their units; yosys and abc
synthesise the units. Results are kept in target/rtl/syn/search, so an interrupted run resumes where it stopped: the
price of a unit under a name derived from its text, the figures of a kernel under one derived from the command.
"""
import argparse
import concurrent.futures
import dataclasses
import datetime
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

SYN = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(SYN), str(SYN.parent)]

from flow import BUILD, ROOT, processes  # noqa: E402
from gates import OSU018, built, price  # noqa: E402
from units import PACKAGE, PARTS, Printer  # noqa: E402

RECORD = ROOT / "benchmarks/isa/frontier.json"
DRAWING = ROOT / "studies/isa/frontier.svg"
KEPT = BUILD / "search"
# Units for the check: set K, and units with few instructions, each of which takes seconds.
CHECKED = ["rax1+xar", "eor3+bcax", "prhopi+pchi+pchil", "keor3+kfold+ktheta+krhopi+kchi+kchim+kchil"]
UNITS = {
    "osu018": "gate_equivalents_osu018",
    "sky130": "gate_equivalents_sky130",
    "nand2": "nand2_gates",
    "picoseconds": "critical_path_ps",
}


def run(command, *words):
    said = subprocess.run([command, *words], capture_output=True, text=True)
    if said.returncode:
        sys.exit(said.stderr.strip())
    return said.stdout


def kept(name, make):
    """The result kept under this name, or a new one."""
    path = KEPT / f"{name}.json"
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        built(f"search/{name}.json", json.dumps(make()))
    return json.loads(path.read_text())


def digest(*texts):
    return hashlib.sha3_256("\0".join(texts).encode()).hexdigest()[:32]


def unit(command, added):
    """The price of a unit for some instructions."""
    texts = {part: Printer(command)(None, part, added, "candidate") for part in PARTS}

    def make():
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder, f"candidate_{part}.sv") for part in PARTS]
            for path, text in zip(files, texts.values()):
                path.write_text(text)
            return dataclasses.asdict(price([PACKAGE, *files], "candidate_unit"))

    return kept("unit-" + digest(PACKAGE.read_text(), *texts.values()), make)


def candidate(command, line):
    """The figures of a candidate: those of its kernel, scheduled for each model, and those of its unit."""
    version = hashlib.sha3_256(pathlib.Path(command).read_bytes()).hexdigest()
    name = json.loads(line)["name"]

    def make():
        return json.loads(run(command, "candidates", "--cycles", "--only", name))

    figures = kept("kernel-" + digest(line, version), make)
    # Without added instructions there is no unit.
    return figures | (unit(command, figures["added"]) if figures["added"] else {})


def rows(figures):
    """The rows of a record for a candidate."""
    same = [key for key in figures if key == "instructions" or key.endswith("_per_byte") or key.startswith("cycles")]
    named = {key: key for key in same} | UNITS
    common = {
        "platform": "isa",
        "algorithm": figures["name"],
        "implementation": f"{figures['registers']} registers, {figures['sources']} sources",
    }
    date = datetime.date.today().isoformat()
    present = [(figures[key], unit) for key, unit in named.items() if key in figures]
    return [common | {"unit": unit, "value": round(value, 2), "date": date} for value, unit in present]


def search(command, lines, jobs):
    record = []
    with processes(jobs) as pool:
        futures = [pool.submit(candidate, command, line) for line in lines]
        for number, future in enumerate(futures):
            record += rows(future.result())
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {len(futures)} candidates", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    RECORD.parent.mkdir(exist_ok=True)
    contents = {"schema": 1, "command": "studies/rtl/syn/search.py COMMAND", "rows": record}
    RECORD.write_text(json.dumps(contents, indent=2) + "\n")
    print(run(command, "frontier", str(RECORD), "--svg", str(DRAWING)))
    for by in ("in-order", "out-of-order"):
        print(run(command, "frontier", str(RECORD), "--by", by))


def check(command, lines, jobs):
    """Compares all kernels with the record, and the units of some candidates: more is a failure."""
    record = {}
    for row in json.loads(RECORD.read_text())["rows"]:
        record.setdefault(row["algorithm"], {})[row["unit"]] = row["value"]
    kernels = [json.loads(line) for line in lines]
    recorded = {name: figures.get("instructions") for name, figures in record.items()}
    wrong = [kernel["name"] for kernel in kernels if recorded.get(kernel["name"]) != kernel["instructions"]]
    wrong += sorted(set(record) - {kernel["name"] for kernel in kernels})
    for name in wrong[:5]:
        print(f"{name}: differs from the record; run studies/rtl/syn/search.py to write a new one", file=sys.stderr)
    print(json.dumps({"name": "kernels of candidates", "run": len(kernels), "failed": len(wrong)}))
    with processes(jobs) as pool:
        futures = {name: pool.submit(unit, command, name.split("+")) for name in CHECKED}
        for name, future in futures.items():
            areas = {UNITS[key]: round(future.result()[key], 2) for key in ("osu018", "sky130")}
            more = [unit for unit, value in areas.items() if value > record[name][unit]]
            wrong += more
            for unit_ in more:
                print(f"{name}: {areas[unit_]} {unit_}, {record[name][unit_]} in the record", file=sys.stderr)
            print(json.dumps({"name": f"unit {name}", "run": 1, "failed": int(bool(more))}), flush=True)
    return bool(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", metavar="COMMAND")
    parser.add_argument("what", nargs="?", choices=["search", "check"], default="search")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if not OSU018.exists():
        sys.exit(f"error: no {OSU018}: Debian's package qflow-tech-osu018 has it")
    lines = run(options.command, "candidates").splitlines()
    try:
        return (search if options.what == "search" else check)(options.command, lines, options.jobs)
    except concurrent.futures.process.BrokenProcessPool:
        sys.exit("error: yosys failed; see its message above. Finished results are kept: run the command again")


if __name__ == "__main__":
    sys.exit(main())
