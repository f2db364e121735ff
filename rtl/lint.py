#!/usr/bin/env python3
"""Reads every core and wrapper with all warnings of Verilator; one warning is a failure."""
import json
import pathlib
import subprocess
import sys

RTL = pathlib.Path(__file__).resolve().parent
sys.path.append(str(RTL / "syn"))

from cores import CORES  # noqa: E402
from sources import sources  # noqa: E402


def main():
    tops = {core.top for core in CORES.values()} | {path.stem for path in (RTL / "bus").glob("*_axi.sv")}
    failed = 0
    for top in sorted(tops):
        files = [str(path) for path in sources(top)]
        command = ["verilator", "--lint-only", "-Wall", "--assert", "--top-module", top, *files]
        said = subprocess.run(command, capture_output=True, text=True)
        wrong = said.returncode != 0 or "%Warning" in said.stderr
        if wrong:
            print(said.stderr)
        failed += wrong
        print(json.dumps({"name": f"lint {top}", "run": 1, "failed": int(wrong)}))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
