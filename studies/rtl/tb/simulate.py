"""Builds and runs one bench; run.py calls it, in a process of its own."""
import os
import pathlib
import shutil
import sys
import time

from cocotb_tools.runner import get_runner

from run import BENCHES, BUILD, TB, sources

# Random values where nothing is defined, to expose registers without a reset.
BUILD_ARGUMENTS = ["--assert", "-Wall", "-Wno-fatal", "--x-initial", "unique", "--x-assign", "unique", "-O3",
                   "-CFLAGS", "-O0", "--threads", "1", "--no-public-flat-rw"]


RUNTIME = BUILD / "runtime"
COUNT_TOGGLES = ["--coverage-toggle", "--coverage-underscore", "-CFLAGS", "-O0"]
# A single compilation unit: several, with precompiled headers, suit big models, but a core would take twice as long.
os.environ["MAKEFLAGS"] = "VM_PARALLEL_BUILDS=0"


def main():
    bench = BENCHES[sys.argv[1]]
    os.environ["COUNTERPOINT_BENCH"] = sys.argv[1]  # the tests need its parameters, which a netlist no longer has
    folder = pathlib.Path(sys.argv[2])
    files, parameters = sources(bench.top), bench.parameters
    if "--netlist" in sys.argv:
        files, parameters = [TB.parent / "core/lut4.sv", BUILD / f"syn/{bench.core}.v"], {}
    folder.mkdir(parents=True, exist_ok=True)
    # Only the top module's signals are needed; with all of them public, the S-boxes alone would take minutes to build.
    visible = folder / "visible.vlt"
    visible.write_text(f'`verilator_config\npublic_flat_rw -module "{bench.top}" -var "*"\n')
    toggles = "--toggles" in sys.argv
    if not toggles:
        lend_runtime(folder)
    runner = get_runner("verilator")
    runner.build(
        sources=[str(visible)] + [str(file) for file in files],
        hdl_toplevel=bench.top,
        parameters=parameters,
        build_args=BUILD_ARGUMENTS + (COUNT_TOGGLES if toggles else []),
        build_dir=str(folder),
        always=True,
    )
    if not toggles:
        keep_runtime(folder)
    runner.test(
        hdl_toplevel=bench.top,
        test_module=bench.module,
        build_dir=str(folder),
        results_xml=str(folder / "results.xml"),
        test_args=["+verilator+rand+reset+2", "+verilator+seed+1", f"+verilator+coverage+file+{folder / 'toggles'}"],
    )


def lend_runtime(folder):
    """Reuses the simulator's own part, which is the same in every bench and takes longer to compile than most cores.

    Its objects depend on the makefile that is about to be written, so they count as current only if they are newer.
    """
    for file in RUNTIME.glob("*.o"):
        lent = shutil.copy(file, folder)
        in_an_hour = time.time() + 3600
        os.utime(lent, (in_an_hour, in_an_hour))


def keep_runtime(folder):
    if not RUNTIME.exists():
        fresh = folder / "runtime"
        fresh.mkdir(exist_ok=True)
        for file in folder.glob("verilated*.o"):
            shutil.copy(file, fresh)
        fresh.rename(RUNTIME)


main()
