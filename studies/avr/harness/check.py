#!/usr/bin/env python3
"""Builds and runs the AVR assembly in simavr: known answers, properties, and exact figures against the record.

    studies/avr/harness/check.py                    every build
    studies/avr/harness/check.py groestl256-balanced ...
    studies/avr/harness/check.py --record           writes the figures to the record instead of comparing them
    studies/avr/harness/check.py --figures          only the figures, no answers and properties
    studies/avr/harness/check.py --link             only builds the programs, and prints a line of JSON for each
    studies/avr/harness/check.py --simulator        only builds the simulator, and prints its path

Known answers come from the folder that COUNTERPOINT_VECTORS names, else ../shared/vectors, else those of
crates/counterpoint-vectors. The needed packages are installed by `make test-all ONLY=avr`.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import sys
import traceback

from builds import BUILDS, ROOT
from machine import make_simulator

sys.path.append(str(ROOT / "scripts"))
from vectors import Vectors  # noqa: E402

RECORD = ROOT / "benchmarks/avr/simavr.json"
README = ROOT / "studies/avr/README.md"
BEGIN, END = "<!-- figures: written by harness/check.py --record -->\n", "<!-- figures: end -->\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs="*", metavar="BUILD", help=", ".join(BUILDS))
    parser.add_argument("--record", action="store_true", help="write the figures to the record")
    parser.add_argument("--figures", action="store_true", help="only the figures")
    parser.add_argument("--link", action="store_true", help="only build the programs and describe each in JSON")
    parser.add_argument("--simulator", action="store_true", help="only build the simulator and print its path")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    unknown = [name for name in options.builds if name not in BUILDS]
    if unknown:
        parser.error(f"unknown build: {', '.join(unknown)}; the builds are {', '.join(BUILDS)}")
    chosen = options.builds or list(BUILDS)
    if options.simulator:
        print(make_simulator())
        return 0
    if options.link:
        for name in chosen:
            print(json.dumps(BUILDS[name].linked()))
        return 0

    # Each job is a process with its own simulator.
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = {name: pool.submit(examine, name, options.figures) for name in chosen}
        results = {name: job.result() for name, job in jobs.items()}
    figures = {name: result["figures"] for name, result in results.items()}
    print_table(figures)
    if not Vectors().complete:
        print("skipped known answers that are not built in: no folder ../shared/vectors; set COUNTERPOINT_VECTORS to use another")
    for result in results.values():
        for complaint in result["complaints"]:
            print(complaint)
    if options.record:
        write_record(figures, whole=not options.builds)
    else:
        complaints = differences(figures)
        if README.read_text() != with_table(README.read_text()):
            complaints.append("studies/avr/README.md: the table differs from the record; run with --record to update it")
        for complaint in complaints:
            print(complaint)
        results["record"] = {"run": len(figures), "failed": len(complaints), "figures": {}, "complaints": []}
    for name, result in results.items():
        print(json.dumps({"name": name, "run": result["run"], "failed": result["failed"]}))
    return any(result["failed"] for result in results.values())


def examine(name, only_figures):
    """Examines one build: the number of checks, the failures, and its figures."""
    result = {"run": 0, "failed": 0, "figures": {}, "complaints": []}

    def check(right, what):
        result["run"] += 1
        if not right:
            result["failed"] += 1
            if result["failed"] <= 5:
                result["complaints"].append(f"{name}: {what}")

    try:
        build = BUILDS[name]
        build.make()
        result["figures"] = build.figures(check)
        build.check_small(check, result["figures"])
        if not only_figures:
            build.check_properties(check)
            build.check_answers(Vectors(), check)
    except Exception:
        check(False, traceback.format_exc())
    return result


COLUMNS = {
    "cycles_per_byte": ("cycles/byte", "10.1f"),
    "cycles_per_block": ("a block", "10d"),
    "cycles_per_permutation": ("permuted", "10d"),
    "cycles_empty": ("empty", "10d"),
    "cycles_64_bytes": ("64 bytes", "10d"),
    "cycles_key": ("key", "10d"),
    "ram_bytes": ("RAM", "7d"),
    "buffer_bytes": ("+ buffer", "9d"),
    "flash_bytes": ("flash", "7d"),
}


def print_table(figures):
    """Shows the buffer separately: only an interface for messages in pieces needs this block."""
    print("cycles in simavr, ATmega1284P; RAM = tables + context + deepest stack, without the buffer for messages in pieces")
    width = max(map(len, figures))
    print(f"{'':{width}}" + "".join(f"{title:>{int(form.split('.')[0].rstrip('d')) + 1}}" for title, form in COLUMNS.values()))
    for name, row in figures.items():
        cells = (f" {row[unit]:{form}}" if unit in row else " " * (int(form.split(".")[0].rstrip("d")) + 1) for unit, (_, form) in COLUMNS.items())
        print(f"{name:{width}}" + "".join(cells))


def rows(figures):
    """The figures as rows of a record (EngineRow in tools/bench/src/record.rs)."""
    for name, row in figures.items():
        build = BUILDS[name]
        for unit, value in row.items():
            entry = {"platform": "avr", "algorithm": build.algorithm, "implementation": build.variant, "unit": unit, "value": value}
            if unit in build.paper:
                entry["paper"] = build.paper[unit]
            yield entry


def recorded():
    return json.loads(RECORD.read_text())["rows"] if RECORD.exists() else []


def key(row):
    return row["algorithm"], row["implementation"], row["unit"]


def differences(figures):
    """The differences from the record, a line for each figure."""
    record = {key(row): row["value"] for row in recorded()}
    now = {key(row): row["value"] for row in rows(figures)}
    builds = {row[:2] for row in now}
    place = RECORD.relative_to(ROOT)
    return [
        f"{' '.join(row)}: {now.get(row)}, but {record.get(row)} in {place}; run with --record to update it"
        for row in sorted(record.keys() | now.keys())
        if row[:2] in builds and record.get(row) != now.get(row)
    ]


def write_record(figures, whole):
    """Writes the rows; unchanged ones keep their date, and those of other builds stay."""
    old = {key(row): row for row in recorded()}
    today = datetime.date.today().isoformat()
    new = {}
    for row in rows(figures):
        before = old.get(key(row))
        row["date"] = before["date"] if before and before["value"] == row["value"] else today
        new[key(row)] = row
    if not whole:
        new = {**{k: row for k, row in old.items() if k[:2] not in {n[:2] for n in new}}, **new}
        order = {(build.algorithm, build.variant): i for i, build in enumerate(BUILDS.values())}
        new = dict(sorted(new.items(), key=lambda item: order.get(item[0][:2], -1)))
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    record = {"schema": 1, "command": "studies/avr/harness/check.py --record", "rows": list(new.values())}
    RECORD.write_text(json.dumps(record, indent=2) + "\n")
    README.write_text(with_table(README.read_text()))


def with_table(text):
    """The README with the record's figures between its two comments."""
    figures, papers = {}, {}
    for row in recorded():
        name = row["algorithm"], row["implementation"]
        figures.setdefault(name, {})[row["unit"]] = row["value"]
        papers.setdefault(name, {})[row["unit"]] = row.get("paper")
    titles = [title for title, _ in COLUMNS.values()] + ["paper: cycles/byte", "RAM"]
    lines = ["| | " + " | ".join(titles) + " |", "|---|" + "---:|" * len(titles)]
    for name, row in figures.items():
        cells = [f"{row[unit]:{form[form.index('d' if 'd' in form else '.') :]}}" if unit in row else "" for unit, (_, form) in COLUMNS.items()]
        cells += [str(papers[name].get(unit) or "") for unit in ("cycles_per_byte", "ram_bytes")]
        lines.append(f"| {' '.join(name)} | " + " | ".join(cells) + " |")
    before, rest = text.split(BEGIN)
    return before + BEGIN + "\n".join(lines) + "\n" + rest[rest.index(END) :]


if __name__ == "__main__":
    sys.exit(main())
