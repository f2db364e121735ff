"""Builds and runs one bench; run.py calls it, in a process of its own."""
import os
import pathlib
import sys

from cocotb_tools.runner import get_runner

from run import BENCHES, BUILD, TB, sources

# Random values where nothing is defined, so that a register without a reset shows.
BUILD_ARGUMENTS = ["--assert", "-Wall", "-Wno-fatal", "--x-initial", "unique", "--x-assign", "unique", "-O3",
                   "-CFLAGS", "-O1", "--threads", "1", "--no-public-flat-rw"]


COUNT_TOGGLES = ["--coverage-toggle", "--coverage-underscore", "-CFLAGS", "-O0"]
# The package's makefile was made for clang, which finds a precompiled header by itself; gcc has to be told.
os.environ["MAKEFLAGS"] = "CFG_CXXFLAGS_PCH_I=-include"


def main():
    bench = BENCHES[sys.argv[1]]
    os.environ["COUNTERPOINT_BENCH"] = sys.argv[1]  # the tests ask for its parameters, which a netlist has no more
    folder = pathlib.Path(sys.argv[2])
    files, parameters = sources(bench.top), bench.parameters
    if "--netlist" in sys.argv:
        files, parameters = [TB.parent / "core/lut4.sv", BUILD / f"syn/{bench.core}.v"], {}
    folder.mkdir(parents=True, exist_ok=True)
    # Only the top module's signals are needed; with all of them public, the S-boxes alone take minutes to build.
    visible = folder / "visible.vlt"
    visible.write_text(f'`verilator_config\npublic_flat_rw -module "{bench.top}" -var "*"\n')
    runner = get_runner("verilator")
    runner.build(
        sources=[str(visible)] + [str(file) for file in files],
        hdl_toplevel=bench.top,
        parameters=parameters,
        build_args=BUILD_ARGUMENTS + (COUNT_TOGGLES if "--toggles" in sys.argv else []),
        build_dir=str(folder),
        always=True,
    )
    runner.test(
        hdl_toplevel=bench.top,
        test_module=bench.module,
        build_dir=str(folder),
        results_xml=str(folder / "results.xml"),
        test_args=["+verilator+rand+reset+2", "+verilator+seed+1", f"+verilator+coverage+file+{folder / 'toggles'}"],
    )


main()
