#!/usr/bin/env python3
"""Runs the test benches: Verilator builds each core, cocotb drives it.

    studies/rtl/tb/run.py               every bench
    studies/rtl/tb/run.py aes groestl   these benches
    studies/rtl/tb/run.py --netlist aes this bench on the mapped netlist
    studies/rtl/tb/run.py --list        their names

Known answers come from the folder that COUNTERPOINT_VECTORS names, else from ../shared/vectors, else from the project.
COUNTERPOINT_SEED chooses other random messages and stalls. Each bench is a line of BENCHES: the module, its parameters
and the Python file in tb/.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time
from xml.etree import ElementTree

TB = pathlib.Path(__file__).resolve().parent
ROOT = TB.parents[2]
BUILD = ROOT / "target/rtl"
sys.path += [str(TB), str(TB.parent), str(ROOT / "scripts")]

from benches import BENCHES  # noqa: E402
from command import chosen, need  # noqa: E402
from sources import sources  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benches", nargs="*", metavar="BENCH")
    parser.add_argument("--netlist", action="store_true", help="the mapped netlists instead of the sources")
    parser.add_argument("--list", action="store_true", help="only the names")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    if options.list:
        print("\n".join(BENCHES))
        return 0
    names = chosen(parser, options.benches, BENCHES, "bench") or [
        name for name, bench in BENCHES.items() if bench.core or not options.netlist
    ]
    need("verilator", modules=["cocotb"])
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda name: run(name, options.netlist), names):
            failed += result["failed"]
            print(json.dumps(result), flush=True)
    return failed > 0


def run(name, netlist):
    """Runs one bench in its own process; returns the number of checks and of failures."""
    start = time.time()
    folder = BUILD / ("netlist" if netlist else "sim") / name
    folder.mkdir(parents=True, exist_ok=True)
    counts, results = folder / "counts", folder / "results.xml"
    for stale in (counts, results):
        stale.unlink(missing_ok=True)
    environment = os.environ | {"COUNTERPOINT_COUNTS": str(counts), "COUNTERPOINT_BENCH": name}
    commands = [[sys.executable, str(TB / "simulate.py"), name, str(folder)]]
    if netlist:
        commands = [[sys.executable, str(TB.parent / "syn/flow.py"), "netlist", BENCHES[name].core], commands[0] + ["--netlist"]]
    with open(folder / "log", "w") as log:
        code = any(subprocess.run(command, cwd=ROOT, env=environment, stdout=log, stderr=log).returncode for command in commands)
    lines = [json.loads(line) for line in counts.read_text().splitlines()] if counts.exists() else []
    checks = {key: sum(line[key] for line in lines) for key in ("run", "failed")}
    tests = list(ElementTree.parse(results).iter("testcase")) if results.exists() else []
    bad = [test.get("name") for test in tests if test.find("failure") is not None or test.find("error") is not None]
    if code or bad or not tests or not checks["run"]:
        checks["failed"] = max(1, checks["failed"])
        print(f"{name}: {', '.join(bad) or 'stopped early'}; the end of {folder.relative_to(ROOT)}/log:")
        print("    " + "\n    ".join((folder / "log").read_text().splitlines()[-25:]))
    return {"name": f"{name}{' netlist' if netlist else ''}", **checks, "tests": len(tests), "seconds": round(time.time() - start, 1)}


if __name__ == "__main__":
    sys.exit(main())
