#!/usr/bin/env python3
"""Switching activity, a proxy for power: the nets of the mapped core that change in a cycle, on the known answers.

    studies/rtl/tb/activity.py              every core
    studies/rtl/tb/activity.py aes fugue    these benches

With zero delay, glitches don't count. The bench's tests `known_answers...` count hashing and encrypting separately.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

TB = pathlib.Path(__file__).resolve().parent
sys.path.append(str(TB.parent))

from benches import BENCHES  # noqa: E402
from command import chosen, need  # noqa: E402

ROOT = TB.parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benches", nargs="*", metavar="BENCH")
    options = parser.parse_args()
    mapped = [name for name, bench in BENCHES.items() if bench.core]
    names = chosen(parser, options.benches, mapped, "bench of a mapped core") or mapped
    need("verilator", modules=["cocotb", "pyosys"])
    for name in names:
        print(name, json.dumps(activity(name)), flush=True)


def activity(name):
    """Changes per cycle while the core hashes (`hash`) and while it encrypts (`aes`)."""
    bench = BENCHES[name]
    subprocess.run([sys.executable, TB.parent / "syn/flow.py", "netlist", bench.core], check=True)
    tests = re.findall(r"async def (known_answers\w*)", (TB / f"{bench.module}.py").read_text())
    of_aes = lambda test: bench.module == "test_aes" or test.endswith("_aes")
    return {"aes" if of_aes(test) else "hash": changes_per_cycle(name, test) for test in tests}


def changes_per_cycle(name, test):
    folder = ROOT / "target/rtl/activity" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "counts").unlink(missing_ok=True)
    environment = os.environ | {"COUNTERPOINT_COUNTS": str(folder / "counts"), "COUNTERPOINT_BENCH": name, "COCOTB_TEST_FILTER": f"{test}$",
                                "PYTHONPATH": os.pathsep.join(map(str, (TB, TB.parent, ROOT / "scripts")))}
    with open(folder / "log", "w") as log:
        subprocess.run([sys.executable, TB / "simulate.py", name, folder, "--netlist", "--toggles"], check=True, cwd=ROOT,
                       env=environment, stdout=log, stderr=log)
    cycles = json.loads((folder / "counts").read_text())["cycles"]
    top = f"v_toggle/{BENCHES[name].top}\x01"
    changes = sum(int(line.rsplit(" ", 1)[1]) for line in open(folder / "toggles") if top in line)
    return changes / cycles


if __name__ == "__main__":
    main()
