#!/usr/bin/env python3
"""Reads every core in its default form, every wrapper and every unit with all of Verilator's warnings on; any warning is a
failure. With --all, it also reads the other forms of the cores. Then it checks that counterpoint.core lists the sources of
core/, bus/ and isa/, that FuseSoC reads it, and that the diagrams are up to date.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

RTL = pathlib.Path(__file__).resolve().parent
CORE_FILE = RTL / "counterpoint.core"
sys.path += [str(RTL / "syn"), str(RTL / "tb")]

from benches import BENCHES  # noqa: E402
from command import need  # noqa: E402
from cores import CORES  # noqa: E402
from sources import sources  # noqa: E402
from units import SETS  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="every form of each core")
    options = parser.parse_args()
    need("verilator", "fusesoc")
    results = [*warnings(options.all), fusesoc_lists(), fusesoc_reads(), diagrams()]
    return any(results)


def result(name, failed, said=""):
    if failed:
        print(said)
    print(json.dumps({"name": f"lint {name}", "run": 1, "failed": int(failed)}), flush=True)
    return failed


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


def warnings(every_form):
    tops = [(core.top, core.parameters) for core in CORES.values() if every_form or not core.parameters]
    tops += [(bench.top, bench.parameters) for name, bench in BENCHES.items() if name.startswith("axi_")]
    tops += [(f"{name}_unit", {}) for name in SETS]
    for top, parameters in tops:
        chosen = [f"-G{name}={value}" for name, value in parameters.items()]
        said = run("verilator", "--lint-only", "-Wall", "--assert", "--top-module", top, *chosen, *sources(top))
        yield result(" ".join([top, *chosen]), said.returncode != 0 or "%Warning" in said.stderr, said.stderr)


def fusesoc_lists():
    """counterpoint.core lists every source once, packages before their importers."""
    listed = re.findall(r"^ +- (\S+\.sv)$", CORE_FILE.read_text(), re.MULTILINE)
    there = {str(path.relative_to(RTL)) for folder in ("core", "bus", "isa") for path in (RTL / folder).glob("*.sv")}
    wrong = [f"studies/rtl/{CORE_FILE.name} does not list {name}" for name in sorted(there - set(listed))]
    wrong += [f"studies/rtl/{CORE_FILE.name} lists {name}, which is not there" for name in sorted(set(listed) - there)]
    wrong += [f"studies/rtl/{CORE_FILE.name} lists {name} twice" for name in sorted(set(listed)) if listed.count(name) > 1]
    for number, name in enumerate(listed):
        if name in there:
            for package in re.findall(r"\b(\w+_pkg)\s*::", (RTL / name).read_text()):
                if not any(before.endswith(f"/{package}.sv") for before in listed[:number]) and not name.endswith(f"/{package}.sv"):
                    wrong.append(f"studies/rtl/{CORE_FILE.name} lists {name} before {package}.sv")
    return result("counterpoint.core", bool(wrong), "\n".join(wrong))


def fusesoc_reads():
    said = run("fusesoc", "--cores-root", RTL, "core", "show", "counterpoint:crypto:cores")
    return result("fusesoc", said.returncode != 0 or "Parse error" in said.stderr, said.stdout + said.stderr)


def diagrams():
    said = run(sys.executable, RTL / "doc/diagrams.py", "--check")
    return result("diagrams", said.returncode != 0, said.stdout + said.stderr)


if __name__ == "__main__":
    sys.exit(main())
